import { useEffect, useState } from 'react';
import { isReturning } from './router/history.ts';

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

/** False at first, so that a page's head answers the click before the rest renders. */
export const useHasTurn = (): boolean => useDeferred(true, isReturning());
