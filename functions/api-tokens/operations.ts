import { type Actor, hasRole } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { sha256 } from '../kit/sha256.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import type { apiTokens } from './contract.ts';
import { newTokenDerivation, tokenPlaintext } from './plaintext.ts';
import type { ApiTokenRow } from './schema.ts';
import { apiTokenStore } from './store.ts';

export const bindApiTokens = (table: Table, call: Call) => ({ ...call, apiTokens: apiTokenStore(table, call) });

type ApiTokens = Operations<ReturnType<typeof bindApiTokens>, typeof apiTokens>;

const present = ({ id, ...row }: ApiTokenRow) => ({ ...row, token_id: id, prefix: 'svat_' as const });

const isOwner = (actor: Actor) => 'role' in actor && hasRole(actor.role, 'OWNER');

export const createApiToken: ApiTokens['createApiToken'] = async (ctx, { ws_id, body }) => {
  const isPast = body.expires_at !== null && body.expires_at <= ctx.now;
  if (isPast && !(await ctx.apiTokens.wasCreated())) {
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
  const storedId = await ctx.apiTokens.create(row, sha256(token));
  if (storedId === id) return { ...present(row), token };
  const stored = await ctx.apiTokens.find(storedId);
  if (!stored) throw conflict('token_revoked');
  // A replay is the first answer again, from before the token's first use.
  return {
    ...present({ ...stored, last_used_at: null }),
    token: tokenPlaintext(ws_id, storedId, stored.derivation, ctx.once),
  };
};

export const listApiTokens: ApiTokens['listApiTokens'] = async (ctx, { query }) =>
  mapPage(await ctx.apiTokens.list(isOwner(ctx.actor) ? undefined : actorIdOf(ctx.actor), query), present);

export const revokeApiToken: ApiTokens['revokeApiToken'] = async (ctx, { token_id }) => {
  const row = await ctx.apiTokens.find(token_id);
  if (!row || !(isOwner(ctx.actor) || row.created_by === actorIdOf(ctx.actor))) throw notFound();
  await ctx.apiTokens.revoke(token_id);
  return { id: token_id, deleted: true };
};
