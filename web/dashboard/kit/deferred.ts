import { useDeferredValue } from 'react';

/** Long content renders deferred, which input can interrupt, except at first, so that scroll positions are restored. */
export const useIsDeferred = (isThere: boolean): boolean => useDeferredValue(isThere);

let isReturning = true;

/** Of the router's history. */
export const followHistory = ({ action: { type } }: { action: { type: string } }): void => {
  isReturning = type !== 'PUSH' && type !== 'REPLACE';
};

/** False at first, so that a page's head answers the click before the rest renders. */
export const useHasTurn = (): boolean => useDeferredValue(true, isReturning);
