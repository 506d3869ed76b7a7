import { KINDS, STATUSES } from '../../words/enums.generated.ts';
import { useText } from '../../words/messages.ts';

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
