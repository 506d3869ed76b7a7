import { useSyncExternalStore } from 'react';

const subscribe = (told: () => void) => {
  window.addEventListener('online', told);
  window.addEventListener('offline', told);
  return () => {
    window.removeEventListener('online', told);
    window.removeEventListener('offline', told);
  };
};

const isOnline = (): boolean => navigator.onLine;

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);

export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Nothing is queued: a change that was sent later, unseen, could overwrite someone's newer one. */
export const refuseOffline =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    if (init?.method !== 'GET' && !isOnline()) throw new OfflineError();
    return send(input, init);
  };
