import { Bot, Image, UserRound, Wand } from 'lucide-react';
import { initials } from '../../kit/initials.ts';
import { regional } from '../../kit/regional.ts';
import { useLocale, useText } from '../../words/messages.ts';
import { agentIn, isAtWork } from './lease.ts';
import type { NoteRow } from './note-list.ts';
import { usePeople } from './people.ts';
import { KindTag, StatusTag } from './tags.tsx';

/** An agent is working on it until its lease expires. */
const AtWork = ({ note }: { note: NoteRow }) => {
  const t = useText();
  const locale = useLocale();
  if (!note.acknowledged_by || !isAtWork(note)) return null;
  const time = new Intl.DateTimeFormat(regional(locale), { timeStyle: 'short' }).format(Number(note.lease_expires_at));
  const agent = agentIn(note.acknowledged_by) ?? t('inbox.at_work.agent');
  return (
    <span className="tag good" title={t('inbox.at_work', { agent, time })}>
      <Bot aria-hidden="true" /> {t('inbox.at_work.short')}
      <span className="visually-hidden">{t('inbox.at_work', { agent, time })}</span>
    </span>
  );
};

const Assignee = ({ id }: { id: string }) => {
  const t = useText();
  const { me, nameOf } = usePeople();
  const known = nameOf(id);
  const name = known ?? t('inbox.assignee.somebody');
  const words = id === me ? t('inbox.assignee.you', { name }) : t('inbox.assignee.is', { name });
  return (
    <span className={id === me ? 'avatar mine' : 'avatar'} title={words}>
      {known ? <span aria-hidden="true">{initials(known)}</span> : <UserRound aria-hidden="true" />}
      <span className="visually-hidden">{words}</span>
    </span>
  );
};

/** Metadata of a note, in a row or on a card. */
export const NoteFacts = ({ note, withStatus }: { note: NoteRow; withStatus: boolean }) => {
  const t = useText();
  return (
    <>
      <AtWork note={note} />
      {note.auto_fix && (
        <span className="tag accent" title={t('inbox.autofix')}>
          <Wand aria-hidden="true" /> {t('inbox.autofix.short')}
        </span>
      )}
      <KindTag kind={note.kind} />
      {withStatus && <StatusTag status={note.status} />}
      <span className="place">
        {note.has_screenshot && <Image aria-label={t('inbox.has_screenshot')} className="lucide faint" />}
      </span>
      <span className="place">{note.assignee_id && <Assignee id={note.assignee_id} />}</span>
    </>
  );
};
