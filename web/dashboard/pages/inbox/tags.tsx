import { ScanEye } from 'lucide-react';
import { regional } from '../../kit/regional.ts';
import { KINDS, STATUSES } from '../../words/enums.generated.ts';
import { useLocale, useText } from '../../words/messages.ts';
import { isAtWork, type Leased, type NoteRow } from './note-list.ts';

const TONES: Readonly<Record<string, string>> = { pending: 'warn', blocked: 'warn', resolved: 'good' };

export const StatusTag = ({ status }: { status: string }) => {
  const t = useText();
  const known = STATUSES.find((one) => one === status);
  return <span className={`tag ${TONES[status] ?? ''}`}>{known ? t(`inbox.status.${known}`) : status}</span>;
};

/** Older clients may have sent any kind. */
export const KindTag = ({ kind }: { kind: string }) => {
  const t = useText();
  const known = KINDS.find((one) => one === kind);
  return kind ? <span className="tag">{known ? t(`inbox.kind.${known}`) : kind}</span> : null;
};

/** Set by the service's browser if the team should look at the note. */
export const FlagTag = ({ flag }: { flag: NoteRow['flag'] }) => {
  const t = useText();
  if (!flag) return null;
  return (
    <span className="tag warn" title={t(`inbox.flag.${flag}.why`)}>
      <ScanEye aria-hidden="true" /> {t(`inbox.flag.${flag}`)}
      <span className="visually-hidden">{t(`inbox.flag.${flag}.why`)}</span>
    </span>
  );
};

export const useLease = (note: Leased): { agent: string | undefined; until: string } | undefined => {
  const time = new Intl.DateTimeFormat(regional(useLocale()), { timeStyle: 'short' });
  if (!isAtWork(note)) return undefined;
  // The service stores a credential's ID and, in parentheses, that name.
  const agent = /\((.+)\)$/.exec(note.acknowledged_by ?? '')?.[1];
  return { agent, until: time.format(Number(note.lease_expires_at)) };
};
