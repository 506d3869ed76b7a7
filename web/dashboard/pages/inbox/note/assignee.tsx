import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { usePeople } from '../people.ts';
import { useChangeNote } from './data.ts';

/** A guest doesn't see other members' names, only whether the note is assigned. */
export const Assignee = ({ note }: { note: Note }) => {
  const t = useText();
  const { me, others, nameOf } = usePeople();
  const { change, isPending } = useChangeNote(note);
  const { assignee_id: assignee } = note;
  const isKnown = assignee === null || nameOf(assignee) !== undefined;
  return (
    <label className="labelled">
      <span>{t('note.assignee')}</span>
      <span className="select">
        <select
          value={assignee ?? ''}
          disabled={isPending}
          onChange={({ target }) => change({ assignee_id: target.value || null })}
        >
          <option value="">{t('note.assignee.nobody')}</option>
          {!isKnown && <option value={assignee}>{t('note.assignee.other')}</option>}
          <option value={me}>{t('note.assignee.me', { name: nameOf(me) ?? '' })}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
};
