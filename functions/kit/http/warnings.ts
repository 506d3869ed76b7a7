import { inWords } from '../../codes/sentence.ts';
import type { Misfit } from '../errors.ts';
import type { Sentences } from './refusal-body.ts';
import type { Answer } from './respond.ts';

const MAX_WARNINGS = 10;
const HEADER = 'x-sidenote-warnings';

export const warningOf = ({ loc, code, values }: Misfit, sentences: Sentences) => ({
  code,
  msg: inWords(sentences[code] ?? [code], values),
  loc,
});

const ascii = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

interface Options {
  sentences: Sentences;
  /** Its body stays as it is. */
  isFixed?: boolean;
}

/** Names what was ignored: in `warnings` of an object, in a header of anything else. */
export const withWarnings = (
  answer: Answer,
  ignored: readonly Misfit[],
  { sentences, isFixed = false }: Options,
): Answer => {
  if (ignored.length === 0) return answer;
  const warnings = ignored.slice(0, MAX_WARNINGS).map((one) => warningOf(one, sentences));
  const { body = '', headers } = answer;
  const isObject = headers['content-type']?.startsWith('application/json') && body.startsWith('{');
  if (isFixed || !isObject) return { ...answer, headers: { ...headers, [HEADER]: ascii(JSON.stringify(warnings)) } };
  const shown = JSON.parse(body);
  return { ...answer, body: JSON.stringify({ ...shown, warnings: [...(shown.warnings ?? []), ...warnings] }) };
};
