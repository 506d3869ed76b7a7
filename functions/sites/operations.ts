import { hasRole } from '../kit/actor.ts';
import { actorIdOf } from '../kit/audit/audit-log.ts';
import { setting } from '../kit/config.ts';
import { conflict, forbidden } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import { firstDerivation } from '../kit/secrets.ts';
import { currentKeyId, isServerKey } from '../kit/server-keys.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import type { sites } from './contract.ts';
import { type SiteRow, type StakeholderRow, WidgetSettings } from './schema.ts';
import { identitySecret, mcpToken, mcpTokenAttributes, siteSecrets, stakeholderToken } from './secrets.ts';
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

type NewSite = Pick<SiteRow, 'name' | 'url' | 'allowed_origins' | 'widget' | 'sample'>;

const rowOf = (ctx: Call, site: NewSite): SiteRow => {
  const derivation = firstDerivation();
  return {
    ...site,
    id: newId(),
    workspace_id: ctx.scope.workspace_id,
    enforce_policy: false,
    derivations: { widget: derivation, mcp: derivation, loader: derivation },
    created_by: actorIdOf(ctx.actor),
    created_at: ctx.now,
    updated_at: ctx.now,
  };
};

export const createSite: Sites['createSite'] = (ctx, { body }) => {
  const { name, url, allowed_origins = [new URL(url).origin], widget } = body;
  return ctx.sites.create(rowOf(ctx, { name, url, allowed_origins, widget, sample: false }));
};

export const createSampleSite: Sites['createSampleSite'] = (ctx) => {
  if (ctx.rows.workspace?.personal !== true) throw conflict('sample_site_personal');
  const { href: url, origin } = new URL('/demo', setting('BASE_URL'));
  const widget = WidgetSettings.parse({});
  return ctx.sites.create(rowOf(ctx, { name: 'Sample shop', url, allowed_origins: [origin], widget, sample: true }));
};

export const patchSite: Sites['patchSite'] = async (ctx, { site_id, body: { widget, ...fields } }) => {
  if (fields.enforce_policy !== undefined && ctx.actor.kind !== 'session') throw forbidden('policy_needs_person');
  const row = await ctx.sites.get(site_id);
  const set = { ...given(fields), updated_at: ctx.now };
  const settings = given(widget ?? {});
  // One by one, so that patches of different settings at once lose none.
  const nested = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`widget.${name}`, value]));
  await ctx.sites.patch(site_id, { ...set, ...nested });
  return { ...row, ...set, widget: { ...row.widget, ...settings } };
};

export const deleteSite: Sites['deleteSite'] = async (ctx, { site_id }) => {
  await ctx.sites.markDeleted(await ctx.sites.get(site_id));
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
  const rotated = await ctx.sites.rotate(row, next, {
    derivations: { ...row.derivations, mcp: next },
    ...mcpTokenAttributes(mcpToken(row, next), next),
    updated_at: ctx.now,
  });
  return { mcp_token: mcpToken(row, rotated) };
};

export const getIdentitySecret: Sites['getIdentitySecret'] = async (ctx, { site_id }) => ({
  identity_secret: identitySecret(await ctx.sites.get(site_id)),
});

export const rotateIdentitySecret: Sites['rotateIdentitySecret'] = async (ctx, { site_id }) => {
  const row = await ctx.sites.get(site_id);
  const { version } = row.identity ?? row.derivations.loader;
  const identity = await ctx.sites.rotateIdentity(row, { key_id: currentKeyId(), version: version + 1 });
  return { identity_secret: identitySecret({ ...row, identity }) };
};

/** GUESTs get neither token nor link, and no one gets those of a retired key. */
const presentStakeholder = (row: StakeholderRow, site: SiteRow, showsToken = true) => {
  const needed = site.sample ? [row.derivation, site.derivations.loader] : [row.derivation];
  if (!showsToken || !needed.every(({ key_id }) => isServerKey(key_id))) return row;
  const token = stakeholderToken(site.workspace_id, row);
  const link = new URL(site.url);
  if (site.sample) link.searchParams.set('site', siteSecrets(site).loader_secret_id);
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
  const [site, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByTokenOrId(site_id, token)]);
  const set = { ...given(body), updated_at: ctx.now };
  await ctx.stakeholders.patch(row, set);
  return presentStakeholder({ ...row, ...set }, site);
};

export const revokeStakeholder: Sites['revokeStakeholder'] = async (ctx, { site_id, token }) => {
  const [, row] = await Promise.all([ctx.sites.get(site_id), ctx.stakeholders.getByTokenOrId(site_id, token)]);
  await ctx.stakeholders.revoke(row);
  return { id: row.id, deleted: true };
};
