import { useCallback, useEffect, useRef } from 'react';

/** Says whether the component is still shown: work that ends after its page was left must not take over the tab. */
export const useIsHere = (): (() => boolean) => {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
};
