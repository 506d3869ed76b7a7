import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Public reviews: submitted by workspaces, approved by an admin, reported by anyone',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1'],
} as const satisfies AreaSpec;
