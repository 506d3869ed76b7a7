import './board.css';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { GridList } from 'react-aria-components/GridList';
import { isTextDropItem, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useDeferredList } from '../../kit/deferred.ts';
import { ErrorNote } from '../../kit/error-note.tsx';
import { MoreButton } from '../../kit/more-button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { STATUSES } from '../../words/enums.generated.ts';
import { useText } from '../../words/messages.ts';
import { Card } from './card.tsx';
import { Nothing } from './empty.tsx';
import { wordsOf } from './matching.ts';
import { useNewNotes } from './new-notes.ts';
import { NewNotesButton } from './new-notes-button.tsx';
import { rememberList } from './note/list-position.ts';
import type { NoteRow } from './note-list.ts';
import { useNotes } from './notes.ts';
import { SearchProgress } from './progress.tsx';
import type { InboxSearch, Status } from './search.ts';
import { useTriage } from './triage.tsx';

/** Drag type for note IDs; other pages and lists don't accept it. */
const DRAGGED = 'application/x-sidenote-note';

/** Dragging a selected card moves the whole selection. */
const useDragging = (status: Status) => {
  const { selected, notesOf, act } = useTriage();
  return useDragAndDrop<NoteRow>({
    getItems: (keys) => {
      const ids = [...keys].map(String);
      const all = ids.some((id) => selected.has(id)) ? [...new Set([...ids, ...selected])] : ids;
      return all.map((id) => ({ [DRAGGED]: id }));
    },
    acceptedDragTypes: [DRAGGED],
    getDropOperation: () => 'move',
    onRootDrop: async ({ items }) => {
      const ids = await Promise.all(items.filter(isTextDropItem).map((item) => item.getText(DRAGGED)));
      act(notesOf(ids), { status });
    },
  });
};

interface Props {
  /** Undefined while loading. */
  notes: readonly NoteRow[] | undefined;
  status: Status;
  search: InboxSearch;
}

const NONE: readonly NoteRow[] = [];

const Cards = ({ notes, status, search }: Props) => {
  const t = useText();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const { selected } = useTriage();
  const { dragAndDropHooks } = useDragging(status);
  const { shown, waiting, show } = useNewNotes(notes ?? NONE, list);
  const words = useMemo(() => wordsOf(search.q), [search.q]);
  const remember = () =>
    rememberList(
      search,
      shown.map(({ id }) => id),
    );
  const open = (annotationId: string) => {
    remember();
    void navigate({ to: '/inbox/$annotationId', params: { annotationId } });
  };
  const showThem = () => {
    show();
    list.current?.scrollTo({ top: 0 });
  };
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={showThem} />
      <GridList
        ref={list}
        className="cards"
        aria-label={t(`inbox.status.${status}`)}
        items={shown}
        dependencies={[selected, words]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="arrow"
        disallowTypeAhead
        renderEmptyState={() =>
          notes ? <p className="fine">{t('inbox.board.empty')}</p> : <Skeleton lines={3} as="rows" />
        }
      >
        {(note) => <Card note={note} words={words} isSelected={selected.has(note.id)} onOpen={open} />}
      </GridList>
    </>
  );
};

interface ColumnProps {
  status: Status;
  site_id: string;
  search: InboxSearch;
  /** Called once all notes were searched and none is in this column. */
  onEmpty: (status: Status, isEmpty: boolean) => void;
}

const Column = ({ status, site_id, search, onEmpty }: ColumnProps) => {
  const t = useText();
  const own = useMemo((): InboxSearch => ({ ...search, status }), [search, status]);
  const state = useNotes(site_id, own);
  const { list, notes, error, retry, isSearching } = state;
  const drawn = useDeferredList(notes);
  const isEmpty = notes?.length === 0 && !list.hasNextPage && !error;
  useEffect(() => onEmpty(status, isEmpty), [onEmpty, status, isEmpty]);
  return (
    <section className="column" aria-labelledby={`column-${status}`}>
      <h2 id={`column-${status}`}>
        {t(`inbox.status.${status}`)}{' '}
        {notes && (
          <span className="count">
            {notes.length}
            {list.hasNextPage && '+'}
          </span>
        )}
      </h2>
      {isSearching && notes && <SearchProgress state={state} found={notes.length} />}
      {error && <ErrorNote error={error} retry={retry} />}
      {/* Rendered from the start: keyboard order of the columns is the order in which they mounted. */}
      {(notes || !error) && <Cards notes={drawn} status={status} search={own} />}
      {!error && !isSearching && <MoreButton list={list} />}
    </section>
  );
};

/** One column per status. Notes move by dragging, with pointer or keyboard, or by menu. */
export const Board = ({ site_id, search }: { site_id: string; search: InboxSearch }) => {
  const [empty, setEmpty] = useState<ReadonlySet<Status>>(new Set());
  const onEmpty = useCallback(
    (status: Status, isEmpty: boolean) =>
      setEmpty((before) => {
        const others = [...before].filter((one) => one !== status);
        return new Set(isEmpty ? [...others, status] : others);
      }),
    [],
  );
  const isEmpty = empty.size === STATUSES.length;
  return (
    <>
      {isEmpty && <Nothing site_id={site_id} search={search} isAll />}
      <div className="board" hidden={isEmpty}>
        {STATUSES.map((status) => (
          <Column key={status} status={status} site_id={site_id} search={search} onEmpty={onEmpty} />
        ))}
      </div>
    </>
  );
};
