import './board.css';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRightLeft, Check, GripVertical } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { isTextDropItem, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useDeferredList } from '../../kit/deferred.ts';
import { Time } from '../../kit/formats.tsx';
import { MoreButton } from '../../kit/paged-list.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { STATUSES } from '../../words/enums.generated.ts';
import { useText } from '../../words/messages.ts';
import { useNotes } from './data.ts';
import { NewNotesButton, Nothing, SearchProgress, useNewNotes } from './list-state.tsx';
import { wordsOf } from './matching.ts';
import { rememberList } from './note/list-position.ts';
import type { NoteRow } from './note-list.ts';
import { NoteFacts, NoteWords } from './note-parts.tsx';
import type { InboxSearch, Status } from './search.ts';
import { useTriage } from './triage.tsx';

const DRAGGED = 'application/x-sidenote-note';

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
      act(notesOf(ids), { status }, { isDropped: true });
    },
  });
};

interface CardProps {
  note: NoteRow;
  words: readonly string[];
  isSelected: boolean;
  onOpen: (id: string) => void;
}

const Card = ({ note, words, isSelected, onOpen }: CardProps) => {
  const t = useText();
  const { select, openMenu } = useTriage();
  const title = (note.summary || note.excerpt).slice(0, 80);
  return (
    <GridListItem
      id={note.id}
      textValue={title}
      className={isSelected ? 'stack tight card-note selected' : 'stack tight card-note'}
      data-note={note.id}
      onAction={() => onOpen(note.id)}
    >
      <NoteWords note={note} words={words} />
      <div className="row card-facts">
        <NoteFacts note={note} withStatus={false} />
      </div>
      <div className="row card-tools">
        <Button
          className="pick"
          aria-pressed={isSelected}
          onPress={() => select([note.id], !isSelected)}
          aria-label={t('inbox.select', { title })}
        >
          <span className="box">{isSelected && <Check aria-hidden="true" />}</span>
        </Button>
        <span className="fine when">
          <Time at={note.created_at} narrow />
        </span>
        <Button slot="drag" className="button quiet icon-only" aria-label={t('inbox.board.drag', { title })}>
          <GripVertical aria-hidden="true" />
        </Button>
        <Button
          className="button quiet icon-only"
          aria-label={t('inbox.board.move', { title })}
          onPress={({ target }) => {
            if (target instanceof HTMLElement) openMenu({ what: 'status', notes: [note], anchor: target });
          }}
        >
          <ArrowRightLeft aria-hidden="true" />
        </Button>
      </div>
    </GridListItem>
  );
};

interface Props {
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
  const open = (annotationId: string) => {
    rememberList(search, shown);
    void navigate({ to: '/inbox/$annotationId', params: { annotationId } });
  };
  return (
    <>
      <NewNotesButton waiting={waiting} onShow={show} />
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
      <h2 className="row tight" id={`column-${status}`}>
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
