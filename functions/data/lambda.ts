import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Privacy: export and erasure of personal data, workspace exports',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1', 'person'],
  objects: { 'exports/*': ['GetObject'] },
} as const satisfies AreaSpec;
