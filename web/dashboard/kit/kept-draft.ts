import { useEffect, useState } from 'react';
import { keepStored, readStored } from './stored.ts';

/**
 * The fields of a form. What is changed and not saved stays in this tab while somebody looks elsewhere, over a reload and a
 * sign-in, until it is saved or made as it was.
 */
export const useKeptDraft = <Draft extends object>(place: string, saved: Draft) => {
  const key = `sidenote.${place}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...saved, ...readStored<Partial<Draft>>(key) }));
  const written = JSON.stringify(draft);
  const isChanged = written !== JSON.stringify(saved);
  useEffect(() => keepStored(key, isChanged ? written : undefined), [key, written, isChanged]);
  return { draft, setDraft, isChanged };
};
