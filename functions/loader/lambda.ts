import { type AreaSpec, SCRATCH } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'The script tag that loads the widget',
  records: ['GetItem'],
  scratch: SCRATCH,
  files: ['dist/widget/loader.js', 'dist/widget/manifest.json'],
} as const satisfies AreaSpec;
