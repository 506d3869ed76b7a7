import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Stage, startStage } from '../lib/local/stage.ts';
import { CannotStart, resetState, writeWhole } from '../lib/local/state.ts';

const HELP = `npm start -- [options]

  --port N       port (8787; 0 picks a free one)
  --ephemeral    keep nothing
  --reset        delete the kept state before starting
  --folder DIR   state folder (.sidenote)
  --allow ORIGIN lets reviews and webhooks reach a private address, such as http://127.0.0.1:3000; repeatable
  --no-faults    reach the emulators directly, so that no fault can be set
  --state FILE   file for the stage's URLs and tokens (stage.json in the state folder)
  --help         this text

Set MODEL=openai:<model>@<base url> in the environment to let an AI judge for the personas, through any
OpenAI-compatible API; MODEL_API_KEY is its key. MODEL_TIMEOUT_MS, MODEL_SAMPLES, MODEL_MAX_TOKENS,
MODEL_TEMPERATURE, MODEL_PRICE_IN and MODEL_PRICE_OUT: docs/reviews.md.
`;

const root = join(import.meta.dirname, '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

const options = () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      ephemeral: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(root, '.sidenote') },
      reset: { type: 'boolean', default: false },
      allow: { type: 'string', multiple: true, default: [] },
      'no-faults': { type: 'boolean', default: false },
      state: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CannotStart('--port must be a number from 0 to 65535.');
  return { ...values, port, folder: resolve(values.folder) };
};

const main = async () => {
  const { port, ephemeral, folder, reset, allow, help, 'no-faults': withoutFaults, ...given } = options();
  if (help) return say(HELP);
  if (reset && ephemeral) throw new CannotStart('--reset and --ephemeral exclude each other. Choose one.');
  if (reset) await resetState(folder);
  let stage: Stage | undefined;
  let isStopping = false;
  const stopOnce = () => {
    if (!stage || isStopping) process.exit(1);
    isStopping = true;
    stage.close().then(() => process.exit(0));
  };
  // The last one is sent when the terminal closes.
  process.on('SIGINT', stopOnce).on('SIGTERM', stopOnce).on('SIGHUP', stopOnce);
  // On AWS this would end one invocation, not the service.
  process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', error));

  // The Lambdas' log lines would hide what is on the screen.
  const lines = new PassThrough();
  console.log = (...values: unknown[]) => void lines.write(`${values.join(' ')}\n`);

  const began = Date.now();
  stage = await startStage({ port, folder: ephemeral ? undefined : folder, allow, withoutFaults });
  const log = join(stage.folder, 'lambda.log');
  lines.pipe(createWriteStream(log, { flags: 'a' }));

  const { description, model } = stage;
  const state = resolve(given.state ?? join(stage.folder, 'stage.json'));
  await mkdir(dirname(state), { recursive: true });
  await writeWhole(state, description);
  say(`
Sidenote runs on this machine (ready in ${((Date.now() - began) / 1000).toFixed(1)} s).

  Open
    Front page                  ${description.base_url}/
    Dashboard                   ${description.dashboard_url}
    Demo page with the widget   ${description.widget_page}
    Sent emails                 ${description.mail_url}
    API description             ${description.base_url}/openapi.json
    ID token for scripts        ${description.sign_in_url}

  Connect an agent
    claude mcp add --transport http sidenote ${description.mcp_url}
    {"mcpServers":{"sidenote":{"url":"${description.mcp_url}"}}}
    curl -H 'Authorization: Bearer ${description.api_token}' ${description.base_url}/api/v1/sites

  ${model ? `Personas answer by ${model}` : 'Reviews are measured by rules, without an AI (set MODEL=openai:<model>@<base url> to use one)'}

  Signed in as ${description.owner_email}; all URLs and tokens: ${state}
  Log of the Lambdas: ${log}
  ${ephemeral ? 'State is deleted at the end.' : `State is kept in ${folder}; npm start -- --reset deletes it.`} Press Ctrl-C to stop.
`);
};

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use. Choose another one: npm start -- --port 8788';
  }
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${HELP}`;
  return error instanceof CannotStart ? error.message : (error.stack ?? error.message);
};

main().catch((error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
