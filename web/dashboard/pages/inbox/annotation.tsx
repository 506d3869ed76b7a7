import './inbox.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, Check, ClipboardCopy, ExternalLink, RotateCcw } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useText } from '../../app/messages.ts';
import { onKeys } from '../../app/shortcuts.ts';
import { useWorkspace } from '../../app/workspace.tsx';
import { ErrorNote } from '../../kit/error-note.tsx';
import { fieldError, isToldByFields, TextArea } from '../../kit/field.tsx';
import { Page } from '../../kit/page.tsx';
import { PageSkeleton } from '../../kit/skeleton.tsx';
import { Time } from '../../kit/time.tsx';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Note, useNoteQueries, useSetStatus } from './data.ts';
import { Evidence } from './evidence.tsx';
import { Screenshot } from './screenshot.tsx';
import { STATUSES } from './search.ts';
import { KindTag, StatusTag } from './tags.tsx';

const route = getRouteApi('/inbox/$annotationId');
const REPLY = 'reply';

const safeHref = (url: string) => (/^https?:\/\//i.test(url) ? url : undefined);
const firstLine = (text: string) => {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 90 ? `${line.slice(0, 88).trimEnd()} …` : line;
};

const Thread = ({ note }: { note: Note }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useNoteQueries().one(note.id);
  const [text, setText] = useState('');
  const reply = useMutation({
    mutationFn: () => service.createWidgetReply({ annotation_id: note.id, body: { body: text.trim() } }),
    onSuccess: async () => {
      setText('');
      await queries.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) reply.mutate();
  };
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 id="thread">{t('inbox.thread')}</h2>
      {note.replies.length > 0 && (
        <ol className="thread">
          {note.replies.map(({ id, author, author_name, body, created_at }) => (
            <li key={id} className={`said ${author}`}>
              <p className="fine">
                <strong>{author_name || t(`inbox.author.${author}`)}</strong> ·{' '}
                {author_name && `${t(`inbox.author.${author}`)} · `}
                <Time at={created_at} />
              </p>
              <p className="words" dir="auto">
                {body}
              </p>
            </li>
          ))}
        </ol>
      )}
      <form className="stack" onSubmit={submit}>
        <TextArea
          label={t('inbox.reply')}
          hint={t(note.submitter.has_email ? 'inbox.reply.mail' : 'inbox.reply.thread')}
          data-shortcut={REPLY}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
          }}
          error={fieldError(reply.error, 'body')}
          maxLength={10_000}
        />
        {reply.error && !isToldByFields(reply.error) && <ErrorNote error={reply.error} />}
        <div>
          <button type="submit" className="button primary" disabled={!text.trim() || reply.isPending}>
            {t('inbox.reply.send')}
          </button>
        </div>
      </form>
    </section>
  );
};

const Facts = ({ note }: { note: Note }) => {
  const t = useText();
  const { page, anchor, source, environment } = note;
  const viewport = environment?.viewport && `${environment.viewport.width} × ${environment.viewport.height}`;
  const rows: [label: string, value: string | undefined][] = [
    [t('inbox.fact.element'), anchor.name || anchor.text || anchor.tag],
    [t('inbox.fact.selector'), anchor.selector],
    [t('inbox.fact.component'), source?.component_path ?? source?.file],
    [t('inbox.fact.viewport'), viewport],
    [t('inbox.fact.browser'), environment?.user_agent],
    [t('inbox.fact.build'), page.build_id],
  ];
  return (
    <section className="card stack facts" aria-labelledby="facts">
      <h2 id="facts">{t('inbox.facts')}</h2>
      <dl>
        <div>
          <dt>{t('inbox.fact.page')}</dt>
          <dd>
            <a href={safeHref(page.url)} target="_blank" rel="noreferrer">
              {page.title || page.url} <ExternalLink aria-hidden="true" />
            </a>
          </dd>
        </div>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {note.console && note.console.length > 0 && (
        <details>
          <summary>{t('inbox.fact.console', { count: note.console.length })}</summary>
          <ul className="console">
            {note.console.map(({ at, message }) => (
              <li key={`${at}${message}`}>
                <code>{message}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

const Actions = ({ note }: { note: Note }) => {
  const t = useText();
  const { service } = useWorkspace();
  const { mutate, isPending } = useSetStatus();
  const isOpen = note.status !== 'resolved';
  useEffect(
    () =>
      onKeys({
        e: () => isOpen && mutate({ id: note.id, from: note.status, to: 'resolved' }),
        r: () => document.querySelector<HTMLElement>(`[data-shortcut=${REPLY}]`)?.focus(),
      }),
    [isOpen, mutate, note.id, note.status],
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await service.widgetAnnotationMarkdown({ annotation_id: note.id }));
      notify(t('inbox.copied'));
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        <ClipboardCopy aria-hidden="true" /> {t('inbox.copy')}
      </button>
      <span className="select status-select">
        <select
          aria-label={t('inbox.status')}
          value={note.status}
          disabled={isPending}
          onChange={(event) => {
            const to = STATUSES.find((one) => one === event.target.value);
            if (to) mutate({ id: note.id, from: note.status, to });
          }}
        >
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(`inbox.status.${one}`)}
            </option>
          ))}
        </select>
      </span>
      <button
        type="button"
        className="button primary"
        disabled={isPending}
        onClick={() => mutate({ id: note.id, from: note.status, to: isOpen ? 'resolved' : 'pending' })}
      >
        {isOpen ? <Check aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
        {t(isOpen ? 'inbox.resolve' : 'inbox.reopen')}
      </button>
    </>
  );
};

export const AnnotationPage = () => {
  const t = useText();
  const { annotationId } = route.useParams();
  const { data: note, error, refetch } = useQuery(useNoteQueries().one(annotationId));
  if (error && !note) return <ErrorNote error={error} retry={refetch} page />;
  if (!note) return <PageSkeleton />;
  const title = note.summary || firstLine(note.body);
  return (
    <Page
      title={title}
      above={
        <Link to="/inbox" search={{ site: note.site_id }}>
          <ArrowLeft aria-hidden="true" /> {t('shell.inbox')}
        </Link>
      }
      lead={
        <span className="row note-meta">
          <StatusTag status={note.status} />
          <KindTag kind={note.kind} />
          <span className="fine">
            {note.submitter.name || t('inbox.anonymous')} · <Time at={note.created_at} />
          </span>
        </span>
      }
      actions={<Actions note={note} />}
    >
      <div className="note-columns">
        <div className="stack wide-gap">
          {title !== note.body.trim() && (
            <blockquote className="words note-body" dir="auto">
              {note.body}
            </blockquote>
          )}
          {note.screenshot_url && <Screenshot url={note.screenshot_url} />}
          {note.resolutions.map((resolution) => (
            <Evidence key={resolution.id} resolution={resolution} />
          ))}
          <Thread note={note} />
        </div>
        <Facts note={note} />
      </div>
    </Page>
  );
};
