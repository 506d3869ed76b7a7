import { Agent, request } from 'node:http';
import type { FaultMode, Faults, FaultTarget } from './faults.ts';
import { HotPartitions } from './hot-partitions.ts';
import { type Call, jsonReply, type Reply, readAll, startServer } from './server.ts';
import { TableFaults } from './table-faults.ts';
import { actionOf, bodyOf, type Forward, tableError } from './table-protocol.ts';

const forwardTo = (upstream: URL, agent: Agent): Forward => {
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { 'transfer-encoding': _, connection: __, ...kept } = headers;
      const length = body.length > 0 || method === 'PUT' || method === 'POST' ? { 'content-length': body.length } : {};
      const outgoing = request(
        { host: upstream.hostname, port: upstream.port, method, path: url, headers: { ...kept, ...length }, agent },
        (answer) => {
          readAll(answer).then((bytes) => {
            const { 'transfer-encoding': ___, connection: ____, 'keep-alive': _____, ...answered } = answer.headers;
            resolve({ status: answer.statusCode ?? 502, headers: answered, body: bytes });
          }, reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
};

type Proxied = Exclude<FaultTarget, 'mail' | 'model'>;

const THROTTLED: Record<Proxied, () => Reply> = {
  table: () =>
    tableError(
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded.',
    ),
  queue: () => jsonReply(403, { __type: 'com.amazonaws.sqs#RequestThrottled', message: 'Request is throttled.' }),
  storage: () => ({
    status: 503,
    headers: { 'content-type': 'application/xml' },
    body: '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
  }),
};

/** SendMessageBatch answers 200 even if entries failed. */
const partialBatch = async (call: Call, forward: Forward): Promise<Reply> => {
  const input = JSON.parse(call.body.toString('utf8')) as { Entries?: { Id: string }[] };
  if (actionOf(call) !== 'SendMessageBatch' || !input.Entries?.length) return forward(call);
  const [failed, ...sent] = input.Entries;
  const Failed = [{ Id: failed?.Id, SenderFault: false, Code: 'InternalError', Message: 'Try again.' }];
  if (sent.length === 0) return jsonReply(200, { Successful: [], Failed });
  const reply = await forward({ ...call, body: Buffer.from(JSON.stringify({ ...input, Entries: sent })) });
  return jsonReply(200, { ...bodyOf(reply), Failed });
};

type Outcome = Reply | 'cut';

export const startFaultProxy = async (target: Proxied, upstream: string, faults: Faults) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const forward = forwardTo(new URL(upstream), agent);
  const table = new TableFaults(faults, forward);
  const hot = new HotPartitions(forward);

  const applyFault = async (call: Call, mode: FaultMode | undefined): Promise<Outcome> => {
    if (mode === 'throttling') return THROTTLED[target]();
    if (mode === 'outage' || mode === 'timeout_before') return 'cut';
    if (mode === 'timeout_after') {
      await (target === 'table' ? table.send(call, actionOf(call), undefined) : forward(call));
      return 'cut';
    }
    if (target === 'queue' && mode === 'partial') return partialBatch(call, forward);
    if (mode === 'hot_partition') {
      hot.limit(faults.scaleOf(target, mode));
      return hot.send(call, actionOf(call));
    }
    if (target === 'table') return table.send(call, actionOf(call), mode);
    return forward(call);
  };

  const server = await startServer(`proxy of the ${target}`, (call) =>
    applyFault(call, faults.draw(target)).catch((): Outcome => 'cut'),
  );
  return {
    url: server.url,
    catchUp: () => table.catchUp(),
    stop: async () => {
      await server.stop();
      agent.destroy();
    },
  };
};
