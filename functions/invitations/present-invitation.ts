import { invitationLink } from './link.ts';
import type { InvitationRow } from './schema.ts';
import { statusOf } from './state.ts';
import { invitationToken } from './token.ts';

export const presentInvitation = (row: InvitationRow, at: number) => ({
  ...row,
  status: statusOf(row, at),
  token: invitationToken(row) ?? '',
  link: invitationLink(row) ?? '',
});
