import { type FormEvent, useState } from 'react';
import { useText } from '../../../app/messages.ts';
import { TextField } from '../../../kit/field.tsx';
import { MOST } from '../../../kit/most.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';

/** The team's own words for a note, in place of its first line. */
export const SummaryForm = ({ note, onDone }: { note: Note; onDone: () => void }) => {
  const t = useText();
  const { change } = useChangeNote(note);
  const [summary, setSummary] = useState(note.summary);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = summary.trim();
    change({ summary: to });
    onDone();
  };
  return (
    <form
      className="card stack summary-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextField
        label={t('note.summary')}
        hint={t('note.summary.hint')}
        value={summary}
        maxLength={MOST.patchWidgetAnnotation.summary}
        autoFocus
        dir="auto"
        onChange={(event) => setSummary(event.target.value)}
      />
      <div className="row">
        <button type="submit" className="button primary">
          {t('common.save')}
        </button>
        <button type="button" className="button" onClick={onDone}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};
