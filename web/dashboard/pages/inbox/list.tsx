import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { isOfLastVisit } from '../../kit/of-last-visit.ts';
import { MoreButton } from '../../kit/paged-list.tsx';
import { ErrorNote, isNotFound, Skeleton } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { useSiteQueries } from '../sites/data.ts';
import { useNotes } from './data.ts';
import { ALL_SITES } from './first-page.ts';
import { NewNotesButton, Nothing, SearchProgress, useNewNotes } from './list-state.tsx';
import { wordsOf } from './matching.ts';
import { rememberList } from './note/list-position.ts';
import { NoteLine, useSelecting } from './note-line.tsx';
import type { NoteRow } from './note-list.ts';
import { RowsInPage, type Sizes } from './note-rows.tsx';
import type { InboxSearch } from './search.ts';
import { useSelectionWithin, useTriage } from './triage.tsx';
import { useUnread } from './unread.ts';

const SIZES: Sizes = new Map();
const USUAL_SIZE = 69;

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Only lists of several sites say whose note it is. */
const useSiteNames = ({ site }: InboxSearch): ReadonlyMap<string, string> => {
  const { data } = useQuery(useSiteQueries().all);
  return useMemo(
    () => (data && site === ALL_SITES ? new Map(data.map(({ id, name }) => [id, name])) : NO_NAMES),
    [data, site],
  );
};

interface RowsProps {
  notes: readonly NoteRow[];
  isComplete: boolean;
  site_id: string;
  search: InboxSearch;
}

const Rows = ({ notes, isComplete, site_id, search }: RowsProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const { selected, act } = useTriage();
  const { shown, waiting, show } = useNewNotes(notes, frame);
  const onSelect = useSelecting();
  const onRelease = useCallback((note: NoteRow) => act([note], { quarantined: false }), [act]);
  const names = useSiteNames(search);
  const isUnread = useUnread(site_id);
  const words = useMemo(() => wordsOf(search.q), [search.q]);
  useEffect(() => rememberList(search, shown), [search, shown]);
  // Stays mounted and remembers its notes: an undo into an empty list isn't new.
  if (notes.length === 0) return null;
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={show} />
      <RowsInPage
        frame={frame}
        className={shown.some(({ has_screenshot }) => has_screenshot) ? 'rows pictured' : 'rows'}
        label={t('shell.inbox')}
        notes={shown}
        isComplete={isComplete}
        sizes={SIZES}
        usualSize={USUAL_SIZE}
        selected={selected}
      >
        {(note) => (
          <NoteLine
            note={note}
            words={words}
            withStatus={search.status === 'all'}
            site={names.get(note.site_id)}
            isUnread={isUnread(note)}
            isByChange={search.sort === 'updated'}
            isSelected={selected.has(note.id)}
            onSelect={onSelect}
            onRelease={onRelease}
          />
        )}
      </RowsInPage>
    </>
  );
};

export const NoteList = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const state = useNotes(site_id, search);
  const { list, notes, error, retry, isSearching, isFinding, isReadingOn } = state;
  useSelectionWithin(notes);
  if (error && (!notes || isNotFound(error))) return <ErrorNote error={error} retry={retry} />;
  if (!notes) return <Skeleton lines={8} as="rows" />;
  const isOld = isOfLastVisit(list) && (list.isError || list.isPaused);
  const isEmpty = notes.length === 0 && !isReadingOn && (isSearching || !list.hasNextPage);
  return (
    <>
      {isOld && (
        <p className="callout inbox-hint" role="status">
          {t('inbox.last_visit')}
        </p>
      )}
      {(isSearching || isFinding) && <SearchProgress state={state} found={notes.length} search={search} />}
      {isEmpty && <Nothing site_id={site_id} search={search} isAll={!list.hasNextPage} />}
      <Rows notes={notes} isComplete={!list.hasNextPage} site_id={site_id} search={search} />
      {error && <ErrorNote error={error} retry={retry} />}
      {!error && !isSearching && notes.length > 0 && <MoreButton list={list} />}
    </>
  );
};
