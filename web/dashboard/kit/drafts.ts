import { useCallback, useEffect, useState } from 'react';
import { keepStored, readStored } from './stored.ts';

/** The fields to send: the others may have been changed elsewhere. */
export const changesIn = <Draft extends object>(draft: Draft, saved: Draft): Partial<Draft> => {
  const before = new Map(Object.entries(saved));
  const changes = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return Object.fromEntries(changes) as Partial<Draft>;
};

export const keepDraft = <Draft extends object>(place: string, draft: Draft, saved: Draft): void =>
  keepStored(`sidenote.${place}`, JSON.stringify(changesIn(draft, saved)));

/**
 * Unsaved changes survive navigation, reloads and sign-ins in this tab. Fields without one follow what is saved, which
 * may change elsewhere.
 */
export const useStoredDraft = <Draft extends object>(place: string, saved: Draft) => {
  const key = `sidenote.${place}`;
  const [kept, setKept] = useState<Partial<Draft>>(() => readStored<Partial<Draft>>(key) ?? {});
  const draft: Draft = { ...saved, ...kept };
  const written = JSON.stringify(changesIn(draft, saved));
  const isChanged = written !== '{}';
  useEffect(() => {
    keepStored(key, isChanged ? written : undefined);
    setKept(JSON.parse(written) as Partial<Draft>);
  }, [key, written, isChanged]);
  const setDraft = (next: Draft | ((now: Draft) => Draft)) =>
    setKept((before) => (typeof next === 'function' ? next({ ...saved, ...before }) : next));
  /** After saving; pass nothing as `sent` after an undo. Fields changed meanwhile stay unsaved changes. */
  const showSaved = (fresh: Draft, sent?: Draft) =>
    setKept((before) => ({ ...fresh, ...(sent ? changesIn({ ...saved, ...before }, sent) : before) }));
  /** Stored text is removed at once: a form that closes renders no more. */
  const discard = () => {
    keepStored(key, undefined);
    setKept({});
  };
  return { draft, setDraft, isChanged, showSaved, discard };
};

const at = (place: string) => `sidenote.${place}`;

export const storedText = (place: string): string | null => sessionStorage.getItem(at(place));

export const keepText = (place: string, text: string): void => keepStored(at(place), text || undefined);

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
