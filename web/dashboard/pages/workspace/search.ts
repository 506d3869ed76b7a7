export const WORKSPACE_TABS = [
  'members',
  'invitations',
  'tokens',
  'webhooks',
  'audit',
  'usage',
  'wallet',
  'settings',
] as const;
export type WorkspaceTab = (typeof WORKSPACE_TABS)[number];

export const INVITATION_STATES = ['open', 'accepted', 'expired', 'revoked', 'all'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export interface WorkspaceSearch {
  tab?: WorkspaceTab;
  status?: InvitationState;
  actor?: string;
  action?: string;
}

const textIn = (value: unknown, max: number) =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;

export const readWorkspaceSearch = (search: Record<string, unknown>): WorkspaceSearch => {
  const tab = WORKSPACE_TABS.find((one) => one === search.tab);
  const status = INVITATION_STATES.find((one) => one === search.status);
  const [actor, action] = [textIn(search.actor, 120), textIn(search.action, 60)];
  return {
    ...(tab && tab !== 'members' && { tab }),
    ...(tab === 'invitations' && status && status !== 'open' && { status }),
    ...(tab === 'audit' && actor && { actor }),
    ...(tab === 'audit' && action && { action }),
  };
};
