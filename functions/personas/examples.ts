import type { Examples } from '../kit/contract/examples.ts';
import type { personas } from './contract.ts';

export const examples = {
  createPersona: {
    name: 'Gardener',
    title: 'Knows what grows',
    category: 'garden',
    description: 'Looks for weeds.',
    evaluation_dimensions: [{ name: 'Weeds', description: 'How few there are.', weight: 1 }],
  },
  patchPersona: { title: 'Knows what withers' },
  resetDefaultPersonas: { slug: 'designer' },
} satisfies Examples<typeof personas>;
