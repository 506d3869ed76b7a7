import { hasRole, isVisible } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { forbidden, notFound } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { firstDerivation } from '../kit/secrets.ts';
import { currentKeyId } from '../kit/server-keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import type { sites } from './contract.ts';
import type { SiteRow, StakeholderRow } from './schema.ts';
import { mcpTokenAttributes, siteSecrets, stakeholderToken } from './secrets.ts';
import { stakeholderStore } from './stakeholder-store.ts';
import { siteStore } from './store.ts';

/** Only this area's stores: those of others would build all their schemas at every cold start, 15 ms of it. */
export const bindSites = (table: Table, call: Call) => ({
  ...call,
  sites: siteStore(table, call),
  stakeholders: stakeholderStore(table, call),
});

type Sites = Operations<ReturnType<typeof bindSites>, typeof sites>;

export const listSites: Sites['listSites'] = (ctx, { query }) => ctx.sites.list(query);

export const getSite: Sites['getSite'] = (ctx, { site_id }) => ctx.sites.get(site_id);

export const createSite: Sites['createSite'] = (ctx, { body }) => {
  const derivation = firstDerivation();
  return ctx.sites.create({
    id: newId(),
    workspace_id: ctx.scope.workspace_id,
    name: body.name,
    url: body.url,
    allowed_origins: body.allowed_origins ?? [new URL(body.url).origin],
    widget: body.widget,
    enforce_policy: false,
    derivations: { widget: derivation, mcp: derivation, loader: derivation },
    created_by: actorIdOf(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  });
};

export const patchSite: Sites['patchSite'] = async (ctx, { site_id, body: { widget, ...fields } }) => {
  if (fields.enforce_policy !== undefined && ctx.actor.kind !== 'session') throw forbidden('policy_needs_person');
  const row = await ctx.sites.get(site_id);
  const set = {
    ...given(fields),
    ...(widget && { widget: { ...row.widget, ...given(widget) } }),
    updated_at: ctx.now,
  };
  await ctx.sites.patch(site_id, set);
  return { ...row, ...set };
};

export const deleteSite: Sites['deleteSite'] = async (ctx, { site_id }) => {
  if (!isVisible(ctx.scope, site_id)) throw notFound();
  await ctx.sites.markDeleted(site_id);
  return { id: site_id, deleted: true };
};

export const getSiteSeen: Sites['getSiteSeen'] = async (ctx, { site_id }) => {
  // Its key names no workspace: the site's own row says whose it is.
  const [site, { seen, refused }] = await Promise.all([ctx.sites.get(site_id), ctx.sites.findSeen(site_id)]);
  const isAllowedNow = refused !== null && site.allowed_origins.includes(refused.origin);
  return { seen, refused: isAllowedNow ? null : refused };
};

export const getSiteSecrets: Sites['getSiteSecrets'] = async (ctx, { site_id }) =>
  siteSecrets(await ctx.sites.get(site_id));

export const rotateMcpToken: Sites['rotateMcpToken'] = async (ctx, { site_id }) => {
  const row = await ctx.sites.get(site_id);
  const next = { key_id: currentKeyId(), version: row.derivations.mcp.version + 1 };
  const tokenOf = (mcp: typeof next) => siteSecrets({ ...row, derivations: { ...row.derivations, mcp } }).mcp_token;
  const rotated = await ctx.sites.rotate(row, next, {
    derivations: { ...row.derivations, mcp: next },
    ...mcpTokenAttributes(tokenOf(next), next),
    updated_at: ctx.now,
  });
  return { mcp_token: tokenOf(rotated) };
};

/** GUESTs get neither token nor link. */
const presentStakeholder = (row: StakeholderRow, site: SiteRow, showsToken = true) => {
  if (!showsToken) return row;
  const token = stakeholderToken(site.workspace_id, row);
  const link = new URL(site.url);
  link.searchParams.set('sidenote', token);
  return { ...row, token, link: link.href };
};

export const createStakeholder: Sites['createStakeholder'] = async (ctx, { site_id, body }) => {
  const site = await ctx.sites.get(site_id);
  const row = await ctx.stakeholders.create({
    id: newId(),
    site_id,
    name: body.name ?? null,
    email: body.email ?? null,
    auto_fix_default: body.auto_fix_default ?? 'never',
    derivation: firstDerivation(),
    created_at: ctx.now,
    updated_at: ctx.now,
  });
  return presentStakeholder(row, site);
};

export const listStakeholders: Sites['listStakeholders'] = async (ctx, { site_id, query }) => {
  const [site, page] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.list(site_id, query)]);
  const showsToken = 'role' in ctx.actor && hasRole(ctx.actor.role, 'MEMBER');
  return mapPage(page, (row) => presentStakeholder(row, site, showsToken));
};

export const patchStakeholder: Sites['patchStakeholder'] = async (ctx, { site_id, token, body }) => {
  const [site, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByToken(site_id, token)]);
  const set = { ...given(body), updated_at: ctx.now };
  await ctx.stakeholders.patch(row, set);
  return presentStakeholder({ ...row, ...set }, site);
};

export const revokeStakeholder: Sites['revokeStakeholder'] = async (ctx, { site_id, token }) => {
  const [, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByToken(site_id, token)]);
  await ctx.stakeholders.revoke(row);
  return { id: row.id, deleted: true };
};
