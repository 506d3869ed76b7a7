import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../app/messages.ts';
import { TextField } from '../../../kit/field.tsx';
import { MOST } from '../../../kit/most.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';

/** The menu that leads here gives the focus back to its button as it goes: once, and before anybody presses anything. */
const useFocusFromMenu = () => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const end = () => stop.abort();
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Node && form.current?.contains(target)) return;
      form.current?.querySelector('input')?.focus();
    };
    document.addEventListener('focusin', hold, { signal: stop.signal });
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, end, { signal: stop.signal });
    return end;
  }, []);
  return form;
};

/** The team's own words for a note, in place of its first line. */
export const SummaryForm = ({ note, onDone }: { note: Note; onDone: () => void }) => {
  const t = useText();
  const { change } = useChangeNote(note);
  const [summary, setSummary] = useState(note.summary);
  const form = useFocusFromMenu();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = summary.trim();
    change({ summary: to });
    onDone();
  };
  return (
    <form
      ref={form}
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
