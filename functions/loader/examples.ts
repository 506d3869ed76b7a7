import type { Examples } from '../kit/contract/examples.ts';
import type { loader } from './contract.ts';

export const examples = {
  reportSeen: { url: 'https://shop.example.com/', version: '1' },
} satisfies Examples<typeof loader>;
