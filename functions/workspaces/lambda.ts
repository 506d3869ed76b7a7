import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Workspaces, their members and their audit log',
  ...signedIn('BatchGetItem', 'DeleteItem'),
  indexes: ['gsi1'],
} as const satisfies AreaSpec;
