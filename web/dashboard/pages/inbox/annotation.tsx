import './note/note.css';
import './note/pictures.css';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useHasTurn } from '../../kit/deferred.ts';
import { useStoredText } from '../../kit/drafts.ts';
import { TextArea } from '../../kit/form.tsx';
import { Time } from '../../kit/formats.tsx';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { Page } from '../../kit/page.tsx';
import { useParams } from '../../kit/router/router.ts';
import { isNotFound, PageSkeleton } from '../../kit/states.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { t } from '../../words/messages.ts';
import { useChangeNote } from './change-notes.ts';
import { draftKey, type Note, useNoteQueries } from './data.ts';
import { useFollowChanges } from './follow-changes.ts';
import { Actions } from './note/actions.tsx';
import { Agents, ApprovalBanner } from './note/agents.tsx';
import { AttachedFiles } from './note/attached-files.tsx';
import { AuditTrail } from './note/audit.tsx';
import { Context } from './note/context.tsx';
import { Evidence } from './note/evidence.tsx';
import { positionInList } from './note/list-position.ts';
import { MissingNote } from './note/missing-note.tsx';
import { Neighbors } from './note/neighbors.tsx';
import { NoteBar, QuarantineBanner, RiskBanner } from './note/note-bar.tsx';
import { PageCheck } from './note/page-check.tsx';
import { RefreshPictures } from './note/picture.tsx';
import { useReading } from './note/reading.ts';
import { NoteReviews } from './note/reviews.tsx';
import { Screenshot } from './note/screenshot.tsx';
import { Thread } from './note/thread.tsx';
import { NoteVerification } from './note/verification.tsx';
import { outcomeLabel } from './note-list.ts';
import { ReasonRegion } from './reason-region.tsx';
import { FlagTag, IdentityTag, KindTag, ReportsTag } from './tags.tsx';

const Duplicates = lazyComponent(async () => (await import('./note/duplicates.tsx')).Duplicates, null);

const LONGEST_TITLE = 90;
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The first line or sentence is the heading and isn't quoted again below it. One that is too long is cut, and quoted. */
const titleAndRest = (body: string) => {
  const text = body.trim();
  const [line = ''] = text.split('\n');
  const [first] = sentences.segment(line);
  const title = line.length > LONGEST_TITLE ? (first?.segment.trimEnd() ?? '') : line;
  if (title.length <= LONGEST_TITLE) return { title, rest: text.slice(title.length).trim() };
  return {
    title: `${line
      .slice(0, LONGEST_TITLE - 2)
      .toWellFormed()
      .trimEnd()} …`,
    rest: text,
  };
};

const Lead = ({ note }: { note: Note }) => (
  <span className="row tight note-meta">
    <FlagTag flag={note.flag} />
    <ReportsTag note={note} />
    <KindTag kind={note.kind} />
    <span className="fine">
      <bdi>{note.submitter.name || t('inbox.anonymous')}</bdi> · <Time at={note.created_at} />
    </span>
    <IdentityTag identity={note.submitter.identity} />
  </span>
);

/** The menu returns focus to its button as it closes. Takes it back, until the first key or click. */
const useFocusFromMenu = () => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const end = () => stop.abort();
    const hold = ({ target }: FocusEvent) => {
      if (target instanceof Node && form.current?.contains(target)) return;
      form.current?.querySelector('textarea')?.focus();
    };
    document.addEventListener('focusin', hold, { signal: stop.signal });
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, end, { signal: stop.signal });
    return end;
  }, []);
  return form;
};

/** To where the form can be opened again. */
const leaveOutcomeForm = () =>
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const edit = document.querySelector<HTMLElement>('.note-outcome .button');
    (edit ?? document.querySelector<HTMLElement>('.page-head [aria-haspopup=menu]'))?.focus();
  });

const OutcomeForm = ({ note, onDone }: { note: Note; onDone: () => void }) => {
  const { change, isPending } = useChangeNote(note);
  const current = note.summary_of ? '' : note.summary;
  const [summary, setSummary] = useStoredText(draftKey('summary', note.id), current);
  const form = useFocusFromMenu();
  const close = () => {
    setSummary(current);
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSame = summary.trim() === current;
    if (!isPending && (isSame || (await change({ summary: summary.trim() })))) close();
  };
  return (
    <form
      ref={form}
      className="card stack outcome-form"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        // The text is kept, as in a dialog.
        if (event.key === 'Escape') onDone();
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
      }}
    >
      <TextArea
        label={t('inbox.reason')}
        hint={t('inbox.reason.hint')}
        value={summary}
        maxLength={LIMITS.patchWidgetAnnotation.summary}
        autoFocus
        dir="auto"
        onChange={(event) => setSummary(event.target.value)}
      />
      <div className="row">
        <Button type="submit" look="primary" disabled={isPending}>
          {t('common.save')}
        </Button>
        <Button onClick={close}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
};

const Outcome = ({ note, onEdit }: { note: Note; onEdit: () => void }) => {
  if (!note.summary) return null;
  return (
    <section className="row tight note-outcome" aria-label={t('inbox.reason')}>
      <p className="words" dir="auto">
        <strong>{t(outcomeLabel(note))}</strong> {note.summary}
      </p>
      {!note.summary_of && (
        <Button look="quiet" onClick={onEdit}>
          {t(note.status === 'blocked' ? 'note.question.edit' : 'note.outcome.edit')}
        </Button>
      )}
    </section>
  );
};

const OpenNote = ({ note }: { note: Note }) => {
  const [walk] = useState(() => positionInList(note.id));
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    leaveOutcomeForm();
  };
  const isNew = useReading(note);
  const { title, rest } = titleAndRest(note.body);
  const hasTurn = useHasTurn();
  return (
    <Page
      title={title}
      above={<Neighbors note={note} walk={walk} />}
      lead={<Lead note={note} />}
      actions={<Actions note={note} walk={walk} onOutcome={() => setEditing(true)} />}
    >
      {hasTurn && (
        <div className="stack loose">
          <QuarantineBanner note={note} />
          <RiskBanner note={note} />
          <ApprovalBanner note={note} />
          <NoteBar note={note} />
          <ReasonRegion />
          {isEditing ? (
            <OutcomeForm note={note} onDone={close} />
          ) : (
            <Outcome note={note} onEdit={() => setEditing(true)} />
          )}
          <div className="note-columns">
            <div className="stack loose">
              {rest && (
                <blockquote className="words note-body" dir="auto">
                  {rest}
                </blockquote>
              )}
              <Screenshot note={note} />
              <AttachedFiles note={note} />
              <NoteVerification note={note} />
              <PageCheck note={note} />
              <Evidence note={note} />
              <Duplicates note={note} />
              <Thread note={note} isNew={isNew} />
              <NoteReviews note={note} />
              <AuditTrail note={note} />
            </div>
            <div className="stack">
              <Agents note={note} />
              <Context note={note} />
            </div>
          </div>
        </div>
      )}
    </Page>
  );
};

export const AnnotationPage = () => {
  const { annotationId } = useParams('/inbox/$annotationId');
  useFollowChanges();
  const query = useQuery(useNoteQueries().one(annotationId));
  const { data: note, error, refetch } = query;
  if (error && (!note || isNotFound(error))) return <MissingNote noteId={annotationId} query={query} />;
  if (!note) return <PageSkeleton />;
  return (
    <RefreshPictures value={refetch}>
      <OpenNote key={note.id} note={note} />
    </RefreshPictures>
  );
};
