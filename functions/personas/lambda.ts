import { type AreaSpec, CATALOG, SCRATCH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Reviewers with dimensions and anchors, and the marketplace to share them',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1', 'gsi2'],
  scratch: [...SCRATCH, 'Query'],
  files: CATALOG,
} as const satisfies AreaSpec;
