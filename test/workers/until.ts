import { setTimeout as wait } from 'node:timers/promises';

/**
 * Shorter than the timeout of a test (jest.config.js), and long enough for a machine that is busy with other things.
 * With DynamoDB Local, a job that a slow store held up is sent again after two to three minutes.
 */
const PATIENCE_MS = process.env.PROOF || process.env.TESTS === 'table' ? 240_000 : 50_000;

/** Waits for what another process is at work on. */
export const until = async <T>(look: () => Promise<T | undefined | false>, what = 'it'): Promise<T> => {
  const end = Date.now() + PATIENCE_MS;
  for (let pause = 40; ; pause = Math.min(pause * 1.4, 250)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await wait(pause);
  }
};
