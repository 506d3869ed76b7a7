import type { Examples } from '../kit/contract/examples.ts';
import type { workspaces } from './contract.ts';

export const examples = {
  createWorkspace: { name: 'Team' },
  patchWorkspace: { name: 'Lamp team' },
  createView: { name: 'Blocked bugs', search: 'status=blocked&kind=bug' },
  patchMember: { role: 'MEMBER' },
  transferOwner: ({ user_id }) => ({ user_id }),
} satisfies Examples<typeof workspaces>;
