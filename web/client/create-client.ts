import type { ApiError } from './api-error.ts';
import { type ClientSettings, clientOf, type OperationRow } from './client-of.ts';
import { operations } from './operations.generated.ts';
import type { Client } from './types.ts';

type AnyCall = (...given: [input?: Record<string, unknown>, options?: object]) => Promise<unknown>;

/** A lost answer may have been that of the deletion, so a repeat that finds nothing is its success. */
const deletion =
  (id: string, row: OperationRow, settings: ClientSettings): AnyCall =>
  async (...given) => {
    const { fetch: send = fetch } = settings;
    let tries = 0;
    const counting: typeof fetch = async (...sent) => {
      tries += 1;
      const answer = await send(...sent);
      if (answer.status === 429) tries -= 1;
      return answer;
    };
    const one = clientOf({ [id]: row }, { ...settings, fetch: counting });
    try {
      return await (one as unknown as Record<string, AnyCall>)[id]?.(...given);
    } catch (error) {
      const { status, code } = error as Partial<ApiError>;
      const isGone = status === 404 || (id === 'deleteWorkspace' && code === 'workspace_deleted');
      if (tries < 2 || !isGone) throw error;
      const [, variable = ''] = /.*{(\w+)/.exec(row[1]) ?? [];
      return { id: given[0]?.[variable], deleted: true };
    }
  };

/**
 * A client with one method per operation: `client.listAnnotations({ site_id, query: { status: 'pending' } })`. Responses are
 * typed from the contracts, not validated. An error response throws an `ApiError`; an unreachable service or a missing path
 * parameter throws a `TypeError`; an aborted signal throws its reason. The client contains paths but no schemas, so it is small
 * enough for a web page.
 */
export const createClient = (settings: ClientSettings): Client => {
  const deletions = Object.entries<OperationRow>(operations)
    .filter(([, row]) => row[2] === 'gone')
    .map(([id, row]) => [id, deletion(id, row, settings)]);
  return { ...clientOf(operations, settings), ...Object.fromEntries(deletions) };
};
