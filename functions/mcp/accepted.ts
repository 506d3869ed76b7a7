import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { fit } from '../kit/contract/parse.ts';

const ALIASES: Readonly<Record<string, string>> = { id: 'annotation_id', annotation_id: 'id' };

/** Agents mix up the two names of the id, so each tool takes both; only the specification's is published. */
const withOneId = (given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> => {
  const name = names.find((one) => ALIASES[one] !== undefined);
  const alias = name === undefined ? undefined : ALIASES[name];
  if (name === undefined || alias === undefined || !(alias in given)) return given;
  const { [alias]: other, ...rest } = given;
  return !(name in rest) || rest[name] === other ? { ...rest, [name]: other } : given;
};

/** The JSON schema alone: the SDK would refuse arguments in its own words, without a code. */
export const published = (shape: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> => ({
  '~standard': { ...shape['~standard'], validate: (value) => ({ value: value as Record<string, unknown> }) },
});

/** Refused as a body of the API is. */
export const parseArguments = (shape: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> => {
  const args = withOneId(given, Object.keys(shape.shape));
  return fit('body', shape.strip(), args, true).value as Record<string, unknown>;
};
