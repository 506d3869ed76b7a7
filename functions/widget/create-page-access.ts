import { SECOND } from '../kit/clock.ts';
import { forbidden, notFound } from '../kit/errors.ts';
import { readSecret } from '../kit/secrets.ts';
import { isSame } from '../kit/server-keys.ts';
import { sha256 } from '../kit/sha256.ts';
import { keys } from '../kit/table/keys.ts';
import { textAt } from '../kit/table/record.ts';
import { siteRows } from '../sites/schema.ts';
import type { Widget } from './operations.ts';
import { isOfSite } from './page-member.ts';
import { PAGE_TOKEN_LIFE, pageToken } from './page-token.ts';

/** Others learn nothing: a site that isn't the caller's, or doesn't exist, is not found. */
export const createPageAccess: Widget['createPageAccess'] = async (ctx, { body: { token, origin } }) => {
  const { actor } = ctx;
  const [ws, id] = readSecret('widget', token) ?? [];
  if (actor.kind !== 'session' || !ws || !id) throw notFound();
  const { user_id, session_id } = actor;
  const wanted = [keys.site(ws, id), keys.workspace(ws), keys.member(ws, user_id)];
  const [row, workspace, member] = await ctx.rowsOf(wanted);
  if (!row || !workspace || !member || !isOfSite(member, id)) throw notFound();
  if (workspace.deleted_at !== undefined || row.deleted_at !== undefined) throw notFound();
  if (!isSame(textAt(row, 'widget_token_hash'), sha256(token))) throw notFound();
  const { name, allowed_origins } = siteRows.parse(row);
  if (!allowed_origins.includes(origin)) throw forbidden('origin_not_allowed', { origin });
  const expires_at = Math.floor((ctx.now + PAGE_TOKEN_LIFE) / SECOND) * SECOND;
  const grant = { ids: [ws, id, user_id, session_id], origin, expires_at } as const;
  return { site_name: name, origin, expires_at, token: pageToken(grant) };
};
