import { setTimeout as wait } from 'node:timers/promises';

/** `late` if the work takes longer. The work itself goes on. */
export const inTime = async <T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> => {
  const ended = new AbortController();
  work.catch(() => undefined);
  const timeout = wait(Math.max(1, ms), undefined, { signal: ended.signal }).then(late);
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    ended.abort();
  }
};
