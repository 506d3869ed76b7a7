import { type AreaSpec, ATTACH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Evidence of a fix: before and after images, a diff, an explanation',
  ...signedIn(),
  objects: ATTACH,
} as const satisfies AreaSpec;
