import { ATTACH, CATALOG, type LambdaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  ...signedIn('BatchGetItem'),
  indexes: ['gsi1', 'gsi2'],
  objects: { ...ATTACH, 'kept/*': ['GetObject', ...ATTACH['kept/*']] },
  files: CATALOG,
  // `wait_seconds` is 25 at most; the gateway's limit, too, though a function URL has none.
  timeoutSeconds: 29,
} as const satisfies LambdaSpec;
