import { type AreaSpec, CATALOG, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Content reviewed by a panel of personas: progress, findings, calibrated scores, ratings, shared reports',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1', 'gsi2'],
  objects: { 'incoming/*': ['GetObject', 'PutObject'] },
  files: CATALOG,
} as const satisfies AreaSpec;
