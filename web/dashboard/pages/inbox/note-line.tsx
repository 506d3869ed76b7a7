import { Columns3, Undo2 } from 'lucide-react';
import { memo, useCallback, useRef } from 'react';
import { Button } from '../../kit/button.tsx';
import { Time } from '../../kit/formats.tsx';
import { Link } from '../../kit/router/link.tsx';
import { t, useLocale } from '../../words/messages.ts';
import { shownNotes } from './focus.ts';
import type { NoteRow } from './note-list.ts';
import { NoteFacts, NoteWords, UnreadDot } from './note-parts.tsx';
import { useTriage } from './triage.tsx';

export const useSelecting = () => {
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

interface Props {
  note: NoteRow;
  words: readonly string[];
  withStatus: boolean;
  site?: string | undefined;
  isUnread: boolean;
  isByChange?: boolean;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  onRelease?: (note: NoteRow) => void;
  onMove?: (note: NoteRow, anchor: HTMLElement) => void;
}

/** A row of the list, and a card of the board. */
export const NoteLine = memo(
  ({ note, words, withStatus, site, isUnread, isByChange, isSelected, onSelect, onRelease, onMove }: Props) => {
    useLocale();
    const title = note.excerpt.slice(0, 80);
    return (
      <>
        <label className="pick">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('inbox.select', { title })}
            onClick={({ shiftKey }) => onSelect(note.id, !isSelected, shiftKey)}
            onChange={() => undefined}
          />
        </label>
        {/* Of a card, all of it is dragged. */}
        <Link
          to="/inbox/$annotationId"
          params={{ annotationId: note.id }}
          className="note-row"
          {...(onMove && { draggable: false })}
        >
          <UnreadDot isUnread={isUnread} />
          <NoteWords note={note} words={words} site={site} />
          <span className="row tight note-row-tags">
            <NoteFacts note={note} withStatus={withStatus} />
          </span>
          <span className="fine when">
            <Time at={isByChange ? note.updated_at : note.created_at} narrow />
          </span>
        </Link>
        {onMove && (
          <Button
            look="quiet"
            icon={Columns3}
            aria-label={t('inbox.board.move', { title })}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => onMove(note, currentTarget)}
          />
        )}
        {onRelease && note.quarantine && (
          <div className="row spread tight set-aside">
            <p>{note.quarantine.map((one) => t(`inbox.quarantine.${one}`)).join(' ')}</p>
            <Button icon={Undo2} onClick={() => onRelease(note)}>
              {t('inbox.release')}
            </Button>
          </div>
        )}
      </>
    );
  },
);
