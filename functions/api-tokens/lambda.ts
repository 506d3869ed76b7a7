import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Tokens for agents and scripts, managed by sessions only',
  ...signedIn(),
} as const satisfies AreaSpec;
