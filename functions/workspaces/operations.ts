import type { ApiTokenRow } from '../api-tokens/schema.ts';
import { apiTokenStore } from '../api-tokens/store.ts';
import { type Actor, hasRole, personalWorkspaceOf, type Role } from '../kit/actor.ts';
import { readAuditTrail, type TrailRequest } from '../kit/audit/audit-trail.ts';
import { conflict, notFound, Refusal, unauthorized, unprocessable } from '../kit/errors.ts';
import { given } from '../kit/given.ts';
import type { Call, Operations } from '../kit/http/serve.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { mapPage } from '../kit/table/page.ts';
import type { Table } from '../kit/table/table.ts';
import { userRows } from '../me/schema.ts';
import { hidePublished, showPublished } from '../personas/listing.ts';
import { hideShowcased, showShowcased } from '../showcase/listing.ts';
import type { workspaces } from './contract.ts';
import { memberStore } from './member-store.ts';
import { type WorkspaceRow, workspaceRows } from './schema.ts';
import { slugFor } from './slug.ts';
import { workspaceStore } from './store.ts';
import { viewStore } from './views.ts';

export const bindWorkspaces = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  return {
    ...call,
    workspaces: workspaceStore(table, call),
    members: memberStore(table, call),
    views: viewStore(table, call),
    apiTokens: apiTokenStore(table, call),
    readAudit: (request: TrailRequest) => readAuditTrail(table, call, request),
    published: {
      hide: (deleted_at: number) =>
        Promise.all([hidePublished(table, workspace_id, deleted_at), hideShowcased(table, workspace_id, deleted_at)]),
      show: (deleted_at: number) =>
        Promise.all([showPublished(table, workspace_id, deleted_at), showShowcased(table, workspace_id, deleted_at)]),
    },
  };
};

type Context = ReturnType<typeof bindWorkspaces>;
type Workspaces = Operations<Context, typeof workspaces>;

/** Every row of this area takes sessions only. */
const personOf = ({ actor }: Context): Extract<Actor, { kind: 'session' }> => {
  if (actor.kind !== 'session') throw unauthorized('unknown');
  return actor;
};

const workspaceOf = (ctx: Context) => {
  const { role } = personOf(ctx);
  if (!ctx.rows.workspace || role === null) throw notFound();
  return { ...workspaceRows.parse(ctx.rows.workspace), role };
};

const present = (row: WorkspaceRow & { role: Role }) => ({
  ...row,
  deleted_at: row.deleted_at ?? null,
  purge_at: row.purge_at ?? null,
  monthly_model_limit_cents: hasRole(row.role, 'MEMBER') ? row.monthly_model_limit_cents : null,
});

export const createWorkspace: Workspaces['createWorkspace'] = async (ctx, { body: { name, slug } }) => {
  const id = newId();
  const person = personOf(ctx);
  const made = { id, name, slug: slug ?? slugFor(name, id) };
  const { row, storedId } = await ctx.workspaces.create(person, made);
  if (storedId === id) return present({ ...row, role: 'OWNER' });
  const stored = await ctx.workspaces.findOwn(storedId, person.user_id);
  if (!stored) throw conflict('workspace_gone');
  return present(stored);
};

export const listWorkspaces: Workspaces['listWorkspaces'] = async (ctx, { query: { include, ...asked } }) => {
  const person = personOf(ctx);
  const page = mapPage(await ctx.workspaces.listOf(person, asked), (row) => {
    const { role, deleted_at, purge_at = 0 } = row;
    const isShown = deleted_at === undefined || (include === 'deleted' && role === 'OWNER' && purge_at > ctx.now);
    return isShown ? present(row) : undefined;
  });
  const { name, language, time_zone } = userRows.parse(ctx.rows.user);
  return { ...page, user_id: person.user_id, profile: { name, language, time_zone } };
};

export const getWorkspace: Workspaces['getWorkspace'] = async (ctx) => present(workspaceOf(ctx));

export const patchWorkspace: Workspaces['patchWorkspace'] = async (ctx, { body: { notifications, ...fields } }) => {
  const row = workspaceOf(ctx);
  const changed = {
    ...given(fields),
    ...(notifications && { notifications: { ...row.notifications, ...given(notifications) } }),
  };
  if (Object.keys(changed).length === 0) return present(row);
  const set = { ...changed, updated_at: ctx.now };
  await ctx.workspaces.patch(set);
  return present({ ...row, ...set });
};

export const deleteWorkspace: Workspaces['deleteWorkspace'] = async (ctx, { ws_id }) => {
  if (workspaceOf(ctx).personal) throw conflict('personal_workspace_kept');
  await ctx.workspaces.markDeleted();
  await ctx.published.hide(ctx.now);
  return { id: ws_id, deleted: true };
};

export const restoreWorkspace: Workspaces['restoreWorkspace'] = async (ctx) => {
  const { deleted_at, purge_at: _, ...row } = workspaceOf(ctx);
  if (deleted_at === undefined) return present(row);
  await ctx.published.show(deleted_at);
  await ctx.workspaces.restore(deleted_at);
  return present({ ...row, updated_at: ctx.now });
};

export const transferOwner: Workspaces['transferOwner'] = async (ctx, { body }) => {
  if (body.user_id === personOf(ctx).user_id) throw unprocessable(['body', 'user_id'], 'already_owner');
  await ctx.members.transfer(body.user_id);
  return present({ ...workspaceOf(ctx), role: 'MEMBER' });
};

export const listMembers: Workspaces['listMembers'] = (ctx, { query }) => ctx.members.list(query);

export const patchMember: Workspaces['patchMember'] = async (ctx, { user_id, body: { role, site_grants } }) => {
  const [row, unknown] = await Promise.all([
    ctx.members.get(user_id),
    ctx.members.unknownSites([...new Set(site_grants)]),
  ]);
  const isDeleted = (site: string) => unknown.includes(site) && row.site_grants.includes(site);
  const at = site_grants?.findIndex((site) => unknown.includes(site) && !isDeleted(site)) ?? -1;
  if (at >= 0) throw unprocessable(['body', 'site_grants', at], 'site_unknown');
  const grants = site_grants && [...new Set(site_grants)].filter((site) => !isDeleted(site));
  const changes = given({ role, site_grants: grants });
  return Object.keys(changes).length === 0 ? row : ctx.members.patch(row, changes);
};

const isOnlyOwner = ({ actor, rows: { workspace } }: Context): boolean =>
  actor.kind === 'session' && actor.role === 'OWNER' && workspace?.owner_count === 1;

const notFoundOf = (error: unknown): Refusal => {
  if (error instanceof Refusal && error.status === 404) return error;
  throw error;
};

export const removeMember: Workspaces['removeMember'] = async (ctx, { ws_id, user_id, query }) => {
  if (personalWorkspaceOf(user_id) === ws_id) throw conflict('personal_workspace_owner');
  const isWorking = ({ expires_at }: ApiTokenRow) => expires_at === null || expires_at > ctx.now;
  const listWorking = async () => (await ctx.apiTokens.listAll(user_id)).filter(isWorking);
  if (query.api_tokens === 'keep') {
    const [theirs] = await Promise.all([listWorking(), ctx.members.remove(user_id)]);
    return { id: user_id, deleted: true, working_tokens: theirs.length, revoked_tokens: 0 };
  }
  const revoke = async (theirs: readonly ApiTokenRow[]): Promise<number> => {
    for (const { id } of theirs) await ctx.apiTokens.revoke(id).catch(notFoundOf);
    return theirs.length;
  };
  const { user_id: caller, role } = personOf(ctx);
  let revoked = 0;
  // Someone who has left can't repeat an attempt that failed half-way, so their tokens go first.
  if (caller === user_id) {
    if (isOnlyOwner(ctx)) throw conflict('last_owner');
    revoked = await revoke(await listWorking());
  }
  // After the removal no token can be added. An attempt that failed half-way is repeated without a member.
  const absent = await ctx.members.remove(user_id).then(() => undefined, notFoundOf);
  const theirs = await listWorking();
  if (absent && (theirs.length === 0 || !hasRole(role, 'OWNER'))) throw absent;
  revoked += await revoke(theirs);
  return { id: user_id, deleted: true, working_tokens: 0, revoked_tokens: revoked };
};

export const listAudit: Workspaces['listAudit'] = (ctx, { query: { limit, cursor, actor, action } }) => {
  const tests: Test[] = [];
  if (actor !== undefined) tests.push(['=', 'actor_id', actor]);
  if (action !== undefined) tests.push(['=', 'action', action]);
  return ctx.readAudit({ limit, cursor, filter: { actor, action }, tests, since: workspaceOf(ctx).created_at });
};

export const listViews: Workspaces['listViews'] = async (ctx) => ({ items: await ctx.views.list() });

export const createView: Workspaces['createView'] = (ctx, { body }) => ctx.views.create(body, newId());

export const deleteView: Workspaces['deleteView'] = async (ctx, { view_id }) => {
  await ctx.views.remove(view_id);
  return { id: view_id, deleted: true };
};
