import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

/** The service times out after half a minute, so a longer wait means a lost connection. */
const MAX_MS = 45_000;
const SLOW_MS = 4000;
/** Signed URLs of pictures and files are valid for five minutes. */
export const SIGNED_MS = 240_000;

/** A `fetch` with a timeout for the start of the response, but none for its body. */
export const withLimit =
  (send: typeof fetch): typeof fetch =>
  async (input, init = {}) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException('No answer in time.', 'TimeoutError')), MAX_MS);
    const signals = [limit.signal, ...(init.signal ? [init.signal] : [])];
    try {
      return await send(input, { ...init, signal: AbortSignal.any(signals) });
    } finally {
      clearTimeout(timer);
    }
  };

const { subscribe, tell } = makeListeners();
let slow = 0;

const count = (by: number) => {
  slow += by;
  tell();
};

export const watch = async <Result>(work: Promise<Result>): Promise<Result> => {
  let counted = 0;
  const timer = setTimeout(() => {
    counted = 1;
    count(1);
  }, SLOW_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (counted) count(-1);
  }
};

const isSlow = () => slow > 0;

export const useIsSlow = (): boolean => useSyncExternalStore(subscribe, isSlow);
