import { setTimeout as wait } from 'node:timers/promises';

/** Waits for what another process is at work on. */
export const until = async <T>(look: () => Promise<T | undefined | false>, what = 'it'): Promise<T> => {
  const end = Date.now() + 15_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await wait(25);
  }
};
