import { useSyncExternalStore } from 'react';
import { makeListeners } from './listeners.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

const PATIENCE_MS = 10_000;

let isUsed = false;
const { subscribe, tell } = makeListeners();

/** Toasts call it: they need what loads then. */
export const markUsed = (): void => {
  if (isUsed) return;
  isUsed = true;
  for (const sign of SIGNS) window.removeEventListener(sign, markUsed, true);
  tell();
};

// A page that stays open can show errors later, offline too.
setTimeout(markUsed, PATIENCE_MS);
for (const sign of SIGNS) window.addEventListener(sign, markUsed, { capture: true, passive: true });

/** True after the first pointer or key, or after ten seconds. Code that only answers input loads then. */
export const useIsUsed = (): boolean => useSyncExternalStore(subscribe, () => isUsed);
