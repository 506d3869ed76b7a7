import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';
import { shippedFiles } from './render/fonts.ts';

export const lambda = {
  about: "A site's annotations as a PDF",
  ...signedIn(),
  indexes: ['gsi1', 'gsi2'],
  objects: { 'kept/*': ['GetObject'], 'incoming/*': ['GetObject', 'PutObject'] },
  // API Gateway waits for 30 s; drawing a long document takes most of them, and 1.5 processors.
  timeoutSeconds: 29,
  memoryMb: 2560,
  files: shippedFiles,
} as const satisfies AreaSpec;
