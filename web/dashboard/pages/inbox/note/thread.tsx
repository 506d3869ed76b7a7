import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { fieldError, TextArea } from '../../../kit/field.tsx';
import { FormError } from '../../../kit/form-error.tsx';
import { useStoredText } from '../../../kit/stored-text.ts';
import { Time } from '../../../kit/time.tsx';
import { LIMITS } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';
import { type Note, useNoteQueries } from '../data.ts';
import { AgentWords } from './agent-words.tsx';
import { replyKey } from './draft-keys.ts';

/** Longer replies are collapsed to their first lines. */
const LONG = 900;

/** Agents write Markdown; people's text is shown literally. */
const Words = ({ text, isMarkdown }: { text: string; isMarkdown: boolean }) => {
  const t = useText();
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
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          {t('note.reply.whole')}
        </button>
      )}
    </>
  );
};

const Said = ({ reply: { author, author_name, body, created_at } }: { reply: Note['replies'][number] }) => {
  const t = useText();
  const role = t(`inbox.author.${author}`);
  return (
    <li className={`said ${author}`}>
      <p className="fine">
        <strong>{author_name || role}</strong> {author_name && <>· {role} </>}· <Time at={created_at} />
      </p>
      <Words text={body} isMarkdown={author === 'agent'} />
    </li>
  );
};

/** The address can point at the reply field (`r` in the inbox). The page's heading takes focus first. */
const useFocusByAddress = () => {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== 'reply') return undefined;
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-shortcut=reply]')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [hash]);
};

const ReplyForm = ({ note }: { note: Note }) => {
  const t = useText();
  const queries = useQueryClient();
  const { service } = useWorkspace();
  const { queryKey } = useNoteQueries().one(note.id);
  const [text, write] = useStoredText(replyKey(note.id));
  useFocusByAddress();
  const reply = useMutation({
    mutationFn: (body: string) => service.createWidgetReply({ annotation_id: note.id, body: { body } }),
    onSuccess: async () => {
      write('');
      await queries.invalidateQueries({ queryKey, exact: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !reply.isPending) reply.mutate(text.trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextArea
        label={t('inbox.reply')}
        hint={t(note.submitter.has_email ? 'inbox.reply.mail' : 'inbox.reply.thread')}
        data-shortcut="reply"
        value={text}
        readOnly={reply.isPending}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
        }}
        error={fieldError(reply.error, 'body')}
        maxLength={LIMITS.createWidgetReply.body}
        dir="auto"
      />
      <FormError error={reply.error} />
      <div>
        <button type="submit" className="button primary" disabled={!text.trim() || reply.isPending}>
          {t('inbox.reply.send')}
        </button>
      </div>
    </form>
  );
};

/** The replies, oldest first; new ones appear while you write. */
export const Thread = ({ note }: { note: Note }) => {
  const t = useText();
  return (
    <section className="stack" aria-labelledby="thread">
      <h2 id="thread">{t('inbox.thread')}</h2>
      <div aria-live="polite" className="news">
        {note.replies.length > 0 && (
          <ol className="thread">
            {note.replies.map((reply) => (
              <Said key={reply.id} reply={reply} />
            ))}
          </ol>
        )}
      </div>
      <ReplyForm note={note} />
    </section>
  );
};
