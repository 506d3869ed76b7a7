import { useCallback, useState } from 'react';
import { keepStored } from './stored.ts';

const at = (place: string) => `sidenote.${place}`;

/** The unsent text stored in this tab under that key. */
export const storedText = (place: string): string | null => sessionStorage.getItem(at(place));

/** Stores unsent text in this tab, across navigation, reloads and sign-ins. Writing the initial text removes it. */
export const useStoredText = (place: string, first = '') => {
  const [text, setText] = useState(() => storedText(place) ?? first);
  const write = useCallback(
    (next: string) => {
      setText(next);
      keepStored(at(place), next === first ? undefined : next);
    },
    [place, first],
  );
  return [text, write] as const;
};
