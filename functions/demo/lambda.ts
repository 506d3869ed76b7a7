import { DICTIONARY } from '../facts/rules/dictionary.ts';
import { type AreaSpec, CATALOG } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'A review of a public page by one persona, without an account',
  // Never the table of records: callers belong to no workspace.
  scratch: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  timeoutSeconds: 28,
  memoryMb: 2048,
  files: [...CATALOG, ...DICTIONARY],
  fetcher: true,
  renderer: true,
  model: true,
} as const satisfies AreaSpec;
