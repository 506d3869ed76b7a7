import { REFUSALS } from '../../codes/refusals.ts';
import { inWords } from '../../codes/sentence.ts';
import type { Misfit } from '../errors.ts';
import type { Answer } from './respond.ts';

const MAX_WARNINGS = 10;
/** Of an answer that has no fields. */
const HEADER = 'x-sidenote-warnings';

const sentences: Readonly<Record<string, (typeof REFUSALS)[keyof typeof REFUSALS]>> = REFUSALS;

export const warningOf = ({ loc, code, values }: Misfit) => ({
  code,
  msg: inWords(sentences[code] ?? [code], values),
  loc,
});

const ascii = (text: string) =>
  text.replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Names what was ignored: in `warnings` of an object, in a header of anything else. */
export const withWarnings = (answer: Answer, ignored: readonly Misfit[]): Answer => {
  if (ignored.length === 0) return answer;
  const warnings = ignored.slice(0, MAX_WARNINGS).map(warningOf);
  const { body = '', headers } = answer;
  const isObject = headers['content-type']?.startsWith('application/json') && body.startsWith('{');
  if (!isObject) return { ...answer, headers: { ...headers, [HEADER]: ascii(JSON.stringify(warnings)) } };
  const shown = JSON.parse(body);
  return { ...answer, body: JSON.stringify({ ...shown, warnings: [...(shown.warnings ?? []), ...warnings] }) };
};
