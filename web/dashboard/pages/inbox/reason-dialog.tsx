import './inbox.css';
import './reason-dialog.css';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { useStoredText } from '../../kit/drafts.ts';
import { Form, TextField } from '../../kit/form.tsx';
import { ErrorNote, Skeleton } from '../../kit/states.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { lacksSummary, type ReasonQuestion, reasonKey } from './ask-reason.ts';
import { useNoteQueries, useNotes } from './data.ts';
import { wordsOf } from './matching.ts';
import type { NoteRow } from './note-list.ts';
import { NoteWords } from './note-parts.tsx';

const MAX_SHOWN = 5;

/** A duplicate is usually reported on the same page. */
const candidatesOf = (
  all: readonly NoteRow[],
  notes: readonly NoteRow[],
  likely: readonly NoteRow[],
): readonly NoteRow[] => {
  const ids = new Set(notes.map(({ id }) => id));
  const pages = new Set(notes.map(({ page_url }) => page_url));
  const isElsewhere = ({ page_url }: NoteRow) => Number(!pages.has(page_url));
  const suggested = new Set(likely.map(({ id }) => id));
  const others = all
    .filter(({ id, status }) => !ids.has(id) && !suggested.has(id) && status !== 'duplicate')
    .sort((one, other) => isElsewhere(one) - isElsewhere(other));
  return [...likely, ...others].slice(0, MAX_SHOWN);
};

interface OriginalProps {
  notes: readonly NoteRow[];
  chosen: string | undefined;
  choose: (id: string | undefined) => void;
}

const Original = ({ notes, chosen, choose }: OriginalProps) => {
  const [q, setQ] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  const found = useNotes(notes[0]?.site_id ?? '', { status: 'all', ...(q.trim() && { q }) });
  const [only] = notes;
  const isAsked = notes.length === 1 && q.trim() === '';
  const { data } = useQuery({ ...useNoteQueries().duplicates(only?.id ?? ''), enabled: isAsked });
  const likely = isAsked ? (data?.suggestions ?? []) : [];
  const shown = found.notes && candidatesOf(found.notes, notes, likely);
  const [first] = shown ?? [];
  return (
    <>
      <TextField
        label={t('inbox.reason.original')}
        hint={t('inbox.reason.original.hint')}
        type="search"
        optional
        autoFocus
        autoComplete="off"
        placeholder={t('inbox.search')}
        value={q}
        onChange={({ target }) => {
          setQ(target.value);
          choose(undefined);
        }}
        onKeyDown={(event) => {
          const isChoosing = event.key === 'ArrowDown' || (event.key === 'Enter' && q.trim() !== '' && !chosen);
          if (!isChoosing || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (!first) return;
          choose(first.id);
          list.current?.querySelector('input')?.focus();
        }}
      />
      <fieldset ref={list} className="originals" aria-busy={found.isReadingOn}>
        <legend className="visually-hidden">{t('inbox.reason.original')}</legend>
        {found.error && <ErrorNote error={found.error} retry={found.retry} />}
        {!shown && !found.error && <Skeleton lines={3} as="rows" />}
        {shown?.map((note) => (
          <label key={note.id}>
            <input type="radio" name="original" checked={note.id === chosen} onChange={() => choose(note.id)} />
            <NoteWords note={note} words={wordsOf(q)} />
          </label>
        ))}
        {shown?.length === 0 && !found.isReadingOn && <p className="fine">{t('inbox.reason.original.none')}</p>}
      </fieldset>
    </>
  );
};

export const ReasonDialog = ({ question: { notes, status, answer } }: { question: ReasonQuestion }) => {
  const [reason, setReason] = useStoredText(reasonKey(notes));
  const [original, setOriginal] = useState<string>();
  const summary = reason.trim();
  const lacking = notes.filter((note) => lacksSummary(status, note)).length;
  const isDuplicate = status === 'duplicate';
  const isSkipped = summary === '' && original === undefined;
  const cancel = () => {
    setReason('');
    answer(undefined);
  };
  return (
    <Dialog title={t(`inbox.reason.title.${status}`, { count: notes.length })} onClose={cancel}>
      <Form
        className="stack"
        inDialog
        action={t(isSkipped ? 'inbox.reason.skip' : 'common.close')}
        onCancel={cancel}
        onSubmit={() =>
          answer({
            ...(summary && { summary }),
            ...(isDuplicate && original !== undefined && { duplicate_of: original }),
          })
        }
      >
        {isDuplicate && <Original notes={notes} chosen={original} choose={setOriginal} />}
        {lacking > 0 && (
          <TextField
            label={t('inbox.reason')}
            hint={t(lacking < notes.length ? 'inbox.reason.hint.some' : 'inbox.reason.hint', { count: lacking })}
            optional
            autoFocus={!isDuplicate}
            autoComplete="off"
            dir="auto"
            value={reason}
            maxLength={LIMITS.patchWidgetAnnotation.summary}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
};
