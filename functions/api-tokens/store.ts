import { isReplay, transactOnce } from '../kit/access/idempotency.ts';
import { stillOwner } from '../kit/access/membership.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { DAY, ttlAt } from '../kit/clock.ts';
import { notFound, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { below } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { listRows, type PageRequest } from '../kit/table/page.ts';
import type { Table, Write } from '../kit/table/table.ts';
import { type ApiTokenRow, apiTokenRows, MAX_TOKENS } from './schema.ts';

const REMEMBERED = 90 * DAY;

export const apiTokenStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const find = async (id: string): Promise<ApiTokenRow | undefined> => {
    const row = await apiTokenRows.find(table, [workspace_id, id]);
    return row?.revoked_at === undefined ? row : undefined;
  };

  const list = (maker: string | undefined, asked: PageRequest) =>
    listRows(table, call, asked, apiTokenRows, [workspace_id], {
      filter: [['absent', 'revoked_at'], ...(maker === undefined ? [] : [['=', 'created_by', maker] as const])],
      bound: { maker },
      newestFirst: true,
      consistent: true,
    });

  return {
    find,

    wasCreated: () => isReplay(table, call.once),

    create: async (row: ApiTokenRow, token_hash: string): Promise<string> => {
      const count: Write = {
        update: keys.workspace(workspace_id),
        add: { token_count: 1 },
        when: [['exists', 'pk'], below('token_count', MAX_TOKENS)],
        else: () => unprocessable(['body'], 'token_limit', { max: MAX_TOKENS }, 'too_many'),
      };
      const { result } = await transactOnce(table, call.once, { id: row.id }, [
        stillOwner(workspace_id, row.created_by),
        count,
        {
          put: { ...keys.apiToken(workspace_id, row.id), ...row, person: row.created_by, token_hash },
          when: [['absent', 'pk']],
        },
        auditEntry(workspace_id, call.actor, 'api_token.create', { token_id: row.id, role: row.role }),
      ]);
      return result.id;
    },

    list,

    /** A page ends early after many revoked ones. */
    listAll: async (maker: string): Promise<ApiTokenRow[]> => {
      const found: ApiTokenRow[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(maker, { limit: MAX_TOKENS, cursor });
        found.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return found;
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
