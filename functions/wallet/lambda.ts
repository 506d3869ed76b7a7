import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Balance, charges and top-ups of an agent’s workspace',
  ...signedIn(),
} as const satisfies AreaSpec;
