import type { Role } from '../actor.ts';
import { type Identity, personalName, personalWorkspaceOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-log.ts';
import { now } from '../clock.ts';
import { forbidden, unauthorized } from '../errors.ts';
import { keys, partitions, workspacePartition } from '../table/keys.ts';
import type { StoredRow, Table } from '../table/table.ts';
import { personOfAddress } from '../text/address.ts';
import { isErased } from './erased.ts';
import { readSwitches } from './read-switches.ts';

export const newMemberRow = (
  workspace_id: string,
  person: Pick<Identity, 'user_id' | 'email' | 'name'>,
  { role, site_grants, at }: { role: Role; site_grants: string[]; at: number },
) => ({
  ...keys.member(workspace_id, person.user_id),
  gsi1pk: partitions.userWorkspaces(person.user_id),
  gsi1sk: workspacePartition(workspace_id),
  workspace_id,
  user_id: person.user_id,
  email: person.email,
  name: person.name,
  role,
  site_grants,
  created_at: at,
});

export const newWorkspaceRows = (
  owner: Identity,
  workspace: { id: string; name: string; slug: string; personal: boolean },
  at: number,
) =>
  [
    {
      ...keys.workspace(workspace.id),
      ...workspace,
      plan: 'free',
      owner_count: 1,
      created_by: owner.user_id,
      created_at: at,
      updated_at: at,
    },
    newMemberRow(workspace.id, owner, { role: 'OWNER', site_grants: [], at }),
  ] as const;

/** The person's row, made by this request or by another at the same moment. */
export const appearAtFirstSignIn = async (table: Table, identity: Identity): Promise<StoredRow | undefined> => {
  if ((await readSwitches(table)).sign_up === 'off') {
    throw forbidden('sign_up_closed', {}, { reason: 'sign_up_closed' });
  }
  const at = now();
  const id = personalWorkspaceOf(identity.user_id);
  const user = {
    ...keys.user(identity.user_id),
    id: identity.user_id,
    email: identity.email,
    name: identity.name,
    ...(identity.email_verified && { person: personOfAddress(identity.email) }),
    personal_workspace_id: id,
    created_at: at,
  };
  const workspace = {
    id,
    name: personalName(identity.name),
    slug: `personal-${id.slice(-8).toLowerCase()}`,
    personal: true,
  };
  const [workspaceRow, memberRow] = newWorkspaceRows(identity, workspace, at);
  const actor = { kind: 'session', role: 'OWNER', ...identity } as const;
  const isFirst = await table.tryTransact([
    { put: user, when: [['any', [[['absent', 'pk']], [['<=', 'erased_until', at]]]]] },
    { put: workspaceRow, when: [['absent', 'pk']] },
    { put: memberRow, when: [['absent', 'pk']] },
    auditEntry(id, actor, 'workspace.create', { personal: true }, { isUse: false }),
  ]);
  if (isFirst) return user;
  const known = await table.get(keys.user(identity.user_id));
  if (isErased(known, at)) throw unauthorized('account deleted');
  return known;
};
