import type { Examples } from '../kit/contract/examples.ts';
import type { me } from './contract.ts';

export const examples = {
  patchMe: { name: 'Ada Lovelace', language: 'en', time_zone: 'Europe/London' },
} satisfies Examples<typeof me>;
