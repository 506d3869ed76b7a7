import { gone, notFound, type Refusal } from '../kit/errors.ts';
import { isServerKey } from '../kit/server-keys.ts';
import type { Test } from '../kit/table/expression.ts';
import type { InvitationRow, InvitationStatus } from './schema.ts';

type Dated = Pick<InvitationRow, 'accepted_at' | 'revoked_at' | 'expires_at' | 'key_id'>;

/** With a retired server key it can no longer be used, and counts as expired. */
export const statusOf = (row: Dated, at: number): InvitationStatus => {
  if (row.accepted_at !== undefined) return 'accepted';
  if (row.revoked_at !== undefined) return 'revoked';
  return row.expires_at <= at || !isServerKey(row.key_id) ? 'expired' : 'open';
};

/** `statusOf` as a condition on the row; an absent row has no expiry to come. */
export const whileOpen = (at: number): Test[] => [
  ['absent', 'accepted_at'],
  ['absent', 'revoked_at'],
  ['>', 'expires_at', at],
];

export const refusalOf = (row: InvitationRow | undefined, at: number): Refusal | undefined => {
  const status = row && statusOf(row, at);
  if (status === 'open') return undefined;
  if (status === 'accepted') return gone('accepted', 'invitation_accepted');
  if (status === 'revoked') return gone('revoked', 'invitation_revoked');
  return notFound();
};
