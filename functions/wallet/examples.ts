import type { Examples } from '../kit/contract/examples.ts';
import type { wallet } from './contract.ts';

export const examples = { topUpWallet: { cents: 500, note: 'Welcome' } } satisfies Examples<typeof wallet>;
