import { useEffect, useState } from 'react';
import { keepStored, readStored } from './stored.ts';

/** A form's draft. Unsaved changes are stored in this tab, across navigation, reloads and sign-ins, until saved or reverted. */
export const useStoredDraft = <Draft extends object>(place: string, saved: Draft) => {
  const key = `sidenote.${place}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...saved, ...readStored<Partial<Draft>>(key) }));
  const written = JSON.stringify(draft);
  const isChanged = written !== JSON.stringify(saved);
  useEffect(() => keepStored(key, isChanged ? written : undefined), [key, written, isChanged]);
  return { draft, setDraft, isChanged };
};
