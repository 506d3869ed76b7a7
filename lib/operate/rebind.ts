import { newMemberRow } from '../../functions/kit/access/sign-in.ts';
import type { Role } from '../../functions/kit/actor.ts';
import { auditEntry } from '../../functions/kit/audit/audit-log.ts';
import { personalWorkspaceOf } from '../../functions/kit/identity.ts';
import { type Key, keys, partitions, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Item, Table, Write } from '../../functions/kit/table/table.ts';
import { personOfAddress } from '../../functions/kit/text/address.ts';

/** Counts of records that are moved from earlier accounts of an address to its newest. */
export interface Rebound {
  from: string[];
  to: string;
  workspaces: { id: string; role: string }[];
}

const RANK: Readonly<Record<string, number>> = { GUEST: 1, MEMBER: 2, OWNER: 3 };

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/**
 * One transaction: the old membership ends, the new one gets the higher of both roles, and the count of OWNERs stays
 * correct.
 */
const moveMembership = (workspace: Item, old: Item, existing: Item | undefined, to: Item, at: number): Write[] => {
  const ws = String(workspace.id);
  const isHigher = (RANK[String(existing?.role)] ?? 0) > (RANK[String(old.role)] ?? 0);
  const role = isHigher ? existing?.role : old.role;
  const isOwner = (one: unknown) => Number(one === 'OWNER');
  const change = isOwner(role) - isOwner(old.role) - isOwner(existing?.role);
  const wasPersonal = ws === personalWorkspaceOf(String(old.user_id));
  const person = { user_id: String(to.id), email: String(to.email), name: String(to.name) };
  const grants = [...((existing?.site_grants ?? []) as string[]), ...((old.site_grants ?? []) as string[])];
  const row = newMemberRow(ws, person, { role: role as Role, site_grants: [...new Set(grants)], at });
  return [
    { delete: keys.member(ws, String(old.user_id)), when: [['=', 'role', old.role]] },
    { put: row, when: [existing ? ['=', 'role', existing.role] : ['absent', 'pk']] },
    {
      update: keys.workspace(ws),
      set: { updated_at: at, ...(wasPersonal && { personal: false }) },
      ...(change !== 0 && { add: { owner_count: change } }),
      when: [['exists', 'pk']],
    },
    auditEntry(ws, { kind: 'public' }, 'member.rebind', { from: old.user_id, user_id: to.id, role }),
  ];
};

/** Invitations include the sender's name. */
const moveSent = async (table: Table, ws: string, from: string, to: string) => {
  const sort = ['begins_with', keys.invitation(ws, '').sk] as const;
  const sent = await table.queryAll({ partition: workspacePartition(ws), sort, filter: [['=', 'invited_by', from]] });
  for (const item of sent) {
    await table.transact([{ update: keyOf(item), set: { invited_by: to }, when: [['exists', 'pk']] }]);
  }
};

/** Records with the person's name point to the new id, so that a later erasure finds them. */
const moveNamed = async (table: Table, from: string, to: string) => {
  for (const item of await table.queryAll({ index: 'person', partition: from })) {
    const { pk, sk } = keyOf(item);
    const [kind] = sk.split('#');
    // Belongs to a workspace that the person had left.
    if (kind === 'FORMER') await moveSent(table, pk.slice(workspacePartition('').length), from, to);
    const set = { person: to, ...(kind === 'TOKEN' && { created_by: to }) };
    await table.transact([{ update: { pk, sk }, set, when: [['exists', 'pk']] }]);
  }
};

/**
 * After the loss of a user pool, moves everything that earlier accounts of a verified address had to its newest
 * account. Returns undefined if the address has only one account. Safe to repeat.
 */
export const rebind = async (
  table: Table,
  { email, at, write }: { email: string; at: number; write: boolean },
): Promise<Rebound | undefined> => {
  const partition = personOfAddress(email);
  const listed = await table.queryAll({ index: 'person', partition, sort: ['=', keys.user('').sk] });
  const users = (await table.getMany(listed.map(keyOf), { consistent: true })).filter(({ erased_at }) => !erased_at);
  const [newest, ...earlier] = users.sort((a, b) => Number(b.created_at) - Number(a.created_at));
  if (!newest || earlier.length === 0) return undefined;
  const to = String(newest.id);
  const rebound: Rebound = { from: earlier.map(({ id }) => String(id)), to, workspaces: [] };
  for (const from of rebound.from) {
    for (const { pk } of await table.queryAll({ index: 'gsi1', partition: partitions.userWorkspaces(from) })) {
      const ws = String(pk).slice(workspacePartition('').length);
      const [workspace, old, existing] = await Promise.all([
        table.get(keys.workspace(ws)),
        table.get(keys.member(ws, from)),
        table.get(keys.member(ws, to)),
      ]);
      if (!workspace || !old) continue;
      rebound.workspaces.push({ id: ws, role: String(old.role) });
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
