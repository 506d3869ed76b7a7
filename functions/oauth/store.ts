import { type ConnectionIds, heldRole, isGenuine, type Presented, readConnection } from '../kit/access/connection.ts';
import { type Author, auditEntry } from '../kit/audit/audit-log.ts';
import { DAY, MINUTE, SECOND, ttlAt } from '../kit/clock.ts';
import { notFound, Refusal } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { LIVE, type Test } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, mapPage, type PageRequest } from '../kit/table/page.ts';
import { isLive } from '../kit/table/record.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { oauthRefusal } from './refusals.ts';
import { type ConnectionRow, connectionRows } from './schema.ts';

export const CODE_LIFE = MINUTE;
/** Renewed by each use of a refresh token. */
const UNUSED_LIFE = 30 * DAY;
/** A client whose parallel calls meet an expired token, or which lost the answer, sends its refresh token again. */
const REPEATABLE = 30 * SECOND;

/** The last refresh token, or for half a minute the one before, which gets the same successor. */
export const isCurrent = ({ number, numbered_at = 0 }: ConnectionRow, presented: number, at: number): boolean =>
  presented === number || (presented === number - 1 && at < numbered_at + REPEATABLE);

const keyOf = ([ws, site, , id]: ConnectionIds) => keys.connection(ws, site, id);

export const connectionStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const removal = (ids: ConnectionIds, action: string, actor: Author): Write[] => {
    const [ws, site_id, user_id, connection_id] = ids;
    return [
      { delete: keyOf(ids), when: [['exists', 'pk']] },
      auditEntry(ws, actor, action, { site_id, connection_id, user_id }),
    ];
  };

  const open = (ids: ConnectionIds, number: number, when: readonly Test[]): Promise<boolean> => {
    const expires_at = call.now + UNUSED_LIFE;
    const set = { state: 'open', number, numbered_at: call.now, expires_at, ttl: ttlAt(expires_at) };
    return table.tryTransact([{ update: keyOf(ids), set, remove: ['challenge'], when: [['exists', 'pk'], ...when] }]);
  };

  return {
    ask: async (row: ConnectionRow): Promise<void> => {
      const put = {
        ...keys.connection(workspace_id, row.site_id, row.id),
        ...row,
        person: row.user_id,
        ttl: ttlAt(row.expires_at),
      };
      await table.transact([
        { check: keys.site(workspace_id, row.site_id), when: LIVE, else: notFound },
        { check: keys.member(workspace_id, row.user_id), when: [['exists', 'pk']], else: notFound },
        { put, when: [['absent', 'pk']] },
        auditEntry(workspace_id, call.actor, 'mcp.connect', {
          site_id: row.site_id,
          connection_id: row.id,
          client: row.client_name,
          scopes: row.scopes,
        }),
      ]);
    },

    /** Refuses what the token's own person could not do by now. */
    find: async (presented: Presented): Promise<ConnectionRow> => {
      try {
        return connectionRows.parse((await readConnection(table, presented)).connection);
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) throw oauthRefusal('invalid_grant');
        throw error;
      }
    },

    /** True for one caller only. */
    openOnce: (ids: ConnectionIds) => open(ids, 1, [['=', 'state', 'asked']]),

    rotate: (ids: ConnectionIds, number: number) => open(ids, number + 1, [['=', 'number', number]]),

    /** A token that is used twice was stolen once. */
    removeReused: async (ids: ConnectionIds): Promise<void> => {
      await table.tryTransact(removal(ids, 'mcp.revoke', { kind: 'service' }));
    },

    removeGenuine: async (presented: Presented): Promise<void> => {
      const row = await table.get(keyOf(presented.ids));
      if (!row || !isGenuine(presented, row)) return;
      const [, site_id, user_id] = presented.ids;
      await table.tryTransact(removal(presented.ids, 'mcp.disconnect', { kind: 'mcp', site_id, member: { user_id } }));
    },

    requireSite: async (site_id: string): Promise<void> => {
      const site = await table.get(keys.site(workspace_id, site_id));
      if (!isLive(site)) throw notFound();
    },

    /** Without those that `heldRole` refuses. */
    list: async (site_id: string, user_id: string | undefined, asked: PageRequest) => {
      const page = await listRows(table, call, asked, connectionRows, [workspace_id, site_id], {
        filter: [
          ['=', 'state', 'open'],
          ['>', 'expires_at', call.now],
          ...(user_id === undefined ? [] : [['=', 'user_id', user_id] as const]),
        ],
        bound: { site_id, user_id },
        newestFirst: true,
        consistent: true,
      });
      const users = [...new Set(page.items.map((row) => row.user_id))];
      const rows = await Promise.all(users.map((user) => table.get(keys.member(workspace_id, user))));
      const members = new Map(users.map((user, at) => [user, rows[at]]));
      return mapPage(page, (row) => (heldRole(members.get(row.user_id), row.created_at, site_id) ? row : undefined));
    },

    findById: (site_id: string, id: string) => connectionRows.find(table, [workspace_id, site_id, id]),

    remove: async ({ site_id, user_id, id }: ConnectionRow): Promise<void> => {
      const ids: ConnectionIds = [workspace_id, site_id, user_id, id];
      if (!(await table.tryTransact(removal(ids, 'mcp.disconnect', call.actor)))) throw notFound();
    },
  };
};
