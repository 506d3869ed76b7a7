import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Access requests and self-registered agents',
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1'],
} as const satisfies AreaSpec;
