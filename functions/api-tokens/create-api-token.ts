import { actorIdOf } from '../kit/audit/audit-log.ts';
import { conflict, unprocessable } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { sha256 } from '../kit/server-keys.ts';
import type { Operation } from './context.ts';
import type { apiTokens } from './contract.ts';
import { newTokenDerivation, tokenPlaintext } from './plaintext.ts';
import { presentApiToken } from './present-api-token.ts';
import type { ApiTokenRow } from './schema.ts';

export const createApiToken: Operation<typeof apiTokens, 'createApiToken'> = async (ctx, { ws_id, body }) => {
  const isPast = body.expires_at !== null && body.expires_at <= ctx.now;
  if (isPast && !(await ctx.apiTokens.wasCreated(ctx.once))) {
    throw unprocessable(['body', 'expires_at'], 'not_in_future');
  }
  const id = newId();
  const derivation = newTokenDerivation(ctx.once);
  const token = tokenPlaintext(ws_id, id, derivation, ctx.once);
  const row: ApiTokenRow = {
    id,
    workspace_id: ws_id,
    name: body.name,
    role: body.role,
    last4: token.slice(-4),
    expires_at: body.expires_at,
    last_used_at: null,
    created_by: actorIdOf(ctx.actor),
    created_by_name: 'email' in ctx.actor ? ctx.actor.name || ctx.actor.email : '',
    created_at: ctx.now,
    ...(derivation && { derivation }),
  };
  const storedId = await ctx.apiTokens.create(row, sha256(token), ctx.once);
  if (storedId === id) return { ...presentApiToken(row), token };
  const stored = await ctx.apiTokens.find(storedId);
  if (!stored) throw conflict('token_revoked');
  // A replay is the first answer again, from before the token's first use.
  return {
    ...presentApiToken({ ...stored, last_used_at: null }),
    token: tokenPlaintext(ws_id, storedId, stored.derivation, ctx.once),
  };
};
