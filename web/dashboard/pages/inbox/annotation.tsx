import './note/note.css';
import './note/personas.css';
import './note/pictures.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isNotFound } from '../../kit/is-not-found.ts';
import { lazyComponent } from '../../kit/lazy-component.ts';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { useText } from '../../words/messages.ts';
import { type Note, useNoteQueries } from './data.ts';
import { Actions } from './note/actions.tsx';
import { Agents } from './note/agents.tsx';
import { Assignee } from './note/assignee.tsx';
import { AuditTrail } from './note/audit.tsx';
import { Context } from './note/context.tsx';
import { Evidence } from './note/evidence.tsx';
import { positionInList } from './note/list-position.ts';
import { MissingNote } from './note/missing-note.tsx';
import { Neighbors } from './note/neighbors.tsx';
import { QuarantineBanner } from './note/quarantine.tsx';
import { NoteReviews } from './note/reviews.tsx';
import { Screenshot } from './note/screenshot.tsx';
import { StatusSelect } from './note/status.tsx';
import { SummaryForm } from './note/summary-form.tsx';
import { Thread } from './note/thread.tsx';
import { KindTag, StatusTag } from './tags.tsx';

const DeleteNote = lazyComponent(
  () => import('./note/delete-note.tsx'),
  (it) => it.DeleteNote,
);

const route = getRouteApi('/inbox/$annotationId');

const firstLine = (text: string) => {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 90 ? `${line.slice(0, 88).toWellFormed().trimEnd()} …` : line;
};

const Lead = ({ note }: { note: Note }) => {
  const t = useText();
  return (
    <span className="row note-meta">
      <StatusTag status={note.status} />
      <KindTag kind={note.kind} />
      <span className="fine">
        {note.submitter.name || t('inbox.anonymous')} · <Time at={note.created_at} />
      </span>
    </span>
  );
};

const OpenNote = ({ note, refresh }: { note: Note; refresh: () => Promise<unknown> }) => {
  const [walk] = useState(() => positionInList(note.id));
  const [dialog, setDialog] = useState<'summary' | 'delete'>();
  const close = () => setDialog(undefined);
  const title = note.summary || firstLine(note.body);
  return (
    <Page
      title={title}
      above={<Neighbors note={note} walk={walk} />}
      lead={<Lead note={note} />}
      actions={<Actions note={note} onSummary={() => setDialog('summary')} onDelete={() => setDialog('delete')} />}
    >
      <div className="stack wide-gap">
        <QuarantineBanner note={note} />
        {dialog === 'summary' && <SummaryForm note={note} onDone={close} />}
        <div className="note-bar">
          <StatusSelect note={note} />
          <Assignee note={note} />
        </div>
        <div className="note-columns">
          <div className="stack wide-gap">
            {title !== note.body.trim() && (
              <blockquote className="words note-body" dir="auto">
                {note.body}
              </blockquote>
            )}
            <Screenshot note={note} refresh={refresh} />
            <Evidence note={note} refresh={refresh} />
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
      <Suspense fallback={null}>
        {dialog === 'delete' && <DeleteNote note={note} walk={walk} onClose={close} />}
      </Suspense>
    </Page>
  );
};

export const AnnotationPage = () => {
  const { annotationId } = route.useParams();
  const { data: note, error, refetch } = useQuery(useNoteQueries().one(annotationId));
  if (error && (!note || isNotFound(error))) return <MissingNote noteId={annotationId} error={error} retry={refetch} />;
  if (!note) return <PageSkeleton />;
  return <OpenNote key={note.id} note={note} refresh={refetch} />;
};
