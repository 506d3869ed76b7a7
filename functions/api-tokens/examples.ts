import type { Examples } from '../kit/contract/examples.ts';
import type { apiTokens } from './contract.ts';

export const examples = { createApiToken: { name: 'build agent' } } satisfies Examples<typeof apiTokens>;
