// A process as Lambda starts it: loads a bundle, or nothing, answers an event, and prints times in ms.
const { readFileSync, writeFileSync } = require('node:fs');

const [, , given] = process.argv;
const { bundle, event, slowGroup, warmCalls } = given ? JSON.parse(readFileSync(given, 'utf8')) : {};

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const answer = async () => {
  // Lambda's runtime awaits what a module exports.
  const { handler } = await require(bundle);
  // Lambda runs the start at full speed, and only calls at the function's share of a processor.
  if (slowGroup) writeFileSync(slowGroup, String(process.pid));
  const began = performance.now();
  const { statusCode } = await handler(event, { awsRequestId: 'bench' });
  const answered = { status: statusCode, first: performance.now() - began, cpu: processorMs() };
  return warmCalls ? { ...answered, warm: await warmCpu(handler) } : answered;
};

const { now } = Date;
/** Another process's minutes are others, and every 50 calls another one begins, so that no limit is reached. */
let minute = 10 * (process.pid % 200);

const repeat = async (handler, calls) => {
  for (let call = 0; call < calls; call += 1) {
    if (call % 50 === 0) {
      minute += 1;
      const later = minute * 60_000;
      Date.now = () => now() + later;
    }
    const headers = { ...event.headers, 'x-client-ip': `10.9.${call >> 8}.${call & 255}` };
    const { statusCode } = await handler({ ...event, headers }, { awsRequestId: 'bench' });
    if (statusCode >= 400) throw new Error(`Call ${call} answered ${statusCode}.`);
  }
};

const warmCpu = async (handler) => {
  await repeat(handler, warmCalls);
  const began = processorMs();
  await repeat(handler, warmCalls);
  return (processorMs() - began) / warmCalls;
};

const report = (answered) => {
  const undici = process.moduleLoadList.some((name) => name.includes('internal/deps/undici'));
  process.stdout.write(`${JSON.stringify({ cpu: processorMs(), ...answered, undici })}\n`, () => process.exit(0));
};

if (bundle) answer().then(report);
else report({ status: 200 });
