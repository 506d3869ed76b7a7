import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useStoredText } from '../../../kit/drafts.ts';
import { Form, fieldError, Segments } from '../../../kit/form.tsx';
import { Time } from '../../../kit/formats.tsx';
import { useIsHere } from '../../../kit/here.ts';
import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { Link } from '../../../kit/router/link.tsx';
import { useHash } from '../../../kit/router/router.ts';
import { notifyFailed } from '../../../kit/toast.ts';
import { useIsSavingElsewhere, whileSaving } from '../../../kit/while-saving.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { LIMITS } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import { draftKey, type Note, useNoteQueries, usePeople } from '../data.ts';
import { mentionsIn } from '../matching.ts';
import { useMarkRead } from '../unread.ts';
import { MentionArea } from './mention-area.tsx';

interface AgentText {
  text: string;
}

const Markdown = lazyComponent<AgentText>(
  async () => (await import('./markdown.ts')).Markdown,
  ({ text }) => <p className="words">{text}</p>,
);

export const AgentWords = ({ text, isWhole = true }: AgentText & { isWhole?: boolean }) => (
  <div className={isWhole ? undefined : 'begun'} dir="auto">
    <Markdown text={text} />
  </div>
);

const LONG = 900;

/** Agents write Markdown; people's text is shown literally. */
const Words = ({ text, isMarkdown }: { text: string; isMarkdown: boolean }) => {
  const [isWhole, setWhole] = useState(text.length <= LONG);
  return (
    <>
      {isMarkdown ? (
        <AgentWords text={text} isWhole={isWhole} />
      ) : (
        <p className={isWhole ? 'words' : 'words begun'} dir="auto">
          {text}
        </p>
      )}
      {!isWhole && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {t('note.reply.whole')}
        </Button>
      )}
    </>
  );
};

const Said = ({
  reply: { author, author_name, body, created_at, risks = [], review_id, internal },
  isNew,
}: {
  reply: Note['replies'][number];
  isNew: boolean;
}) => {
  const role = t(`inbox.author.${author}`);
  return (
    <li className={internal ? 'said internal' : `said ${author}`}>
      <p className="fine">
        <strong>{author_name || role}</strong> {author_name && <>· {role} </>}· <Time at={created_at} />
        {isNew && ' '}
        {isNew && <span className="tag accent">{t('note.reply.new')}</span>}
        {internal && <span className="tag">{t('inbox.reply.internal')}</span>}
        {review_id && (
          <>
            {' '}
            ·&nbsp;
            <Link to="/reviews/$reviewId" params={{ reviewId: review_id }}>
              {t('inbox.reply.review')}
            </Link>
          </>
        )}
        {risks.map((risk) => (
          <span key={risk} className="tag warn" title={t(`inbox.risk.${risk}`)}>
            {t(`inbox.risk.${risk}.short`)}
          </span>
        ))}
      </p>
      <Words text={body} isMarkdown={author === 'agent'} />
    </li>
  );
};

const useFocusByAddress = () => {
  const hash = useHash();
  useEffect(() => {
    if (hash !== 'reply') return undefined;
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-shortcut=reply]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [hash]);
};

const AUDIENCES = ['visitor', 'internal'] as const;

const hintOf = ({ submitter: { kind, has_email } }: Note, isInternal: boolean, isMailOn: boolean) => {
  if (isInternal || kind === 'persona') return 'inbox.reply.team';
  return has_email && isMailOn ? 'inbox.reply.mail' : 'inbox.reply.thread';
};

const EXCERPT = 60;

/** Starts over once an earlier reply is sent, with the text that is left. */
const ReplyForm = ({ note }: { note: Note }) => {
  const isWaiting = useIsSavingElsewhere(draftKey('reply', note.id));
  return <FormOfReply key={String(isWaiting)} note={note} isWaiting={isWaiting} />;
};

const FormOfReply = ({ note, isWaiting }: { note: Note; isWaiting: boolean }) => {
  const queries = useQueryClient();
  const isHere = useIsHere();
  const markRead = useMarkRead();
  const { service, name, workspace } = useWorkspace();
  const { queryKey } = useNoteQueries().one(note.id);
  const [text, write] = useStoredText(draftKey('reply', note.id));
  // Kept with the text, so that an internal note is still one after a reload.
  const [audience, setAudience] = useStoredText(draftKey('audience', note.id), 'visitor');
  const [mentioned, setMentioned] = useStoredText(draftKey('mentioned', note.id));
  const internal = audience === 'internal';
  const { others } = usePeople();
  // A visitor would read the names of the team.
  const people = internal || note.submitter.kind === 'persona' ? others.filter(({ sees }) => sees(note.site_id)) : [];
  useFocusByAddress();
  const reply = useMutation({
    mutationFn: (body: string) => {
      const mentions = mentionsIn(body, people, mentioned.split(' '));
      return service.createWidgetReply({
        annotation_id: note.id,
        body: {
          body,
          author_name: name.slice(0, LIMITS.createWidgetReply.author_name),
          internal,
          ...(mentions.length > 0 && { mentions }),
        },
      });
    },
    onSuccess: async () => {
      write('');
      setMentioned('');
      setAudience('visitor');
      await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
      // The note's page does so while it is shown.
      const fresh = !isHere() && queries.getQueryData(queryKey);
      if (fresh) markRead.changed([note], [fresh]);
    },
    onError: (error) => {
      const title = note.body.slice(0, EXCERPT).toWellFormed();
      if (!isHere()) notifyFailed(t('inbox.reply.failed', { title }), error);
    },
  });
  const isSending = isWaiting || reply.isPending;
  const submit = () => {
    if (!text.trim() || isSending) return;
    whileSaving(reply.mutateAsync(text.trim()), draftKey('reply', note.id)).catch(() => undefined);
  };
  return (
    <Form
      className={internal ? 'stack internal' : 'stack'}
      action={t(internal ? 'inbox.reply.add' : 'inbox.reply.send')}
      isDisabled={!text.trim() || isSending}
      onSubmit={submit}
      error={reply.error}
    >
      <Segments
        label={t('inbox.reply.to')}
        name="audience"
        chosen={internal ? 'internal' : 'visitor'}
        options={AUDIENCES.map((value) => ({ value, label: t(`inbox.reply.to.${value}`) }))}
        choose={setAudience}
      />
      <MentionArea
        people={people}
        label={t(internal ? 'inbox.reply.to.internal' : 'inbox.reply')}
        hint={t(hintOf(note, internal, workspace.notifications.submitter_mail))}
        data-shortcut="reply"
        value={text}
        readOnly={isSending}
        write={write}
        onMention={(id) => setMentioned(`${mentioned} ${id}`)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
        }}
        error={fieldError(reply.error, 'body')}
        maxLength={LIMITS.createWidgetReply.body}
        dir="auto"
      />
    </Form>
  );
};

/** The sender's answer to whether it is fixed, and the note that this one repeats. */
const Standing = ({ note: { confirmation, duplicate_of } }: { note: Note }) => (
  <>
    {confirmation && (
      <p role="status">
        <strong>{t(confirmation.fixed ? 'note.confirmed.fixed' : 'note.confirmed.not_fixed')}</strong>{' '}
        <span className="fine">
          <Time at={confirmation.at} />
        </span>
      </p>
    )}
    {duplicate_of && (
      <p>
        <Link to="/inbox/$annotationId" params={{ annotationId: duplicate_of }}>
          {t('note.duplicate_of')}
        </Link>
      </p>
    )}
  </>
);

interface ThreadProps {
  note: Note;
  isNew: (created_at: string) => boolean;
}

export const Thread = ({ note, isNew }: ThreadProps) => {
  // One that repeats a resolution is shown with the evidence.
  const replies = note.replies.filter(({ resolution_id }) => resolution_id === undefined);
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 id="thread">{t('inbox.thread')}</h2>
      <div aria-live="polite" className="news">
        <Standing note={note} />
        {replies.length > 0 && (
          <ol className="stack">
            {replies.map((reply) => (
              <Said key={reply.id} reply={reply} isNew={isNew(reply.created_at)} />
            ))}
          </ol>
        )}
      </div>
      <ReplyForm note={note} />
    </section>
  );
};
