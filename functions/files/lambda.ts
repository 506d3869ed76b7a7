import { type AreaSpec, COUNT } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Images, by signed URLs that expire',
  records: ['GetItem'],
  scratch: COUNT,
  objects: { 'kept/*': ['GetObject'], 'incoming/*': ['PutObject'] },
} as const satisfies AreaSpec;
