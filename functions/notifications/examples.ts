import type { Examples } from '../kit/contract/examples.ts';
import type { notifications } from './contract.ts';

export const examples = {
  markRead: { all: true },
  patchNotificationSettings: { ways: { new_note: 'mail', resolved: 'off' } },
} satisfies Examples<typeof notifications>;
