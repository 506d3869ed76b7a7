import { EVERYWHERE } from '../../codes/everywhere.ts';
import { inWords, type Sentence, type Values } from '../../codes/sentence.ts';
import type { Misfit, Refusal } from '../errors.ts';

export interface ValidationItem extends Misfit {
  msg: string;
}

export type Sentences = Readonly<Record<string, Sentence>>;

const valuesIn = (values: Values | undefined) => (values && Object.keys(values).length > 0 ? { values } : {});

export const bodyOf = ({ code, values, fields, misfits }: Refusal, sentences: Sentences = EVERYWHERE) => {
  const words = (code: string, values?: Values) => {
    const sentence = sentences[code] ?? [code];
    // The specification fixes its two words.
    return code === 'insufficient_role' ? sentence[0] : inWords(sentence, values);
  };
  const items = misfits.map(
    ({ loc, type, code, values, msg = words(code, values) }): ValidationItem => ({
      loc,
      msg,
      type,
      code,
      ...valuesIn(values),
    }),
  );
  return { detail: items.length > 0 ? items : words(code, values), code, ...valuesIn(values), ...fields };
};
