import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { memo } from 'react';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { NoteFacts } from './note-facts.tsx';
import type { NoteRow } from './note-list.ts';
import { NoteWords } from './note-words.tsx';

/** Why it is in quarantine. */
const Reasons = ({ reasons }: { reasons: NonNullable<NoteRow['quarantine']> }) => {
  const t = useText();
  return <p className="fine reasons">{reasons.map((one) => t(`inbox.quarantine.${one}`)).join(' ')}</p>;
};

interface Props {
  note: NoteRow;
  words: readonly string[];
  withStatus: boolean;
  isSelected: boolean;
  /** `isRange`: select the range from the last selected note. */
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  onRelease: (note: NoteRow) => void;
}

export const NoteLine = memo(({ note, words, withStatus, isSelected, onSelect, onRelease }: Props) => {
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
        <NoteWords note={note} words={words} />
        <span className="note-row-tags">
          <NoteFacts note={note} withStatus={withStatus} />
        </span>
        <span className="fine when">
          <Time at={note.created_at} narrow />
        </span>
      </Link>
      {note.quarantine && (
        <div className="set-aside">
          <Reasons reasons={note.quarantine} />
          <button type="button" className="button" onClick={() => onRelease(note)}>
            <Undo2 aria-hidden="true" /> {t('inbox.release')}
          </button>
        </div>
      )}
    </li>
  );
});
