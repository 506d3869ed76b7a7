import type { AreaSpec } from '../kit/contract/lambda-spec.ts';

export const lambda = {
  about: 'Start here: guides and API descriptions for people and agents',
  files: ['functions/discovery/static'],
  isUntraced: true,
} as const satisfies AreaSpec;
