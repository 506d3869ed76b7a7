import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useDeferredList } from '../../kit/deferred.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { isNotFound } from '../../kit/is-not-found.ts';
import { MoreButton } from '../../kit/more-button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useText } from '../../words/messages.ts';
import { Nothing } from './empty.tsx';
import { shownNotes } from './focus.ts';
import { wordsOf } from './matching.ts';
import { useNewNotes } from './new-notes.ts';
import { NewNotesButton } from './new-notes-button.tsx';
import { rememberList } from './note/list-position.ts';
import { NoteLine } from './note-line.tsx';
import type { NoteRow } from './note-list.ts';
import { useNotes } from './notes.ts';
import { SearchProgress } from './progress.tsx';
import type { InboxSearch } from './search.ts';
import { useTriage } from './triage.tsx';

/** Shift-click selects the range from the last selected note. */
const useSelecting = () => {
  const { select } = useTriage();
  const last = useRef<string>(undefined);
  return useCallback(
    (id: string, isSelected: boolean, isRange: boolean) => {
      const ids = shownNotes();
      const [from, to] = [ids.indexOf(last.current ?? ''), ids.indexOf(id)];
      const range = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      select(range, isSelected);
    },
    [select],
  );
};

/** Bulk actions never affect notes that aren't visible. */
const useSelectionWithin = (notes: readonly NoteRow[] | undefined) => {
  const { selected, select } = useTriage();
  useEffect(() => {
    const ids = new Set(notes?.map(({ id }) => id));
    const gone = [...selected].filter((id) => !ids.has(id));
    if (gone.length > 0) select(gone, false);
  }, [notes, selected, select]);
};

const Rows = ({ notes, search }: { notes: readonly NoteRow[]; search: InboxSearch }) => {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { selected, act } = useTriage();
  const { shown, waiting, show } = useNewNotes(notes, list);
  const onSelect = useSelecting();
  const onRelease = useCallback((note: NoteRow) => act([note], { quarantined: false }), [act]);
  const words = useMemo(() => wordsOf(search.q), [search.q]);
  useEffect(() => {
    rememberList(
      search,
      shown.map(({ id }) => id),
    );
  }, [search, shown]);
  const showThem = () => {
    show();
    window.scrollTo({ top: 0 });
  };
  // Stays mounted and remembers its notes: an undo into an empty list isn't new.
  if (notes.length === 0) return null;
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={showThem} />
      <ul className="note-list" ref={list} aria-label={t('shell.inbox')}>
        {shown.map((note) => (
          <NoteLine
            key={note.id}
            note={note}
            words={words}
            withStatus={search.status === 'all'}
            isSelected={selected.has(note.id)}
            onSelect={onSelect}
            onRelease={onRelease}
          />
        ))}
      </ul>
    </>
  );
};

export const NoteList = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const state = useNotes(site_id, search);
  const { list, notes, error, retry, isSearching, isReadingOn } = state;
  const drawn = useDeferredList(notes);
  useSelectionWithin(notes);
  if (error && (!notes || isNotFound(error))) return <ErrorNote error={error} retry={retry} />;
  if (!notes || !drawn) return <Skeleton lines={8} as="rows" />;
  const isEmpty = notes.length === 0 && !isReadingOn && (isSearching || !list.hasNextPage);
  return (
    <>
      {isSearching && <SearchProgress state={state} found={notes.length} search={search} />}
      {isEmpty && <Nothing site_id={site_id} search={search} isAll={!list.hasNextPage} />}
      <Rows notes={drawn} search={search} />
      {error && <ErrorNote error={error} retry={retry} />}
      {!error && !isSearching && notes.length > 0 && drawn === notes && <MoreButton list={list} />}
    </>
  );
};
