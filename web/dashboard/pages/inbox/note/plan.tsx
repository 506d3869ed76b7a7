import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { foldLabel } from '../../../../../functions/annotations/fold-label.ts';
import { IconButton } from '../../../kit/button.tsx';
import { Select, submitting } from '../../../kit/form.tsx';
import { FIGURES, LIMITS } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import { PRIORITIES } from '../../../words/note-enums.generated.ts';
import { useChangeNote } from '../change-notes.ts';
import type { Note } from '../data.ts';

export const Priority = ({ note }: { note: Note }) => {
  const { change, isPending } = useChangeNote(note);
  return (
    <label className="row tight labeled" htmlFor="note-priority">
      <span>{t('inbox.priority')}</span>
      <Select
        id="note-priority"
        value={note.priority}
        options={PRIORITIES.map((one) => [one, t(`inbox.priority.${one}`)])}
        disabled={isPending}
        onChange={(priority) => change({ priority })}
      />
    </label>
  );
};

/** Saved on blur and Enter: while someone types a year, browsers report each digit as a day. */
export const DueDay = ({ note }: { note: Note }) => {
  const { change, isPending } = useChangeNote(note);
  const saved = note.due_on ?? '';
  const [day, setDay] = useState(saved);
  const [isWaiting, setWaiting] = useState(false);
  const [isBad, setBad] = useState(false);
  const before = useRef(saved);
  useEffect(() => {
    const old = before.current;
    before.current = saved;
    setDay((now) => (now === old ? saved : now));
  }, [saved]);
  const save = ({ currentTarget: { validity } }: { currentTarget: HTMLInputElement }) => {
    // An incomplete or impossible day is reported like a removed one.
    setBad(validity.badInput);
    if (validity.badInput) return;
    if (isPending) setWaiting(true);
    else if (day !== saved) void change({ due_on: day || null });
  };
  useEffect(() => {
    if (!isWaiting || isPending) return;
    setWaiting(false);
    void change({ due_on: day || null });
  }, [isWaiting, isPending, change, day]);
  return (
    <>
      <label className="row tight labeled" htmlFor="note-due">
        <span>{t('inbox.due')}</span>
        <input
          id="note-due"
          type="date"
          max="9999-12-31"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save(event)}
          {...(isBad && { 'aria-invalid': true, 'aria-describedby': 'note-due-error' })}
        />
      </label>
      {isBad && (
        <span className="field-error" id="note-due-error" role="alert">
          {t('inbox.due.bad')}
        </span>
      )}
    </>
  );
};

const MAX_LABELS = LIMITS.patchWidgetAnnotation.labels;

export const Labels = ({ note }: { note: Note }) => {
  const { change, isPending } = useChangeNote(note);
  const [text, setText] = useState('');
  const label = foldLabel(text);
  const add = async () => {
    if (label === '' || isPending) return;
    if (await change({ label, isSet: true })) setText((now) => (now === text ? '' : now));
  };
  return (
    <section className="row tight labeled note-labels" aria-label={t('inbox.labels')}>
      <span aria-hidden="true">{t('inbox.labels')}</span>
      <ul className="row tight">
        {note.labels.map((one) => (
          <li key={one} className="row tight tag" dir="auto">
            {one}
            <IconButton
              icon={X}
              label={t('note.label.remove', { label: one })}
              disabled={isPending}
              onClick={() => change({ label: one, isSet: false })}
            />
          </li>
        ))}
      </ul>
      {note.labels.length < MAX_LABELS && (
        <form className="row tight" onSubmit={submitting(add)}>
          <input
            aria-label={t('note.label.new')}
            placeholder={t('note.label.new')}
            maxLength={FIGURES.maxLabel}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <IconButton type="submit" icon={Plus} label={t('note.label.add')} disabled={isPending || label === ''} />
        </form>
      )}
    </section>
  );
};
