import { type AreaSpec, COUNT } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Unsubscribe links',
  records: ['PutItem', 'UpdateItem'],
  scratch: COUNT,
} as const satisfies AreaSpec;
