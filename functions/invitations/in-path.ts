import { notFound } from '../kit/errors.ts';
import { readInvitationToken } from './token.ts';

/** The id of the invitation that a path's token names; 404 for one that is malformed, expired or of another workspace. */
export const invitationInPath = (ctx: { scope: { workspace_id: string }; now: number }, token: string): string => {
  const named = readInvitationToken(token);
  if (!named || named.workspace_id !== ctx.scope.workspace_id || named.expires_at <= ctx.now) throw notFound();
  return named.id;
};
