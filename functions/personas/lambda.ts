import { type AreaSpec, CATALOGUE, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Reviewers with dimensions and anchors, and the marketplace to share them',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1', 'gsi2'],
  files: CATALOGUE,
} as const satisfies AreaSpec;
