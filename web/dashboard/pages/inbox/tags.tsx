import { BadgeCheck, CalendarDays, ScanEye, Tag } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { onTick } from '../../kit/formats.tsx';
import { dateFormat } from '../../kit/regional.ts';
import { timeZone } from '../../kit/time-zone.ts';
import { currentLocale, t } from '../../words/messages.ts';
import { KINDS, STATUSES } from '../../words/note-enums.generated.ts';
import { isAtWork, type Leased, type NoteRow } from './note-list.ts';

const TONES: Readonly<Record<string, string>> = { pending: 'warn', blocked: 'warn', resolved: 'good' };

export const StatusTag = ({ status }: { status: string }) => {
  const known = STATUSES.find((one) => one === status);
  return <span className={`tag ${TONES[status] ?? ''}`}>{known ? t(`inbox.status.${known}`) : status}</span>;
};

/** Older clients may have sent any kind. */
export const KindTag = ({ kind }: { kind: string }) => {
  const known = KINDS.find((one) => one === kind);
  return kind ? <span className="tag">{known ? t(`inbox.kind.${known}`) : kind}</span> : null;
};

/** Set by the service's browser if the team should look at the note. */
export const FlagTag = ({ flag }: { flag: NoteRow['flag'] }) => {
  if (!flag) return null;
  return (
    <span className="tag warn" title={t(`inbox.flag.${flag}.why`)}>
      <ScanEye aria-hidden="true" /> {t(`inbox.flag.${flag}`)}
      <span className="visually-hidden">{t(`inbox.flag.${flag}.why`)}</span>
    </span>
  );
};

/** Whether the site's own server vouches for the visitor, or only the page names them. */
export const IdentityTag = ({ identity }: { identity: NoteRow['submitter']['identity'] }) => {
  if (!identity) return null;
  return (
    <span className={`tag ${identity === 'verified' ? 'good' : ''}`} title={t(`inbox.identity.${identity}.why`)}>
      {identity === 'verified' && <BadgeCheck aria-hidden="true" />} {t(`inbox.identity.${identity}`)}
      <span className="visually-hidden">{t(`inbox.identity.${identity}.why`)}</span>
    </span>
  );
};

/** The note itself is one of them. */
export const ReportsTag = ({ note: { duplicate_count = 0 } }: { note: Pick<NoteRow, 'duplicate_count'> }) =>
  duplicate_count > 0 ? <span className="tag accent">{t('inbox.reports', { count: duplicate_count + 1 })}</span> : null;

const URGENCY: Readonly<Record<NoteRow['priority'], string>> = {
  none: '',
  low: '',
  medium: '',
  high: 'warn',
  urgent: 'bad',
};

export const PriorityTag = ({ priority }: { priority: NoteRow['priority'] }) => {
  if (priority === 'none') return null;
  const name = t(`inbox.priority.${priority}`);
  return (
    <span className={`tag ${URGENCY[priority]}`}>
      <span className="visually-hidden">{t('inbox.priority')}: </span>
      {name}
    </span>
  );
};

/** The calendar day where the reader is. */
const today = () => new Date().toLocaleDateString('sv-SE');

/** Overdue only while the note is open. */
export const DueTag = ({ note: { due_on, status } }: { note: NoteRow }) => {
  if (!due_on) return null;
  const format = dateFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  const isLate = (status === 'pending' || status === 'blocked') && due_on < today();
  const day = format.format(new Date(due_on));
  return (
    <span className={isLate ? 'tag bad' : 'tag'}>
      <CalendarDays aria-hidden="true" /> {t(isLate ? 'inbox.due.late' : 'inbox.due.by', { day })}
    </span>
  );
};

export const LabelTags = ({ labels }: { labels: readonly string[] }) =>
  labels.map((label) => (
    <span key={label} className="tag label-tag" dir="auto" title={label}>
      <Tag aria-hidden="true" /> <span>{label}</span>
    </span>
  ));

export const useLease = (note: Leased): { agent: string | undefined; until: string } | undefined => {
  const isHeld = useSyncExternalStore(onTick, () => isAtWork(note));
  if (!isHeld) return undefined;
  const time = dateFormat(currentLocale(), { timeStyle: 'short', timeZone: timeZone() });
  // The service stores a credential's ID and, in parentheses, that name.
  const agent = /\((.+)\)$/.exec(note.acknowledged_by ?? '')?.[1];
  return { agent, until: time.format(Number(note.lease_expires_at)) };
};
