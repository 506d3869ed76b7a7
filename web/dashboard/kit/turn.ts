import { useDeferredValue } from 'react';

/**
 * Whether it is the turn of what needs an answer. An answer interrupts: all that it brings would be rendered at once, and
 * nothing else happens meanwhile. What waits for its turn is rendered in slices that let input through. What was there
 * from the beginning, as on a page that one comes back to, need not wait, so that its scroll position can be restored.
 */
export const useTurn = (isThere: boolean): boolean => useDeferredValue(isThere);

/** About what a window shows. */
const FEW = 8;

/** The first few of a list that has just come, then all of it in its turn. */
export const useFewFirst = <One>(all: readonly One[] | undefined): readonly One[] | undefined => {
  const hasTurn = useTurn(all !== undefined);
  return hasTurn ? all : all?.slice(0, FEW);
};
