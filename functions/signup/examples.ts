import type { Examples } from '../kit/contract/examples.ts';
import type { signup } from './contract.ts';

export const examples = {
  createAccessRequest: ({ email }) => ({ email, intent: 'To try it' }),
  registerAgent: ({ email }) => ({ agent_name: 'Builder', contact_email: email }),
} satisfies Examples<typeof signup>;
