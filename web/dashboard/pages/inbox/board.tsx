import './board.css';
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MoreButton } from '../../kit/paged-list.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { t } from '../../words/messages.ts';
import { STATUSES } from '../../words/note-enums.generated.ts';
import { useNotes } from './data.ts';
import { focusNote, noteBeside } from './focus.ts';
import { NewNotesButton, Nothing, SearchProgress, useNewNotes } from './list-state.tsx';
import { wordsOf } from './matching.ts';
import { rememberList } from './note/list-position.ts';
import { NoteLine, useSelecting } from './note-line.tsx';
import type { NoteRow } from './note-list.ts';
import { RowsInFrame, RowsInPage, type Sizes } from './note-rows.tsx';
import type { InboxSearch, Status } from './search.ts';
import { useSelectionWithin, useTriage } from './triage.tsx';
import { useUnread } from './unread.ts';

const DRAGGED = 'application/x-sidenote-note';

const noteOf = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-note]') : null;

/** A selected card takes the other selected ones along. */
const useDrag = () => {
  const { selected } = useTriage();
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      const note = noteOf(event);
      const id = note?.dataset.note;
      if (!note || id === undefined) return;
      const ids = selected.has(id) ? [...selected] : [id];
      event.dataTransfer.setData(DRAGGED, ids.join(' '));
      event.dataTransfer.effectAllowed = 'move';
      note.dataset.dragging = '';
    },
    onDragEnd: (event: DragEvent) => delete noteOf(event)?.dataset.dragging,
  };
};

/** Without React's state: an event of a drag renders nothing. */
const useDrop = (status: Status) => {
  const { notesOf, act } = useTriage();
  const mark = (event: DragEvent<HTMLElement>, isOver: boolean) =>
    event.currentTarget.toggleAttribute('data-drop-target', isOver);
  const over = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    mark(event, true);
  };
  return {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      const { relatedTarget } = event;
      if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) mark(event, false);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      mark(event, false);
      const notes = notesOf(event.dataTransfer.getData(DRAGGED).split(' ')).filter((note) => note.status !== status);
      if (notes.length > 0) act(notes, { status }, { isDropped: true });
    },
  };
};

const moveFocus = (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const id = noteBeside(event.key);
  if (id === undefined) return;
  event.preventDefault();
  focusNote(id);
};

const NARROW = window.matchMedia('(max-width: 48rem)');

const useIsNarrow = () => {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const set = () => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', set);
    return () => NARROW.removeEventListener('change', set);
  }, []);
  return isNarrow;
};

const NONE: readonly NoteRow[] = [];
const SIZES: Sizes = new Map();
const USUAL_SIZE = 132;
const GAP = 8;

interface Props {
  notes: readonly NoteRow[] | undefined;
  isComplete: boolean;
  status: Status;
  site_id: string;
  search: InboxSearch;
}

const Cards = ({ notes, isComplete, status, site_id, search }: Props) => {
  const frame = useRef<HTMLDivElement>(null);
  const { selected, openMenu } = useTriage();
  const drag = useDrag();
  const { shown, waiting, show } = useNewNotes(notes ?? NONE, frame);
  const words = useMemo(() => wordsOf(search.q), [search.q]);
  const isUnread = useUnread(site_id);
  const onSelect = useSelecting();
  const onMove = useCallback(
    (note: NoteRow, anchor: HTMLElement) => openMenu({ what: 'status', notes: [note], anchor }),
    [openMenu],
  );
  // On a phone, columns are as long as their notes and scroll with the page.
  const Rows = useIsNarrow() ? RowsInPage : RowsInFrame;
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={show} />
      <Rows
        frame={frame}
        className="cards"
        label={t(`inbox.status.${status}`)}
        notes={shown}
        isComplete={isComplete}
        sizes={SIZES}
        usualSize={USUAL_SIZE}
        gap={GAP}
        selected={selected}
        empty={notes ? <p className="fine">{t('inbox.board.empty')}</p> : <Skeleton lines={3} as="rows" />}
        onKeyDown={moveFocus}
        onClick={(event) => noteOf(event) && rememberList(search, shown)}
        {...drag}
      >
        {(note) => (
          <NoteLine
            note={note}
            words={words}
            withStatus={false}
            isUnread={isUnread(note)}
            isSelected={selected.has(note.id)}
            onSelect={onSelect}
            onMove={onMove}
          />
        )}
      </Rows>
    </>
  );
};

interface Content {
  notes: readonly NoteRow[];
  isEmpty: boolean;
}

interface ColumnProps {
  status: Status;
  site_id: string;
  search: InboxSearch;
  onContent: (status: Status, content: Content) => void;
}

const Column = ({ status, site_id, search, onContent }: ColumnProps) => {
  const own = useMemo((): InboxSearch => ({ ...search, status }), [search, status]);
  const state = useNotes(site_id, own);
  const { list, notes, error, retry, isSearching, isFinding } = state;
  const isEmpty = notes?.length === 0 && !list.hasNextPage && !error;
  useEffect(() => onContent(status, { notes: notes ?? NONE, isEmpty }), [onContent, status, notes, isEmpty]);
  return (
    <section className="column" aria-labelledby={`column-${status}`} {...useDrop(status)}>
      <h2 className="row tight" id={`column-${status}`}>
        {t(`inbox.status.${status}`)}{' '}
        {notes && (
          <span className="count">
            {notes.length}
            {list.hasNextPage && '+'}
          </span>
        )}
      </h2>
      {(isSearching || isFinding) && notes && <SearchProgress state={state} found={notes.length} />}
      {error && <ErrorNote error={error} retry={retry} />}
      {(notes || !error) && (
        <Cards notes={notes} isComplete={!list.hasNextPage} status={status} site_id={site_id} search={own} />
      )}
      {!error && !isSearching && <MoreButton list={list} />}
    </section>
  );
};

export const Board = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const [columns, setColumns] = useState<ReadonlyMap<Status, Content>>(new Map());
  const onContent = useCallback(
    (status: Status, content: Content) => setColumns((before) => new Map(before).set(status, content)),
    [],
  );
  useSelectionWithin(useMemo(() => [...columns.values()].flatMap(({ notes }) => notes), [columns]));
  const isEmpty = STATUSES.every((status) => columns.get(status)?.isEmpty);
  return (
    <>
      {isEmpty && <Nothing site_id={site_id} search={search} isAll />}
      <div className="board" hidden={isEmpty}>
        {STATUSES.map((status) => (
          <Column key={status} status={status} site_id={site_id} search={search} onContent={onContent} />
        ))}
      </div>
    </>
  );
};
