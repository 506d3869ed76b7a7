import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Notes that visitors left on pages: list, read, triage, reply',
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1', 'gsi2'],
} as const satisfies AreaSpec;
