import { setting } from '../kit/config.ts';
import type { InvitationRow } from './schema.ts';
import { invitationToken } from './token.ts';

/** The dashboard's page that the mail of an invitation links to; undefined once its server key is retired. */
export const invitationLink = (row: InvitationRow): string | undefined => {
  const token = invitationToken(row);
  return token && `${setting('BASE_URL')}/dashboard/invitations/${token}`;
};
