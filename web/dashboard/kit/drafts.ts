import { useCallback, useEffect, useState } from 'react';
import { keepStored, readStored } from './stored.ts';

/** Unsaved changes survive navigation, reloads and sign-ins in this tab. */
export const useStoredDraft = <Draft extends object>(place: string, saved: Draft) => {
  const key = `sidenote.${place}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...saved, ...readStored<Partial<Draft>>(key) }));
  const written = JSON.stringify(draft);
  const isChanged = written !== JSON.stringify(saved);
  useEffect(() => keepStored(key, isChanged ? written : undefined), [key, written, isChanged]);
  return { draft, setDraft, isChanged };
};

const at = (place: string) => `sidenote.${place}`;

export const storedText = (place: string): string | null => sessionStorage.getItem(at(place));

/** Unsent text survives navigation, reloads and sign-ins in this tab. Writing the initial text removes it. */
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
