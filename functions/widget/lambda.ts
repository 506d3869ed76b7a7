import { type AreaSpec, ATTACH, RISK_WEIGHTS, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: "The widget's API, by widget token",
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi2'],
  objects: ATTACH,
  files: RISK_WEIGHTS,
} as const satisfies AreaSpec;
