import { type Once, transactOnce } from '../kit/access/idempotency.ts';
import { readSecret } from '../kit/access/secrets.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isSame, sha256 } from '../kit/server-keys.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys, workspacePartition } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import { ConditionFailed, type Item, type Table, type Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { MAX_STAKEHOLDERS, StakeholderRow } from './schema.ts';
import { stakeholderToken } from './stakeholder-token.ts';

const personOf = ({ email }: Item) => typeof email === 'string' && { person: personOfAddress(email) };

/** The stakeholders of a site that the caller is known to see. */
export const stakeholderStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, site_id: string, stakeholder_id: string): Write =>
    auditEntry(workspace_id, call.actor, action, { site_id, stakeholder_id });

  const get = async (site: string, id: string): Promise<StakeholderRow> => {
    const row = await table.get(keys.stakeholder(workspace_id, site, id));
    if (!row) throw notFound();
    return StakeholderRow.parse(row);
  };

  return {
    get,

    /** By the token that the stakeholder's link carries; 404 for every other one. */
    getByToken: async (site: string, token: string): Promise<StakeholderRow> => {
      const [ws, tokenSite, id] = readSecret('stakeholder', token) ?? [];
      if (ws !== workspace_id || tokenSite !== site || !id) throw notFound();
      const row = await get(site, id);
      if (!isSame(stakeholderToken(workspace_id, row), token)) throw notFound();
      return row;
    },

    /** Oldest first. */
    list: async (site: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const prefix = keys.stakeholder(workspace_id, site, '').sk;
      const page = await readPage(table, {
        query: { partition: workspacePartition(workspace_id), sort: ['begins_with', prefix] },
        limit,
        cursor,
        binding: { route: call.operation_id, workspace_id, filter: { site } },
        position: (row) => row.sk.slice(prefix.length),
        startKey: (id) => ({ ...keys.stakeholder(workspace_id, site, id) }),
      });
      return mapPage(page, (row) => StakeholderRow.parse(row));
    },

    create: async (row: StakeholderRow, once: Once | undefined): Promise<string> => {
      const token_hash = sha256(stakeholderToken(workspace_id, row));
      const writes: Write[] = [
        {
          put: { ...keys.stakeholder(workspace_id, row.site_id, row.id), ...row, ...personOf(row), token_hash },
          when: [['absent', 'pk']],
        },
        {
          update: keys.site(workspace_id, row.site_id),
          add: { stakeholder_count: 1 },
          when: [...LIVE, below('stakeholder_count', MAX_STAKEHOLDERS)],
        },
        audited('stakeholder.create', row.site_id, row.id),
      ];
      try {
        const { result } = await transactOnce(table, once, { id: row.id }, writes);
        return result.id;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const site = await table.get(keys.site(workspace_id, row.site_id));
        if (!site || site.deleted_at !== undefined) throw notFound();
        throw unprocessable(['body'], 'stakeholder_limit', { max: MAX_STAKEHOLDERS }, 'too_many');
      }
    },

    patch: (row: StakeholderRow, set: Item) =>
      table.transact([
        {
          update: keys.stakeholder(workspace_id, row.site_id, row.id),
          set: { ...set, ...personOf(set) },
          ...(set.email === null && { remove: ['person'] }),
          when: [['exists', 'pk']],
          else: notFound,
        },
        audited('stakeholder.patch', row.site_id, row.id),
      ]),

    revoke: (row: StakeholderRow) =>
      table.transact([
        { delete: keys.stakeholder(workspace_id, row.site_id, row.id), when: [['exists', 'pk']], else: notFound },
        {
          update: keys.site(workspace_id, row.site_id),
          add: { stakeholder_count: -1 },
          when: [['exists', 'pk']],
          else: notFound,
        },
        audited('stakeholder.revoke', row.site_id, row.id),
      ]),
  };
};
