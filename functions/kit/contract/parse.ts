import type * as z from 'zod';
import { invalid, notFound, unprocessable } from '../errors.ts';
import { isId } from '../ids.ts';
import type { Input, Row } from './contract.ts';
import { misfitsOf } from './misfits.ts';
import type { Request } from './request.ts';

const MAX_BODY = 256 * 1024;

const fit = (where: string, shape: z.ZodType, value: unknown): unknown => {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid('validation_error', misfitsOf(where, parsed.error.issues, value));
};

const readBody = (row: Row, text: string): unknown => {
  if (!row.body) return undefined;
  if (Buffer.byteLength(text) > MAX_BODY) {
    throw unprocessable(['body'], 'body_too_large', {}, 'too_big');
  }
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw unprocessable(['body'], 'not_json', {}, 'json_invalid');
  }
  if (row.body_optional && (value === undefined || value === null)) return undefined;
  return fit('body', row.body, value);
};

/** A malformed id is as absent as an unknown one. */
const checkIds = (params: Request['params']) => {
  for (const [name, value] of Object.entries(params))
    if (name.endsWith('_id') && name !== 'loader_secret_id' && !isId(value)) throw notFound();
};

export const parseInput = <R extends Row>(row: R, request: Request): Input<R> => {
  checkIds(request.params);
  const query = row.query ? fit('query', row.query, request.query) : {};
  // The row's own shapes have just been applied, which is what Input<R> spells out.
  return { ...request.params, query, body: readBody(row, request.body) } as unknown as Input<R>;
};
