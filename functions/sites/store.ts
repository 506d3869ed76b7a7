import { type Once, transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { type Key, keys, scratchKeys, workspacePartition } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { type Derivation, MAX_PENDING_DELETIONS, MAX_SITES, RefusedRow, SeenRow, SiteRow } from './schema.ts';

const isLive = (row: Item | undefined): row is Item => row !== undefined && row.deleted_at === undefined;

/** The sites of the caller's workspace, as far as the caller sees them. */
export const siteStore = (table: Table, call: Call) => {
  const { workspace_id, sites } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

  /** Changes a live site. */
  const changeOf = (
    site: string,
    set: Item,
    action: string,
    refusal: () => Error,
    when: Write['when'] = [],
  ): Write[] => [
    { update: keys.site(workspace_id, site), set, when: [...LIVE, ...when], else: refusal },
    audited(action, { site_id: site }),
  ];

  return {
    get: async (site: string): Promise<SiteRow> => {
      if (!isVisible(call.scope, site)) throw notFound();
      const row = await table.get(keys.site(workspace_id, site));
      if (!isLive(row)) throw notFound();
      return SiteRow.parse(row);
    },

    list: async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
      const prefix = keys.site(workspace_id, '').sk;
      const page = await readPage(table, {
        query: {
          partition: workspacePartition(workspace_id),
          sort: ['begins_with', prefix],
          newestFirst: true,
          filter: [['absent', 'deleted_at'], ...(sites === 'all' ? [] : [['in', 'id', [...sites]] as const])],
        },
        limit,
        cursor,
        binding: {
          route: call.operation_id,
          workspace_id,
          filter: { sites: sites === 'all' ? 'all' : [...sites].sort() },
        },
        position: (row) => row.sk.slice(prefix.length),
        startKey: (position) => ({ ...keys.site(workspace_id, position) }),
      });
      return mapPage(page, (row) => SiteRow.parse(row));
    },

    findSeen: async (site: string) => {
      const [seen, refused] = [scratchKeys.seen(site), scratchKeys.refused(site)];
      const { items } = await table.query({ in: 'scratch', partition: seen.pk });
      const rowOf = ({ sk }: Key) => items.find((row) => row.sk === sk);
      return {
        seen: SeenRow.optional().parse(rowOf(seen)) ?? null,
        refused: RefusedRow.optional().parse(rowOf(refused)) ?? null,
      };
    },

    create: async (row: SiteRow, hashes: Item, once: Once | undefined): Promise<string> => {
      const site: Write = { put: { ...keys.site(workspace_id, row.id), ...row, ...hashes }, when: [['absent', 'pk']] };
      const count: Write = {
        update: keys.workspace(workspace_id),
        add: { site_count: 1 },
        when: [['absent', 'deleted_at'], below('site_count', MAX_SITES)],
        else: () => unprocessable(['body'], 'site_limit', { max: MAX_SITES }, 'too_many'),
      };
      const audit = audited('site.create', { site_id: row.id });
      const { result } = await transactOnce(table, once, { id: row.id }, [site, count, audit]);
      return result.id;
    },

    patch: (site: string, set: Item) => table.transact(changeOf(site, set, 'site.patch', notFound)),

    /** How the MCP token is derived from now on: the first request's way if this one repeats its Idempotency-Key. */
    rotate: async (row: SiteRow, next: Derivation, set: Item): Promise<Derivation> => {
      const isUnchanged = [['=', 'mcp_version', row.derivations.mcp.version]] as const;
      const isRotated = () => conflict('token_rotated');
      const writes = changeOf(row.id, set, 'site.rotate_mcp_token', isRotated, isUnchanged);
      return (await transactOnce(table, call.once, next, writes)).result;
    },

    /** Gone for everyone at once; the purge worker then removes what hangs on it and, last, the row. */
    markDeleted: async (site: string) => {
      const key = keys.site(workspace_id, site);
      const mark: Write = {
        update: key,
        set: { deleted_at: call.now, updated_at: call.now, ...owed('purge', key, call.now) },
        when: LIVE,
        else: notFound,
      };
      const workspace: Write = {
        update: keys.workspace(workspace_id),
        add: { deleted_sites: new Set([site]), site_count: -1 },
        when: [
          ['exists', 'pk'],
          ['any', [[['absent', 'deleted_sites']], [['size <', 'deleted_sites', MAX_PENDING_DELETIONS]]]],
        ],
        else: () => conflict('sites_being_deleted', { max: MAX_PENDING_DELETIONS }),
      };
      await table.transact([mark, workspace, audited('site.delete', { site_id: site })]);
    },
  };
};
