import { tryTransactOnce } from '../kit/access/idempotency.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { readSecret } from '../kit/secrets.ts';
import { isSame } from '../kit/server-keys.ts';
import { sha256 } from '../kit/sha256.ts';
import { below, LIVE } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import { isLive, textAt } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { MAX_STAKEHOLDERS, type StakeholderRow, stakeholderRows } from './schema.ts';
import { stakeholderToken } from './secrets.ts';

const personOf = ({ email }: Item) => typeof email === 'string' && { person: personOfAddress(email) };

/** Call only for a site that the caller sees. */
export const stakeholderStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;
  const audited = (action: string, site_id: string, stakeholder_id: string): Write =>
    auditEntry(workspace_id, call.actor, action, { site_id, stakeholder_id });

  const get = (site: string, id: string) => stakeholderRows.get(table, [workspace_id, site, id]);

  return {
    /** A token whose server key is retired can't be shown, but its link goes on: the id names it as well. */
    getByTokenOrId: async (site: string, name: string): Promise<StakeholderRow> => {
      if (isId(name)) return get(site, name);
      const [ws, tokenSite, id = ''] = readSecret('stakeholder', name) ?? [];
      const row = await table.get(keys.stakeholder(workspace_id, site, id));
      const isOfSite = ws === workspace_id && tokenSite === site;
      if (!isOfSite || !row || !isSame(textAt(row, 'token_hash'), sha256(name))) throw notFound();
      return stakeholderRows.parse(row);
    },

    list: (site: string, asked: PageRequest) =>
      listRows(table, call, asked, stakeholderRows, [workspace_id, site], { bound: { site } }),

    create: async (row: StakeholderRow): Promise<StakeholderRow> => {
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
      const { result, replayed, failed } = await tryTransactOnce(table, call.once, { id: row.id }, writes);
      if (!failed) return replayed ? get(row.site_id, result.id) : row;
      const site = await table.get(keys.site(workspace_id, row.site_id));
      if (!isLive(site)) throw notFound();
      throw unprocessable(['body'], 'stakeholder_limit', { max: MAX_STAKEHOLDERS }, 'too_many');
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
