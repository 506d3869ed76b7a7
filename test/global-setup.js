import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Starts one local stage for the whole run and hands its addresses and settings to the test processes. TEST_BASE_URL
 * names a stage to test instead.
 */
export default async function globalSetup() {
  const named = process.env.TEST_BASE_URL;
  if (named) {
    process.env.SIDENOTE_STAGE = JSON.stringify({ base_url: named });
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'));
  const state = join(folder, 'stage.json');
  const stage = spawn(process.execPath, ['bin/local.ts', '--ephemeral', '--port', '0', '--state', state], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'error', MODEL: '' },
  });
  let printed = '';
  for (const stream of [stage.stdout, stage.stderr])
    stream.on('data', (chunk) => {
      printed = (printed + chunk).slice(-20_000);
    });
  globalThis.sidenoteStage = { stage, folder };
  for (let waited = 0; ; waited += 50) {
    const text = await readFile(state, 'utf8').catch(() => '');
    if (text) {
      const described = JSON.parse(text);
      const settings = await (await fetch(`${described.base_url}/__local/env`)).json();
      Object.assign(process.env, settings, { SIDENOTE_STAGE: text, LOG_LEVEL: 'error', MODEL: '' });
      return;
    }
    if (stage.exitCode !== null || waited > 60_000) {
      await rm(folder, { recursive: true, force: true });
      throw new Error(`The local stage did not start.\n${printed}`);
    }
    await wait(50);
  }
}
