import { auditEntry } from '../kit/audit-log.ts';
import { DAY, ttlAt } from '../kit/clock.ts';
import { notFound } from '../kit/errors.ts';
import { isReplay, type Once, transactOnce } from '../kit/idempotency.ts';
import { keys, workspacePartition } from '../kit/keys.ts';
import type { Call } from '../kit/serve.ts';
import { ConditionFailed, type Item, type Table } from '../kit/table.ts';
import { ApiTokenRow } from './schema.ts';

/** How long a revoked token is still known, so that its 401 can say why. */
const REMEMBERED = 90 * DAY;

/** The API tokens of the caller's workspace. */
export const apiTokenStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const find = async (id: string): Promise<ApiTokenRow | undefined> => {
    const row = await table.get(keys.apiToken(workspace_id, id));
    return row && row.revoked_at === undefined ? ApiTokenRow.parse(row) : undefined;
  };

  return {
    find,

    /** Whether this request is a replay of one that created a token. */
    wasCreated: (once: Once | undefined) => isReplay(table, once),

    /** The id under which the token stands: the winner's where the Idempotency-Key was used before. */
    create: async (row: ApiTokenRow, token_hash: string, once: Once | undefined): Promise<string> => {
      const { result } = await transactOnce(table, once, { id: row.id }, [
        { put: { ...keys.apiToken(workspace_id, row.id), ...row, token_hash }, when: [['absent', 'pk']] },
        auditEntry(workspace_id, call.actor, 'api_token.create', { token_id: row.id, role: row.role }),
      ]);
      return result.id;
    },

    /** Newest first. */
    list: async (): Promise<ApiTokenRow[]> => {
      const items: Item[] = [];
      let after: Item | undefined;
      do {
        const page = await table.query({
          partition: workspacePartition(workspace_id),
          sort: ['begins_with', keys.apiToken(workspace_id, '').sk],
          filter: [['absent', 'revoked_at']],
          newestFirst: true,
          consistent: true,
          after,
        });
        items.push(...page.items);
        after = page.last;
      } while (after);
      return items.map((row) => ApiTokenRow.parse(row));
    },

    revoke: async (id: string): Promise<void> => {
      try {
        await table.transact([
          {
            update: keys.apiToken(workspace_id, id),
            set: { revoked_at: call.now, ttl: ttlAt(call.now + REMEMBERED) },
            when: [
              ['exists', 'pk'],
              ['absent', 'revoked_at'],
            ],
          },
          auditEntry(workspace_id, call.actor, 'api_token.revoke', { token_id: id }),
        ]);
      } catch (error) {
        throw error instanceof ConditionFailed ? notFound() : error;
      }
    },
  };
};
