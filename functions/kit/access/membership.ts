import { type Actor, isPersonalName, personalWorkspaceOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-log.ts';
import { DAY, ttlAt } from '../clock.ts';
import { insufficientRole } from '../errors.ts';
import type { Test } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { allOf, hasMember, requireIds, textAt } from '../table/record.ts';
import type { Item, StoredRow, Table, Write } from '../table/table.ts';

/** Longer than any invitation that the person sent is kept. */
const REMEMBERED = 40 * DAY;

export const formerMemberRow = (workspace_id: string, user_id: string, at: number) => ({
  ...keys.formerMember(workspace_id, user_id),
  person: user_id,
  ttl: ttlAt(at + REMEMBERED),
});

/** For what opens the workspace to others: it must not outlive an OWNER who was removed while their request ran. */
export const stillOwner = (workspace_id: string, user_id: string): Write => ({
  check: keys.member(workspace_id, user_id),
  when: [['=', 'role', 'OWNER']],
  else: insufficientRole,
});

const wordsOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
};

/** A personal workspace that its person leaves to another OWNER is one like any other, and not named after them. */
const handOver = (workspace: Item, member: StoredRow): Item | undefined => {
  const [ws, user] = requireIds(keys.member, member);
  if (ws !== personalWorkspaceOf(user)) return undefined;
  const name = textAt(workspace, 'name');
  const isNamedAfter = isPersonalName(name) || wordsOf(name).includes(wordsOf(textAt(member, 'name')));
  return { personal: false, ...(isNamedAfter && { name: 'Workspace' }) };
};

/** Fails for the last OWNER of a workspace that is not deleted. */
export const leavingWrites = (actor: Actor, workspace: Item, member: StoredRow, at: number): Write[] => {
  const [ws, user] = requireIds(keys.member, member);
  const isOwner = member.role === 'OWNER';
  const set = handOver(workspace, member);
  const when: Test[] =
    workspace.deleted_at === undefined
      ? [
          ['absent', 'deleted_at'],
          ['>', 'owner_count', isOwner ? 1 : 0],
        ]
      : [['exists', 'deleted_at']];
  const add = { owner_count: isOwner ? -1 : 0 };
  return [
    { delete: keys.member(ws, user), when: [['=', 'role', member.role]] },
    ...(isOwner || set ? [{ update: keys.workspace(ws), ...(set && { set }), add, when }] : []),
    { put: formerMemberRow(ws, user, at) },
    auditEntry(ws, actor, 'member.leave', { user_id: user, role: member.role }),
  ];
};

/** `workspace` is its row. The site's own row may be gone. */
export const isSiteDeleted = (workspace: Item, site: unknown): boolean => hasMember(workspace.deleted_sites, site);

export const ownersOf = async (table: Table, ws: string): Promise<string[]> => {
  const members = await table.queryAll({
    ...allOf(keys.member, ws),
    filter: [['=', 'role', 'OWNER']],
  });
  return members.map((row) => requireIds(keys.member, row)[1]);
};
