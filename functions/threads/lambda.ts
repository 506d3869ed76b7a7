import { type AreaSpec, RISK_WEIGHTS, SCRATCH } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: "A note's thread for its submitter, by signed links in mails",
  records: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
  scratch: SCRATCH,
  objects: { 'kept/*': ['GetObject'] },
  files: RISK_WEIGHTS,
} as const satisfies AreaSpec;
