import { type AreaSpec, SCRATCH, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Sites with the widget, their secrets and stakeholders',
  ...signedIn('DeleteItem'),
  scratch: [...SCRATCH, 'Query'],
} as const satisfies AreaSpec;
