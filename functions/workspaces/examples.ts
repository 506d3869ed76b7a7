import type { Examples } from '../kit/contract/examples.ts';
import type { workspaces } from './contract.ts';

export const examples = {
  createWorkspace: { name: 'Team' },
  patchWorkspace: { name: 'Lamp team' },
  patchMember: { role: 'MEMBER' },
  transferOwner: ({ user_id }) => ({ user_id }),
} satisfies Examples<typeof workspaces>;
