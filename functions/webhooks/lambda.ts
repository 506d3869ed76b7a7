import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Webhooks of a workspace, their secrets and deliveries',
  ...signedIn(),
} as const satisfies AreaSpec;
