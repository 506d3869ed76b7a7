import { ATTACH, CATALOG, type LambdaSpec, SCRATCH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1', 'gsi2', 'gsi3'],
  scratch: [...SCRATCH, 'Query'],
  objects: { ...ATTACH, 'kept/*': ['GetObject', ...ATTACH['kept/*']] },
  files: CATALOG,
  // `wait_seconds` is 25 at most; the gateway's limit, too, though a function URL has none.
  timeoutSeconds: 29,
} as const satisfies LambdaSpec;
