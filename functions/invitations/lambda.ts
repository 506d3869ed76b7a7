import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Email invitations to a workspace',
  ...signedIn(),
} as const satisfies AreaSpec;
