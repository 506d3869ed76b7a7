import type { Examples } from '../kit/contract/examples.ts';
import type { demo } from './contract.ts';

export const examples = {
  runDemo: ({ page_url }) => ({ url: page_url, persona_slug: 'designer' }),
} satisfies Examples<typeof demo>;
