import { ArrowRightLeft, Check, GripVertical } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { NoteFacts } from './note-facts.tsx';
import type { NoteRow } from './note-list.ts';
import { NoteWords } from './note-words.tsx';
import { useTriage } from './triage.tsx';

interface Props {
  note: NoteRow;
  words: readonly string[];
  isSelected: boolean;
  onOpen: (id: string) => void;
}

export const Card = ({ note, words, isSelected, onOpen }: Props) => {
  const t = useText();
  const { select, openMenu } = useTriage();
  const title = (note.summary || note.excerpt).slice(0, 80);
  return (
    <GridListItem
      id={note.id}
      textValue={title}
      className={isSelected ? 'card-note selected' : 'card-note'}
      data-note={note.id}
      onAction={() => onOpen(note.id)}
    >
      <NoteWords note={note} words={words} />
      <div className="card-facts">
        <NoteFacts note={note} withStatus={false} />
      </div>
      <div className="card-tools">
        <Button
          className="pick"
          aria-pressed={isSelected}
          onPress={() => select([note.id], !isSelected)}
          aria-label={t('inbox.select', { title })}
        >
          <span className="box">
            <Check aria-hidden="true" />
          </span>
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
