import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST_START_MS = 60_000;

const setFault = async (base_url, mode) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ target: 'table', mode });
  const answer = await fetch(`${base_url}/__local/faults`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};

/** Starts a local stage and resolves to the environment in which its handlers find it. */
const startStage = async (stages) => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'));
  const state = join(folder, 'stage.json');
  const args = ['--import', './test/calls/record.ts', 'bin/local.ts', '--ephemeral', '--port', '0', '--state', state];
  const stage = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'error', MODEL: '' },
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
      if (process.env.TABLE_FAULT) await setFault(base_url, process.env.TABLE_FAULT);
      const settings = await (await fetch(`${base_url}/__local/env`)).json();
      return { ...settings, SIDENOTE_STAGE: text, LOG_LEVEL: 'error', MODEL: '' };
    }
    await wait(50);
  }
  throw new Error(`The local stage did not start.\n${printed}`);
};

/** A stage for each test process, so that one may break its own while the other works: started when first asked for. */
export const openStages = async () => {
  const stages = [];
  const environments = new Map();
  const environmentOf = (worker) => {
    if (!environments.has(worker)) environments.set(worker, startStage(stages));
    return environments.get(worker);
  };
  const server = createServer((request, response) => {
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
