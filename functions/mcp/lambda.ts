import { ATTACH, CATALOGUE, type LambdaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1', 'gsi2'],
  objects: ATTACH,
  files: CATALOGUE,
} as const satisfies LambdaSpec;
