import type { Examples } from '../kit/contract/examples.ts';
import type { showcase } from './contract.ts';

export const examples = {
  reportShowcaseEntry: { reason: 'It is an advertisement.' },
} satisfies Examples<typeof showcase>;
