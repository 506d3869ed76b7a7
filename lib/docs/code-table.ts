import { CODES } from '../../functions/codes/codes.ts';
import { REASONS } from '../../functions/codes/reasons.ts';
import type { Sentence } from '../../functions/codes/sentence.ts';

/** Every code of a refusal and what to do about it, as a Markdown table. */
export const codeTable = (): string =>
  [
    '| code | what happened | what to do |',
    '| --- | --- | --- |',
    ...Object.entries<Sentence>(CODES)
      .filter(([code]) => !(code in REASONS))
      .map(([code, [what, remedy = '']]) => `| ${code} | ${what} | ${remedy} |`),
  ].join('\n');
