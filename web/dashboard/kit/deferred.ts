import { useDeferredValue } from 'react';

/** Long content renders deferred, which input can interrupt, except at first, so that scroll positions are restored. */
export const useIsDeferred = (isThere: boolean): boolean => useDeferredValue(isThere);

const FEW = 8;

export const useDeferredList = <One>(all: readonly One[] | undefined): readonly One[] | undefined => {
  const hasTurn = useIsDeferred(all !== undefined);
  return hasTurn ? all : all?.slice(0, FEW);
};
