import { useEffect, useState } from 'react';

/** The value before until the browser has painted, so that a click is answered before long content renders. */
export const useDeferred = <Value>(value: Value, first = value): Value => {
  const [shown, show] = useState(first);
  useEffect(() => {
    if (shown === value) return;
    let painted: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      painted = setTimeout(() => show(() => value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(painted);
    };
  }, [value, shown]);
  return shown;
};

/** Except at first, so that scroll positions are restored. */
export const useIsDeferred = (isThere: boolean): boolean => useDeferred(isThere);

let isReturning = true;

/** Of the router's history. */
export const followHistory = ({ action: { type } }: { action: { type: string } }): void => {
  isReturning = type !== 'PUSH' && type !== 'REPLACE';
};

/** False at first, so that a page's head answers the click before the rest renders. */
export const useHasTurn = (): boolean => useDeferred(true, isReturning);
