import { type FormEvent, useEffect, useRef } from 'react';
import { TextField } from '../../../kit/field.tsx';
import { useStoredText } from '../../../kit/stored-text.ts';
import { LIMITS } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { useChangeNote } from './data.ts';
import { summaryKey } from './draft-keys.ts';

/** The menu returns focus to its button as it closes. Takes it back, until the first key or click. */
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

/** The team's title for a note, instead of its first line. */
export const SummaryForm = ({ note, onDone }: { note: Note; onDone: () => void }) => {
  const t = useText();
  const { change, isPending } = useChangeNote(note);
  const [summary, setSummary] = useStoredText(summaryKey(note.id), note.summary);
  const form = useFocusFromMenu();
  const close = () => {
    setSummary(note.summary);
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && (await change({ summary: summary.trim() }))) close();
  };
  return (
    <form
      ref={form}
      className="card stack summary-form"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <TextField
        label={t('note.summary')}
        hint={t('note.summary.hint')}
        value={summary}
        maxLength={LIMITS.patchWidgetAnnotation.summary}
        autoFocus
        dir="auto"
        onChange={(event) => setSummary(event.target.value)}
      />
      <div className="row">
        <button type="submit" className="button primary" disabled={isPending}>
          {t('common.save')}
        </button>
        <button type="button" className="button" onClick={close}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
};
