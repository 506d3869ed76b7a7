import { useCallback, useState } from 'react';
import { keepStored } from './stored.ts';

const at = (place: string) => `sidenote.${place}`;

/** What somebody has begun to write at that place, in this tab. */
export const keptText = (place: string): string | null => sessionStorage.getItem(at(place));

/**
 * What somebody has begun to write stays while they look elsewhere, over a reload and a sign-in, until it is written as it
 * was at first: so it is forgotten, too.
 */
export const useKeptText = (place: string, first = '') => {
  const [text, setText] = useState(() => keptText(place) ?? first);
  const write = useCallback(
    (next: string) => {
      setText(next);
      keepStored(at(place), next === first ? undefined : next);
    },
    [place, first],
  );
  return [text, write] as const;
};
