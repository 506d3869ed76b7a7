import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: "Members' notifications and their settings",
  ...signedIn('BatchGetItem', 'DeleteItem'),
} as const satisfies AreaSpec;
