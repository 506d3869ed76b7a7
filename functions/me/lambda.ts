import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Profile and sessions of the signed-in person',
  ...signedIn(),
  indexes: ['gsi1'],
} as const satisfies AreaSpec;
