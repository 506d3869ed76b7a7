import type { Item } from '../kit/table/table.ts';
import type { AnnotationRow, Status } from './rows.ts';

export const WAITING_FOR = ['agent', 'visitor', 'owner'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

export const OPEN_STATUSES: readonly Status[] = ['pending', 'blocked'];
export const isOpen = (status: Status): boolean => OPEN_STATUSES.includes(status);

/** Of a row as it is stored: workers do without its schema. A closed note and suspected spam keep their request. */
export const awaitsDecision = ({ status, quarantine, approval_state }: Item): boolean =>
  approval_state === 'requested' && OPEN_STATUSES.some((open) => open === status) && !quarantine;

type Note = Pick<AnnotationRow, 'status' | 'quarantine' | 'auto_fix' | 'last_reply_by' | 'approval_state'>;

/** Who has to act on a note, decided here alone; null for closed notes. */
export const waitingFor = ({
  status,
  quarantine,
  auto_fix,
  last_reply_by,
  approval_state,
}: Note): WaitingFor | null => {
  if (!isOpen(status)) return null;
  const isRefused = approval_state === 'declined' || approval_state === 'withdrawn';
  if (quarantine) return 'owner';
  if (approval_state === 'requested') return 'owner';
  // An answer doesn't allow what a member refused.
  if (last_reply_by === 'visitor') return isRefused ? 'owner' : 'agent';
  if (status === 'blocked') return last_reply_by === 'team' ? 'visitor' : 'owner';
  return (approval_state === null ? auto_fix : approval_state === 'approved') ? 'agent' : 'owner';
};
