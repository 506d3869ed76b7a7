import { useCallback, useEffect, useMemo, useState } from 'react';
import { keepStored, readStored } from '../../kit/stored.ts';
import { changesOf, type Draft } from './draft.ts';
import { type Field, mergeDrafts, withFields } from './merge-drafts.ts';

interface Written {
  draft: Draft;
  base: Draft;
}

/** The unsaved draft, kept across reloads until saved or discarded. Rename the key if its shape changes. */
export const useDraft = (name: string, saved: Draft) => {
  const place = `sidenote.persona.3.${name}`;
  const [kept] = useState(() => readStored<Written>(place));
  const [{ draft, base }, setWritten] = useState(kept ?? { draft: saved, base: saved });
  const changes = useMemo(() => changesOf(draft, base), [draft, base]);
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => {
    keepStored(place, isChanged ? JSON.stringify({ draft, base }) : undefined);
  }, [place, draft, base, isChanged]);
  const setDraft = useCallback((change: (now: Draft) => Draft) => {
    setWritten((now) => ({ ...now, draft: change(now.draft) }));
  }, []);
  const begin = useCallback((from: Draft) => setWritten({ draft: from, base: from }), []);
  const goOn = useCallback((from: Draft, theirs?: readonly Field[]) => {
    setWritten((now) => {
      const draft = mergeDrafts(now.draft, now.base, from)?.draft ?? now.draft;
      return { draft: theirs ? withFields(draft, from, theirs) : draft, base: from };
    });
  }, []);
  return {
    draft,
    base,
    setDraft,
    begin,
    goOn,
    changes,
    isChanged,
    wasKept: kept !== undefined,
    putAway: () => sessionStorage.removeItem(place),
  };
};
