import './read-state.css';
import { Bot, TriangleAlert, UserRound, Wand } from 'lucide-react';
import { readablePath } from '../../kit/address.ts';
import { initials } from '../../kit/initials.ts';
import { lazyComponent } from '../../kit/lazy-component.tsx';
import { t } from '../../words/messages.ts';
import { usePeople } from './data.ts';
import { spansIn } from './matching.ts';
import { type NoteRow, outcomeLabel } from './note-list.ts';
import { DueTag, FlagTag, KindTag, LabelTags, PriorityTag, ReportsTag, StatusTag, useLease } from './tags.tsx';

const Thumbnail = lazyComponent(async () => (await import('./thumbnail.tsx')).Thumbnail, null);

const Marked = ({ text, words }: { text: string; words: readonly string[] }) => {
  if (words.length === 0) return text;
  const spans = spansIn(text, words);
  return (
    <>
      {spans.map(([from, to], index) => (
        <span key={from}>
          {text.slice(spans[index - 1]?.[1] ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  );
};

interface WordsProps {
  note: NoteRow;
  words: readonly string[];
  site?: string | undefined;
}

export const NoteWords = ({ note, words, site }: WordsProps) => {
  const { summary, excerpt, submitter, page_url } = note;
  return (
    <span className="stack note-row-text">
      <span className="excerpt" dir="auto">
        <Marked text={excerpt} words={words} />
      </span>
      {summary && (
        <span className="excerpt outcome" dir="auto">
          {t(outcomeLabel(note))} <Marked text={summary} words={words} />
        </span>
      )}
      <span className="fine note-row-meta">
        {site && (
          <span className="site" dir="auto">
            {site}
          </span>
        )}
        <span className="by" dir="auto">
          <Marked text={submitter.name || t('inbox.anonymous')} words={submitter.name ? words : []} />
        </span>
        <span className="path" dir="ltr">
          <Marked text={readablePath(page_url)} words={words} />
        </span>
      </span>
    </span>
  );
};

export const UnreadDot = ({ isUnread }: { isUnread: boolean }) => (
  <span className={isUnread ? 'read-state unread' : 'read-state'}>
    {isUnread && <span className="visually-hidden">{t('inbox.unread')} </span>}
  </span>
);

const AtWork = ({ note }: { note: NoteRow }) => {
  const lease = useLease(note);
  if (!lease) return null;
  const words = t('inbox.at_work', { agent: lease.agent ?? t('inbox.at_work.agent'), time: lease.until });
  return (
    <span className="tag good" title={words}>
      <Bot aria-hidden="true" /> {t('inbox.at_work.short')}
      <span className="visually-hidden">{words}</span>
    </span>
  );
};

const Assignee = ({ id }: { id: string }) => {
  const { me, nameOf } = usePeople();
  const known = nameOf(id);
  const name = known ?? t('inbox.assignee.somebody');
  const words = t(id === me ? 'inbox.assignee.you' : 'inbox.assignee.is', { name });
  return (
    <span className={id === me ? 'avatar mine' : 'avatar'} title={words}>
      {known ? <span aria-hidden="true">{initials(known)}</span> : <UserRound aria-hidden="true" />}
      <span className="visually-hidden">{words}</span>
    </span>
  );
};

export const NoteFacts = ({ note, withStatus }: { note: NoteRow; withStatus: boolean }) => (
  <>
    <AtWork note={note} />
    <PriorityTag priority={note.priority} />
    <DueTag note={note} />
    <LabelTags labels={note.labels} />
    <FlagTag flag={note.flag} />
    <ReportsTag note={note} />
    {note.approval_state === 'requested' && note.waiting_for !== null && note.quarantine === null && (
      <span className="tag warn">{t('inbox.approval')}</span>
    )}
    {note.auto_fix && (
      <span className="tag accent" title={t('inbox.autofix')}>
        <Wand aria-hidden="true" /> {t('inbox.autofix.short')}
      </span>
    )}
    {note.risks.map((risk) => (
      <span key={risk} className="tag warn" title={t(`inbox.risk.${risk}`)}>
        <TriangleAlert aria-hidden="true" /> {t(`inbox.risk.${risk}.short`)}
      </span>
    ))}
    <KindTag kind={note.kind} />
    {withStatus && <StatusTag status={note.status} />}
    <span className="place">{note.has_screenshot && <Thumbnail note={note} />}</span>
    <span className="place">{note.assignee_id && <Assignee id={note.assignee_id} />}</span>
  </>
);
