import { now } from './clock.ts';
import { type Identity, personalWorkspaceOf } from './id-token.ts';
import { keys, partitions } from './keys.ts';
import { ConditionFailed, type Table } from './table.ts';

/** The membership row of a workspace's first OWNER, and the workspace row that counts it. */
export const newWorkspaceRows = (
  owner: Identity,
  workspace: { id: string; name: string; slug: string; personal: boolean },
  at: number,
) => [
  {
    ...keys.workspace(workspace.id),
    ...workspace,
    plan: 'free',
    owner_count: 1,
    created_by: owner.user_id,
    created_at: at,
    updated_at: at,
  },
  {
    ...keys.member(workspace.id, owner.user_id),
    gsi1pk: partitions.userWorkspaces(owner.user_id),
    gsi1sk: `WS#${workspace.id}`,
    workspace_id: workspace.id,
    user_id: owner.user_id,
    email: owner.email,
    name: owner.name,
    role: 'OWNER',
    site_grants: [],
    created_at: at,
  },
];

/** The user's record and personal workspace appear together; whoever comes second finds them there. */
export const appearAtFirstSignIn = async (table: Table, identity: Identity): Promise<void> => {
  const at = now();
  const id = personalWorkspaceOf(identity.user_id);
  const user = {
    ...keys.user(identity.user_id),
    id: identity.user_id,
    email: identity.email,
    name: identity.name,
    personal_workspace_id: id,
    created_at: at,
  };
  const workspace = {
    id,
    name: `${identity.name}'s workspace`.slice(0, 120),
    slug: `personal-${id.slice(-8).toLowerCase()}`,
    personal: true,
  };
  try {
    await table.transact(
      [user, ...newWorkspaceRows(identity, workspace, at)].map((put) => ({ put, when: [['absent', 'pk']] as const })),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
