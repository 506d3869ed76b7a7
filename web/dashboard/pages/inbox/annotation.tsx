import './note/note.css';
import './note/pictures.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { useStoredText } from '../../kit/drafts.ts';
import { TextField } from '../../kit/form.tsx';
import { Time } from '../../kit/formats.tsx';
import { Page } from '../../kit/page.tsx';
import { isNotFound, PageSkeleton } from '../../kit/states.tsx';
import { LIMITS } from '../../words/limits.generated.ts';
import { useText } from '../../words/messages.ts';
import { useChangeNote } from './change-notes.ts';
import { draftKey, type Note, useNoteQueries } from './data.ts';
import { useFollowChanges } from './follow-changes.ts';
import { Actions } from './note/actions.tsx';
import { Agents, ApprovalBanner } from './note/agents.tsx';
import { AuditTrail } from './note/audit.tsx';
import { Context } from './note/context.tsx';
import { Evidence } from './note/evidence.tsx';
import { positionInList } from './note/list-position.ts';
import { MissingNote } from './note/missing-note.tsx';
import { Neighbors } from './note/neighbors.tsx';
import { NoteBar, QuarantineBanner, RiskBanner } from './note/note-bar.tsx';
import { PageCheck } from './note/page-check.tsx';
import { RefreshPictures } from './note/picture.tsx';
import { NoteReviews } from './note/reviews.tsx';
import { Screenshot } from './note/screenshot.tsx';
import { Thread } from './note/thread.tsx';
import { NoteVerification } from './note/verification.tsx';
import { ReasonRegion } from './reason-region.tsx';
import { FlagTag, IdentityTag, KindTag, StatusTag } from './tags.tsx';

const route = getRouteApi('/inbox/$annotationId');

const firstLine = (text: string) => {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 90 ? `${line.slice(0, 88).toWellFormed().trimEnd()} …` : line;
};

const Lead = ({ note }: { note: Note }) => {
  const t = useText();
  return (
    <span className="row tight note-meta">
      <StatusTag status={note.status} />
      <FlagTag flag={note.flag} />
      <KindTag kind={note.kind} />
      <span className="fine">
        {note.submitter.name || t('inbox.anonymous')} · <Time at={note.created_at} />
      </span>
      <IdentityTag identity={note.submitter.identity} />
    </span>
  );
};

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

const SummaryForm = ({ note, onDone }: { note: Note; onDone: () => void }) => {
  const t = useText();
  const { change, isPending } = useChangeNote(note);
  const [summary, setSummary] = useStoredText(draftKey('summary', note.id), note.summary);
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
        <Button type="submit" look="primary" disabled={isPending}>
          {t('common.save')}
        </Button>
        <Button onClick={close}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
};

const OpenNote = ({ note }: { note: Note }) => {
  const [walk] = useState(() => positionInList(note.id));
  const [isNaming, setNaming] = useState(false);
  const title = note.summary || firstLine(note.body);
  return (
    <Page
      title={title}
      above={<Neighbors note={note} walk={walk} />}
      lead={<Lead note={note} />}
      actions={<Actions note={note} walk={walk} onSummary={() => setNaming(true)} />}
    >
      <div className="stack loose">
        <QuarantineBanner note={note} />
        <RiskBanner note={note} />
        <ApprovalBanner note={note} />
        {isNaming && <SummaryForm note={note} onDone={() => setNaming(false)} />}
        <NoteBar note={note} />
        <ReasonRegion />
        <div className="note-columns">
          <div className="stack loose">
            {title !== note.body.trim() && (
              <blockquote className="words note-body" dir="auto">
                {note.body}
              </blockquote>
            )}
            <Screenshot note={note} />
            <NoteVerification note={note} />
            <PageCheck note={note} />
            <Evidence note={note} />
            <Thread note={note} />
            <NoteReviews note={note} />
            <AuditTrail note={note} />
          </div>
          <div className="stack">
            <Agents note={note} />
            <Context note={note} />
          </div>
        </div>
      </div>
    </Page>
  );
};

export const AnnotationPage = () => {
  const { annotationId } = route.useParams();
  useFollowChanges();
  const { data: note, error, refetch } = useQuery(useNoteQueries().one(annotationId));
  if (error && (!note || isNotFound(error))) return <MissingNote noteId={annotationId} error={error} retry={refetch} />;
  if (!note) return <PageSkeleton />;
  return (
    <RefreshPictures value={refetch}>
      <OpenNote key={note.id} note={note} />
    </RefreshPictures>
  );
};
