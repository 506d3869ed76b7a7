import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { useDeferredList } from '../../kit/deferred.ts';
import { Time } from '../../kit/formats.tsx';
import { MoreButton } from '../../kit/paged-list.tsx';
import { ErrorNote, isNotFound, Skeleton } from '../../kit/states.tsx';
import { useText } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { useNotes } from './data.ts';
import { shownNotes } from './focus.ts';
import { NewNotesButton, Nothing, SearchProgress, useNewNotes } from './list-state.tsx';
import { wordsOf } from './matching.ts';
import { rememberList } from './note/list-position.ts';
import type { NoteRow } from './note-list.ts';
import { NoteFacts, NoteWords } from './note-parts.tsx';
import { ALL_SITES, type InboxSearch } from './search.ts';
import { useTriage } from './triage.tsx';

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

interface LineProps {
  note: NoteRow;
  words: readonly string[];
  withStatus: boolean;
  site: string | undefined;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  onRelease: (note: NoteRow) => void;
}

const NoteLine = memo(({ note, words, withStatus, site, isSelected, onSelect, onRelease }: LineProps) => {
  const t = useText();
  const title = note.summary || note.excerpt;
  return (
    <li className={isSelected ? 'note-line selected' : 'note-line'} data-note={note.id}>
      <label className="pick">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('inbox.select', { title: title.slice(0, 80) })}
          onClick={({ shiftKey }) => onSelect(note.id, !isSelected, shiftKey)}
          onChange={() => undefined}
        />
      </label>
      <Link to="/inbox/$annotationId" params={{ annotationId: note.id }} className="note-row">
        <span className="unread" aria-hidden="true" />
        <NoteWords note={note} words={words} site={site} />
        <span className="row tight note-row-tags">
          <NoteFacts note={note} withStatus={withStatus} />
        </span>
        <span className="fine when">
          <Time at={note.created_at} narrow />
        </span>
      </Link>
      {note.quarantine && (
        <div className="row spread tight set-aside">
          <p>{note.quarantine.map((one) => t(`inbox.quarantine.${one}`)).join(' ')}</p>
          <Button icon={Undo2} onClick={() => onRelease(note)}>
            {t('inbox.release')}
          </Button>
        </div>
      )}
    </li>
  );
});

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Only lists of several sites say whose note it is. */
const useSiteNames = ({ site }: InboxSearch): ReadonlyMap<string, string> => {
  const { data } = useQuery(useSiteQueries().all);
  return useMemo(
    () => (data && site === ALL_SITES ? new Map(data.map(({ id, name }) => [id, name])) : NO_NAMES),
    [data, site],
  );
};

const Rows = ({ notes, search }: { notes: readonly NoteRow[]; search: InboxSearch }) => {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const { selected, act } = useTriage();
  const { shown, waiting, show } = useNewNotes(notes, list);
  const onSelect = useSelecting();
  const onRelease = useCallback((note: NoteRow) => act([note], { quarantined: false }), [act]);
  const names = useSiteNames(search);
  const words = useMemo(() => wordsOf(search.q), [search.q]);
  useEffect(() => rememberList(search, shown), [search, shown]);
  // Stays mounted and remembers its notes: an undo into an empty list isn't new.
  if (notes.length === 0) return null;
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={show} />
      <ul className="rows" ref={list} aria-label={t('shell.inbox')}>
        {shown.map((note) => (
          <NoteLine
            key={note.id}
            note={note}
            words={words}
            withStatus={search.status === 'all'}
            site={names.get(note.site_id)}
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
