import { useDeferredValue } from 'react';

/**
 * False during the urgent render of an update, then true in a deferred one. Rendering everything at once would block input, so
 * long content renders in interruptible slices. Content present at first render isn't deferred, so that scroll positions can be
 * restored.
 */
export const useIsDeferred = (isThere: boolean): boolean => useDeferredValue(isThere);

/** About one screenful. */
const FEW = 8;

/** Renders the first few items of a new list, then all of it in a deferred render. */
export const useDeferredList = <One>(all: readonly One[] | undefined): readonly One[] | undefined => {
  const hasTurn = useIsDeferred(all !== undefined);
  return hasTurn ? all : all?.slice(0, FEW);
};
