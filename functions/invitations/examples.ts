import type { Examples } from '../kit/contract/examples.ts';
import type { invitations } from './contract.ts';

export const examples = {
  createInvitation: { email: 'ida@example.com', role: 'GUEST' },
  acceptInvitation: ({ invitation_token }) => ({ token: invitation_token }),
} satisfies Examples<typeof invitations>;
