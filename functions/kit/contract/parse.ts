import type * as z from 'zod';
import { invalid, type Misfit, misfit, notFound, unprocessable } from '../errors.ts';
import { isId } from '../ids.ts';
import { credentialIn } from '../secrets.ts';
import type { Input, Row } from './contract.ts';
import { misfitsOf } from './misfits.ts';
import type { Request } from './request.ts';

const MAX_BODY = 256 * 1024;

/** Text is shown to others, and anyone may have talked its writer into adding a credential. A field `token` is no text. */
const withCredentials = (loc: (string | number)[], value: unknown): Misfit[] => {
  if (typeof value === 'string') {
    const prefix = loc.at(-1) === 'token' ? undefined : credentialIn(value);
    return prefix ? [misfit(loc, 'credential_in_text', { prefix })] : [];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => withCredentials([...loc, index], entry));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => withCredentials([...loc, name], entry));
};

const fit = (where: string, shape: z.ZodType, value: unknown): unknown => {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw invalid('validation_error', misfitsOf(where, parsed.error.issues, value));
  const refused = withCredentials([where], parsed.data);
  if (refused.length > 0) throw invalid('validation_error', refused.slice(0, 50));
  return parsed.data;
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
