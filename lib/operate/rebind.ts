import { eraseNotifications } from '../../functions/data/erase/erase-account.ts';
import { newMemberRow } from '../../functions/kit/access/sign-in.ts';
import { hasRole, isRole, personalWorkspaceOf, type Role } from '../../functions/kit/actor.ts';
import { auditEntry } from '../../functions/kit/audit/audit-log.ts';
import { type Key, keys, partitions, workspacePartition } from '../../functions/kit/table/keys.ts';
import { allOf, idsIn, numberAt, textAt } from '../../functions/kit/table/record.ts';
import type { Item, Table, Write } from '../../functions/kit/table/table.ts';
import { personOfAddress } from '../../functions/kit/text/address.ts';
import { SLOTS } from '../../functions/workspaces/views.ts';

export interface Rebound {
  from: string[];
  to: string;
  workspaces: { id: string; role: string }[];
}

const roleOf = ({ role }: Item): Role => {
  if (!isRole(role)) throw new Error(`There is no role ${role}.`);
  return role;
};

/** The new membership gets the higher of both roles, and the count of OWNERs stays correct. */
const moveMembership = (workspace: Item, old: Item, existing: Item | undefined, to: Item, at: number): Write[] => {
  const ws = textAt(workspace, 'id');
  const [before, now] = [roleOf(old), existing && roleOf(existing)];
  const role = now && hasRole(now, before) ? now : before;
  const from = textAt(old, 'user_id');
  const isOwner = (one: unknown) => Number(one === 'OWNER');
  const change = isOwner(role) - isOwner(before) - isOwner(now);
  const wasPersonal = ws === personalWorkspaceOf(from);
  const person = { user_id: textAt(to, 'id'), email: textAt(to, 'email'), name: textAt(to, 'name') };
  const grants = [...((existing?.site_grants ?? []) as string[]), ...((old.site_grants ?? []) as string[])];
  // Connections from before a membership count as those of an earlier stay.
  const since = Math.min(numberAt(old, 'created_at'), numberAt(existing ?? old, 'created_at'));
  const row = newMemberRow(ws, person, { role, site_grants: [...new Set(grants)], at: since });
  return [
    { delete: keys.member(ws, from), when: [['=', 'role', before]] },
    { put: row, when: [now ? ['=', 'role', now] : ['absent', 'pk']] },
    {
      update: keys.workspace(ws),
      set: { updated_at: at, ...(wasPersonal && { personal: false }) },
      ...(change !== 0 && { add: { owner_count: change } }),
      when: [['exists', 'pk']],
    },
    auditEntry(ws, { kind: 'public' }, 'member.rebind', { from, user_id: to.id, role }),
  ];
};

const moveSent = async (table: Table, ws: string, from: string, to: string) => {
  const sent = await table.queryAll({ ...allOf(keys.invitation, ws), filter: [['=', 'invited_by', from]] });
  for (const item of sent) {
    await table.transact([{ update: item, set: { invited_by: to }, when: [['exists', 'pk']] }]);
  }
};

/** Unless the new account has chosen its own since. The list is of the old one. */
const moveReader = async (table: Table, ws: string, from: string, to: string) => {
  const row = await table.get(keys.reader(ws, from));
  if (!row) return;
  const chosen = ['settings', 'mail_off', 'language', 'changed_at'].filter((name) => row[name] !== undefined);
  const set = { person: to, ...Object.fromEntries(chosen.map((name) => [name, row[name]])) };
  await table.tryTransact([{ update: keys.reader(ws, to), set, when: [['absent', 'changed_at']] }]);
  await eraseNotifications(table, [ws, from]);
};

/** False if all slots are taken. */
const moveView = async (table: Table, ws: string, view: Key, to: string): Promise<boolean> => {
  const row = await table.get(view);
  if (!row) return true;
  for (const slot of SLOTS) {
    const put = { ...row, ...keys.ownView(ws, to, slot), person: to, created_by: to };
    const isMoved = await table.tryTransact([
      { put, when: [['absent', 'pk']] },
      { delete: view, when: [['exists', 'pk']] },
    ]);
    if (isMoved) return true;
  }
  return false;
};

/** A later erasure finds records by the person's id. */
const moveNamed = async (table: Table, from: string, to: string) => {
  for (const item of await table.queryAll({ index: 'person', partition: from })) {
    // Its tokens name the old account.
    if (idsIn(keys.connection, item)) {
      await table.removeMany([item]);
      continue;
    }
    const formerMember = idsIn(keys.formerMember, item);
    // Belongs to a workspace that the person had left.
    if (formerMember) await moveSent(table, formerMember[0], from, to);
    const [reader, view] = [idsIn(keys.reader, item), idsIn(keys.ownView, item)];
    if (reader) await moveReader(table, reader[0], from, to);
    if (reader || (view && (await moveView(table, view[0], item, to)))) continue;
    const set = { person: to, ...(idsIn(keys.apiToken, item) && { created_by: to }) };
    await table.transact([{ update: item, set, when: [['exists', 'pk']] }]);
  }
};

/** After the loss of a user pool. Safe to repeat. */
export const rebind = async (
  table: Table,
  { email, at, write }: { email: string; at: number; write: boolean },
): Promise<Rebound | undefined> => {
  const partition = personOfAddress(email);
  const listed = await table.queryAll({ index: 'person', partition, sort: ['=', keys.user('').sk] });
  const users = (await table.getMany(listed, { consistent: true })).filter(({ erased_at }) => !erased_at);
  const [newest, ...earlier] = users.sort((a, b) => Number(b.created_at) - Number(a.created_at));
  if (!newest || earlier.length === 0) return undefined;
  const to = textAt(newest, 'id');
  const rebound: Rebound = { from: earlier.map((row) => textAt(row, 'id')), to, workspaces: [] };
  for (const from of rebound.from) {
    for (const { pk } of await table.queryAll({ index: 'gsi1', partition: partitions.userWorkspaces(from) })) {
      const ws = pk.slice(workspacePartition('').length);
      const [workspace, old, existing] = await Promise.all([
        table.get(keys.workspace(ws)),
        table.get(keys.member(ws, from)),
        table.get(keys.member(ws, to)),
      ]);
      if (!workspace || !old) continue;
      rebound.workspaces.push({ id: ws, role: roleOf(old) });
      if (!write) continue;
      await moveSent(table, ws, from, to);
      await table.transact(moveMembership(workspace, old, existing, newest, at));
    }
    if (!write) continue;
    await moveNamed(table, from, to);
    await table.transact([
      {
        update: keys.user(from),
        set: { rebound_to: to },
        remove: ['person', 'email', 'name'],
        when: [['exists', 'pk']],
      },
    ]);
  }
  return rebound;
};
