import * as z from 'zod';
import { EVERYWHERE } from '../codes/everywhere.ts';
import { inWords } from '../codes/sentence.ts';
import { MAX_UNKNOWN_FIELDS } from '../kit/contract/unknown-fields.ts';
import { nearestName } from '../kit/text/nearest.ts';
import { isRecord } from '../kit/unknown.ts';

const ALIASES: Readonly<Record<string, string>> = { id: 'annotation_id', annotation_id: 'id' };

/** Agents mix up the two names of the id, so each tool takes both; only the specification's is published. */
const withOneId = (given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> => {
  const name = names.find((one) => ALIASES[one] !== undefined);
  const alias = name === undefined ? undefined : ALIASES[name];
  if (name === undefined || alias === undefined || !(alias in given)) return given;
  const { [alias]: other, ...rest } = given;
  return !(name in rest) || rest[name] === other ? { ...rest, [name]: other } : given;
};

const wordsOf = (field: string, names: readonly string[]): string => {
  const nearest = nearestName(field, names);
  return nearest === undefined
    ? inWords(EVERYWHERE.unknown_fields, { fields: field })
    : inWords(EVERYWHERE.unknown_field, { field, nearest });
};

/** The arguments as `shape` publishes them, with an alias for the id, and a hint for names that don't exist. */
export const accepted = (shape: z.ZodObject) => {
  const names = Object.keys(shape.shape);
  return z.preprocess((given, ctx) => {
    if (!isRecord(given)) return given;
    const args = withOneId(given, names);
    const unknown = Object.keys(args).filter((one) => !names.includes(one));
    for (const field of unknown.slice(0, MAX_UNKNOWN_FIELDS)) {
      ctx.addIssue({ code: 'custom', path: [], message: wordsOf(field.slice(0, 40), names) });
    }
    return args;
  }, shape);
};
