import type { Examples } from '../kit/contract/examples.ts';
import type { resolutions } from './contract.ts';

export const examples = {
  getResolutionUploadUrl: { kind: 'after', content_type: 'image/png', size: 48_213 },
  createResolution: {
    explanation: 'The button is disabled while the order is sent.',
    diff_url: 'https://code.example.com/shop/pull/7',
  },
  resolveAnnotation: {
    summary: 'The button is disabled while the order is sent.',
    commit: '3f786850e387550fdab836ed7e6dc881de23001b',
    branch: 'fix/double-order',
  },
} satisfies Examples<typeof resolutions>;
