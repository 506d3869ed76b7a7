import { now } from '../clock.ts';
import { unauthorized } from '../errors.ts';
import { keys } from '../table/keys.ts';
import { isLive } from '../table/record.ts';
import type { Item, Table } from '../table/table.ts';
import type { Authorized } from './authorize.ts';
import { requireConnection } from './connection.ts';

const isOver = ({ revoked_at, expires_at, deleted_at }: Item) =>
  revoked_at !== undefined || deleted_at !== undefined || (typeof expires_at === 'number' && expires_at <= now());

/** For a request of a token or MCP client that has waited: a credential revoked meanwhile gets its 401. */
export const stillAuthorized = async (
  table: Table,
  { actor, scope: { workspace_id: ws }, rows }: Authorized,
): Promise<void> => {
  if (rows.connection) return requireConnection(table, rows.connection);
  const own =
    actor.kind === 'token' ? keys.apiToken(ws, actor.token_id) : actor.kind === 'mcp' && keys.site(ws, actor.site_id);
  if (!own) throw unauthorized('unknown');
  const [workspace, row] = await Promise.all([table.get(keys.workspace(ws)), table.get(own)]);
  if (!isLive(workspace)) throw unauthorized('workspace deleted');
  const isRotated = actor.kind === 'mcp' && row?.mcp_token_hash !== rows.site?.mcp_token_hash;
  if (!row || isOver(row) || isRotated) throw unauthorized('revoked');
};
