import type { Examples } from '../kit/contract/examples.ts';
import type { webhooks } from './contract.ts';

export const examples = {
  createWebhook: { url: 'https://hooks.example.com/sidenote', events: ['annotation.created', 'annotation.replied'] },
  patchWebhook: { description: 'Posts new notes to our chat' },
} satisfies Examples<typeof webhooks>;
