import { type AreaSpec, SCRATCH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Usage of the last 90 days: writes, persona runs and emails; costs of the AI model by month',
  ...signedIn(),
  scratch: [...SCRATCH, 'Query'],
} as const satisfies AreaSpec;
