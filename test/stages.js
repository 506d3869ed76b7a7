import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildDashboard } from '../lib/build/dashboard-build.ts';
import { buildWidget } from '../lib/build/widget-build.ts';

const LONGEST_START_MS = 180_000;

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 ** 31;

/** In memory, if there is enough: emulators wait for the disk at every write. */
const temporaryFolder = async () => {
  const { bavail = 0, bsize = 0 } = await statfs(MEMORY).catch(() => ({}));
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
};

const setFault = async (base_url, mode) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ target: 'table', mode });
  const answer = await fetch(`${base_url}/__local/faults`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};

/** Only these proofs set faults at the stage; the others put a proxy of their own in between. */
const setsFaults = ['faults', 'all'].includes(process.env.PROOF);

/** Starts a local stage and resolves to the environment in which its handlers find it. */
const startStage = async (stages, tableFault) => {
  const TMPDIR = await temporaryFolder();
  const folder = await mkdtemp(join(TMPDIR, 'sidenote-test-'));
  const state = join(folder, 'stage.json');
  const imports = ['--import', './test/calls/record.ts', '--import', './test/unsigned.js'];
  const args = [...imports, 'bin/local.ts', '--ephemeral', '--port', '0', '--state', state];
  if (!tableFault && !setsFaults) args.push('--no-faults');
  const stage = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR, LOG_LEVEL: 'error', MODEL: '' },
  });
  stages.push({ stage, folder });
  let printed = '';
  for (const stream of [stage.stdout, stage.stderr])
    stream.on('data', (chunk) => {
      printed = (printed + chunk).slice(-20_000);
    });
  for (let waited = 0; stage.exitCode === null && waited < LONGEST_START_MS; waited += 50) {
    const text = await readFile(state, 'utf8').catch(() => '');
    if (text) {
      const { base_url } = JSON.parse(text);
      if (tableFault) await setFault(base_url, tableFault);
      const settings = await (await fetch(`${base_url}/__local/env`)).json();
      return { ...settings, TMPDIR, SIDENOTE_STAGE: text, LOG_LEVEL: 'error', MODEL: '' };
    }
    await wait(50);
  }
  throw new Error(`The local stage did not start.\n${printed}`);
};

/**
 * A stage for each test process, so that one may break its own while the other works, and another one with that fault of
 * the table: started when first asked for.
 */
export const openStages = async () => {
  const stages = [];
  const environments = new Map();
  // Once, because each stage of a clean checkout would build them for itself at the same time.
  const built = Promise.all([buildDashboard(), buildWidget()]);
  built.catch(() => undefined);
  const environmentOf = (url) => {
    if (!environments.has(url)) {
      const { searchParams } = new URL(url, 'http://stages');
      environments.set(
        url,
        built.then(() => startStage(stages, searchParams.get('table_fault'))),
      );
    }
    return environments.get(url);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    environmentOf(request.url).then(
      (environment) => response.end(JSON.stringify(environment)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: async () => {
      server.close();
      for (const { stage, folder } of stages) {
        if (stage.exitCode === null) {
          stage.kill('SIGTERM');
          await once(stage, 'exit');
        }
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
