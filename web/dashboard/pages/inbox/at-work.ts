import type { NoteRow } from './note-list.ts';

/** Whether an agent works on a note: until its lease ends, or somebody closes the note. */
export const isAtWork = ({
  status,
  acknowledged_by,
  lease_expires_at,
}: Pick<NoteRow, 'status' | 'acknowledged_by' | 'lease_expires_at'>): boolean =>
  (status === 'pending' || status === 'blocked') &&
  acknowledged_by !== null &&
  Number(lease_expires_at ?? 0) > Date.now();

/** The service writes a credential's id, and in brackets the name that an agent gave itself. */
export const agentIn = (holder: string): string | undefined => /\((.+)\)$/.exec(holder)?.[1];
