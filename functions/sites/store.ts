import { transactOnce } from '../kit/access/idempotency.ts';
import { isVisible } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys, scratchKeys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import { isLive } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import { searchedFromStart } from '../search/site.ts';
import {
  type Derivation,
  MAX_PENDING_DELETIONS,
  MAX_SITES,
  refusedRows,
  type SiteRow,
  seenRows,
  siteRows,
} from './schema.ts';
import { secretAttributes } from './secrets.ts';

export const siteStore = (table: Table, call: Call) => {
  const { workspace_id, sites } = call.scope;
  const audited = (action: string, target: Item): Write => auditEntry(workspace_id, call.actor, action, target);

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

  /** Also on the workspace's row, which authorization has read when an agent resolves a note. */
  const markEnforced = (site: string, enforce: boolean | undefined): Write[] => {
    if (enforce === undefined) return [];
    const mark = { enforced_sites: new Set([site]) };
    return [
      {
        update: keys.workspace(workspace_id),
        ...(enforce ? { add: mark } : { discard: mark }),
        when: [['absent', 'deleted_at']],
      },
    ];
  };

  const counted: Write = {
    update: keys.workspace(workspace_id),
    add: { site_count: 1 },
    when: [['absent', 'deleted_at'], below('site_count', MAX_SITES)],
    else: () => unprocessable(['body'], 'site_limit', { max: MAX_SITES }, 'too_many'),
  };

  const countedAsSample = (site: string): Write => ({
    update: keys.workspace(workspace_id),
    add: { sample_sites: new Set([site]) },
    when: [
      ['absent', 'deleted_at'],
      ['absent', 'sample_sites'],
    ],
    else: () => conflict('sample_site_exists'),
  });

  const get = async (site: string): Promise<SiteRow> => {
    if (!isVisible(call.scope, site)) throw notFound();
    const row = await siteRows.find(table, [workspace_id, site]);
    if (!isLive(row)) throw notFound();
    return row;
  };

  return {
    get,

    list: (asked: PageRequest) =>
      listRows(table, call, asked, siteRows, [workspace_id], {
        filter: [['absent', 'deleted_at'], ...(sites === 'all' ? [] : [['in', 'id', [...sites]] as const])],
        bound: { sites: sites === 'all' ? 'all' : [...sites].sort() },
        newestFirst: true,
      }),

    findSeen: async (site: string) => {
      const { items } = await table.query({ in: 'scratch', partition: scratchKeys.seen(site).pk });
      return { seen: seenRows.among(items)[0] ?? null, refused: refusedRows.among(items)[0] ?? null };
    },

    create: async (row: SiteRow): Promise<SiteRow> => {
      const put = { ...keys.site(workspace_id, row.id), ...row, ...secretAttributes(row) };
      const { result, replayed } = await transactOnce(table, call.once, { id: row.id }, [
        { put, when: [['absent', 'pk']] },
        searchedFromStart(workspace_id, row.id),
        row.sample ? countedAsSample(row.id) : counted,
        audited('site.create', { site_id: row.id }),
      ]);
      return replayed ? get(result.id) : row;
    },

    patch: (site: string, set: Item & { enforce_policy?: boolean }) =>
      table.transact([...changeOf(site, set, 'site.patch', notFound), ...markEnforced(site, set.enforce_policy)]),

    rotate: async (row: SiteRow, next: Derivation, set: Item): Promise<Derivation> => {
      const isUnchanged = [['=', 'mcp_version', row.derivations.mcp.version]] as const;
      const isRotated = () => conflict('token_rotated');
      const writes = changeOf(row.id, set, 'site.rotate_mcp_token', isRotated, isUnchanged);
      return (await transactOnce(table, call.once, next, writes)).result;
    },

    rotateIdentity: async (row: SiteRow, next: Derivation): Promise<Derivation> => {
      const set = { identity: next, identity_version: next.version, updated_at: call.now };
      const isUnchanged = row.identity
        ? ([['=', 'identity_version', row.identity.version]] as const)
        : ([['absent', 'identity_version']] as const);
      const isRotated = () => conflict('token_rotated');
      const writes = changeOf(row.id, set, 'site.rotate_identity_secret', isRotated, isUnchanged);
      return (await transactOnce(table, call.once, next, writes)).result;
    },

    markDeleted: async ({ id: site, sample }: SiteRow) => {
      const key = keys.site(workspace_id, site);
      const mark: Write = {
        update: key,
        set: { deleted_at: call.now, updated_at: call.now, ...owed('purge', key, call.now) },
        when: LIVE,
        else: notFound,
      };
      const workspace: Write = {
        update: keys.workspace(workspace_id),
        add: { deleted_sites: new Set([site]), ...(!sample && { site_count: -1 }) },
        ...(sample && { discard: { sample_sites: new Set([site]) } }),
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
