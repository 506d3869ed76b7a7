import { forbidden, notFound } from '../kit/errors.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { readSecret } from '../kit/secrets.ts';
import { isSame } from '../kit/server-keys.ts';
import { sha256 } from '../kit/sha256.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { textAt } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { type SiteRow, siteRows } from '../sites/schema.ts';
import type { loader } from './contract.ts';

export const bindLoader = (table: Table, call: Call) => ({
  ...call,
  findSite: async (loader_secret_id: string): Promise<{ site: SiteRow; workspace: Item } | undefined> => {
    const [ws, id] = readSecret('loader', loader_secret_id) ?? [];
    if (!ws || !id) return undefined;
    // Caches keep the answer for minutes, but a script that was just created has to be found.
    const [site, workspace] = await Promise.all([
      table.get(keys.site(ws, id)),
      table.get(keys.workspace(ws), { consistent: false }),
    ]);
    if (!site || !workspace || site.deleted_at !== undefined || workspace.deleted_at !== undefined) return undefined;
    const isCurrent = isSame(textAt(site, 'loader_hash'), sha256(loader_secret_id));
    return isCurrent ? { site: siteRows.parse(site), workspace } : undefined;
  },
  /** 0 if never. */
  lastSeen: async (loader_secret_id: string): Promise<number> => {
    const [, id] = readSecret('loader', loader_secret_id) ?? [];
    const row = id ? await table.get(scratchKeys.seen(id), { in: 'scratch', consistent: false }) : undefined;
    return typeof row?.seen_at === 'number' ? row.seen_at : 0;
  },
  putSeen: (site: string, seen: Item) => table.put({ ...scratchKeys.seen(site), ...seen }, { in: 'scratch' }),
});

export type Loader = Operations<ReturnType<typeof bindLoader>, typeof loader>;

export const reportSeen: Loader['reportSeen'] = async (ctx, { loader_secret_id, body }) => {
  const { site } = (await ctx.findSite(loader_secret_id)) ?? {};
  if (!site) throw notFound('loader_unknown');
  const { origin } = ctx.request;
  // The dashboard links the page, and only browsers send the true origin.
  const page = URL.parse(body.url)?.origin ?? 'null';
  const refused = [origin ?? page, page].find((one) => !site.allowed_origins.includes(one));
  if (refused !== undefined) {
    throw forbidden('origin_not_allowed', { origin: refused }, { reason: 'origin_not_allowed' });
  }
  await ctx.putSeen(site.id, { ...body, origin, seen_at: ctx.now });
  return { ok: true };
};
