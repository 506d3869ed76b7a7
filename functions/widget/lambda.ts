import { type AreaSpec, ATTACH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: "The widget's API, by widget token",
  ...signedIn('BatchGetItem', 'DeleteItem'),
  objects: ATTACH,
} as const satisfies AreaSpec;
