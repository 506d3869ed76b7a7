import { isReplay, type Once, transactOnce } from '../kit/access/idempotency.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { DAY, ttlAt } from '../kit/clock.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below, type Test } from '../kit/table/expression.ts';
import { keys, workspacePartition } from '../kit/table/keys.ts';
import { mapPage } from '../kit/table/page.ts';
import { readPage } from '../kit/table/paging.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { ApiTokenRow, MAX_TOKENS } from './schema.ts';

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
      const count: Write = {
        update: keys.workspace(workspace_id),
        add: { token_count: 1 },
        when: [['exists', 'pk'], below('token_count', MAX_TOKENS)],
        else: () => unprocessable(['body'], 'token_limit', { max: MAX_TOKENS }, 'too_many'),
      };
      const { result } = await transactOnce(table, once, { id: row.id }, [
        count,
        {
          put: { ...keys.apiToken(workspace_id, row.id), ...row, person: row.created_by, token_hash },
          when: [['absent', 'pk']],
        },
        auditEntry(workspace_id, call.actor, 'api_token.create', { token_id: row.id, role: row.role }),
      ]);
      return result.id;
    },

    /** Newest first; those of one maker if given. */
    list: async (maker: string | undefined, { limit, cursor }: { limit: number; cursor?: string | undefined }) => {
      const prefix = keys.apiToken(workspace_id, '').sk;
      const ofMaker: Test[] = maker === undefined ? [] : [['=', 'created_by', maker]];
      const page = await readPage(table, {
        query: {
          partition: workspacePartition(workspace_id),
          sort: ['begins_with', prefix],
          filter: [['absent', 'revoked_at'], ...ofMaker],
          newestFirst: true,
          consistent: true,
        },
        limit,
        cursor,
        binding: { route: call.operation_id, workspace_id, filter: { maker } },
        position: (row) => row.sk.slice(prefix.length),
        startKey: (id) => ({ ...keys.apiToken(workspace_id, id) }),
      });
      return mapPage(page, (row) => ApiTokenRow.parse(row));
    },

    revoke: async (id: string): Promise<void> => {
      await table.transact([
        {
          update: keys.apiToken(workspace_id, id),
          set: { revoked_at: call.now, ttl: ttlAt(call.now + REMEMBERED) },
          when: [
            ['exists', 'pk'],
            ['absent', 'revoked_at'],
          ],
          else: notFound,
        },
        { update: keys.workspace(workspace_id), add: { token_count: -1 }, when: [['exists', 'pk']] },
        auditEntry(workspace_id, call.actor, 'api_token.revoke', { token_id: id }),
      ]);
    },
  };
};
