import { type AreaSpec, signedIn } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'The feed of what happened to notes, and waiting for it',
  ...signedIn(),
  timeoutSeconds: 29,
  // It waits most of the time, and is paid by the second.
  memoryMb: 256,
} as const satisfies AreaSpec;
