import { Bot } from 'lucide-react';
import { regional } from '../../../kit/regional.ts';
import { useLocale, useText } from '../../../words/messages.ts';
import type { Note } from '../data.ts';
import { agentIn, isAtWork } from '../lease.ts';

/** The reason, in the same order as the service decides. */
const reasonOf = ({ unattended_edits, quarantine, submitter }: Note) => {
  if (unattended_edits.allowed) return 'note.unattended.allowed';
  if (quarantine) return 'note.unattended.quarantine';
  return submitter.kind === 'anonymous' ? 'note.unattended.anonymous' : 'note.unattended.stakeholder';
};

/** Agents' permissions on this note, and whether one is working on it. */
export const Agents = ({ note }: { note: Note }) => {
  const t = useText();
  const locale = useLocale();
  const { unattended_edits, acknowledged_by, lease_expires_at } = note;
  const isHeld = acknowledged_by !== null && isAtWork(note);
  const until = new Intl.DateTimeFormat(regional(locale), { timeStyle: 'short' }).format(Number(lease_expires_at));
  return (
    <section className="card stack agents" aria-labelledby="agents">
      <h2 id="agents">{t('note.agents')}</h2>
      <p>
        <span className={unattended_edits.allowed ? 'tag good' : 'tag'}>
          {t(unattended_edits.allowed ? 'note.unattended.yes' : 'note.unattended.no')}
        </span>
      </p>
      <p className="soft">{t(reasonOf(note))}</p>
      {isHeld && (
        <p className="held">
          <Bot aria-hidden="true" />
          {t('note.held', { who: agentIn(acknowledged_by) ?? t('inbox.author.agent'), until })}
        </p>
      )}
    </section>
  );
};
