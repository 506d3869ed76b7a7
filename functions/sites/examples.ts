import type { Examples } from '../kit/contract/examples.ts';
import type { sites } from './contract.ts';

export const examples = {
  createSite: { name: 'Shop', url: 'https://shop.example.com/' },
  patchSite: { name: 'Lamp shop' },
  createStakeholder: { name: 'Ida', email: 'ida@example.com' },
  patchStakeholder: { name: 'Ida Berg' },
} satisfies Examples<typeof sites>;
