import { type AreaSpec, SCRATCH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Notes that visitors left on pages: list, read, triage, reply',
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1', 'gsi2', 'gsi3'],
  scratch: [...SCRATCH, 'Query'],
} as const satisfies AreaSpec;
