import type { NoteRow } from './note-list.ts';

/** Whether an agent is working on a note: until its lease expires or the note is closed. */
export const isAtWork = ({
  status,
  acknowledged_by,
  lease_expires_at,
}: Pick<NoteRow, 'status' | 'acknowledged_by' | 'lease_expires_at'>): boolean =>
  (status === 'pending' || status === 'blocked') &&
  acknowledged_by !== null &&
  Number(lease_expires_at ?? 0) > Date.now();

/** The service stores a credential's ID and, in parentheses, the name the agent gave itself. */
export const agentIn = (holder: string): string | undefined => /\((.+)\)$/.exec(holder)?.[1];
