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
