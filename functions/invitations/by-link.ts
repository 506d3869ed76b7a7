import { keys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { InvitationRow } from './schema.ts';
import { statusOf } from './state.ts';
import { readInvitationToken } from './token.ts';

/** An open invitation, its workspace, and the caller's membership there. */
export interface LinkedInvitation {
  row: InvitationRow;
  workspace: Item;
  member: Item | undefined;
}

/** The invitation of a token; undefined if it is malformed, foreign or expired, or if its workspace is deleted. */
export const readLinked = async (
  table: Table,
  token: string,
  at: number,
  user_id?: string,
): Promise<LinkedInvitation | undefined> => {
  const named = readInvitationToken(token);
  if (!named || named.expires_at <= at) return undefined;
  const [item, workspace, member] = await Promise.all([
    table.get(keys.invitation(named.workspace_id, named.id)),
    table.get(keys.workspace(named.workspace_id)),
    user_id === undefined ? undefined : table.get(keys.member(named.workspace_id, user_id)),
  ]);
  if (!item || !workspace || workspace.deleted_at !== undefined) return undefined;
  const row = InvitationRow.parse(item);
  return row.expires_at > at ? { row, workspace, member } : undefined;
};

/** The same, but only while the invitation is open. */
export const readOpen = async (table: Table, token: string, at: number): Promise<LinkedInvitation | undefined> => {
  const linked = await readLinked(table, token, at);
  return linked && statusOf(linked.row, at) === 'open' ? linked : undefined;
};
