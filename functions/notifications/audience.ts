import { fields, listOf, oneOf, optional, text } from '../kit/table/fields.ts';
import type { StoredRow } from '../kit/table/table.ts';
import type { ShownEvent } from './events.ts';

export const readMember = fields({
  user_id: text,
  role: oneOf(['OWNER', 'MEMBER', 'GUEST']),
  site_grants: optional(listOf(text)),
});
type Member = ReturnType<typeof readMember>;

/** GUESTs see the sites that were granted to them, and reviews of none. */
export const canSee = ({ role, site_grants = [] }: Member, site: string | undefined): boolean =>
  role !== 'GUEST' || (site !== undefined && site_grants.includes(site));

const isSet = (value: unknown) => value !== undefined && value !== null;

/** Deleted and quarantined notes are no news. */
export const isShownNote = (note: StoredRow | undefined): note is StoredRow =>
  note !== undefined && !isSet(note.deleted_at) && !isSet(note.quarantine);

/** A note may have been reopened or resolved, or its fix seen, since the event. */
export const isStillSo = (event: ShownEvent, { status, flag }: StoredRow): boolean => {
  if (event === 'verification_failed') return status === 'resolved' && flag === 'looks_unchanged';
  if (event === 'reopened') return status === 'pending' || status === 'blocked';
  return event !== 'resolved' || status === 'resolved';
};
