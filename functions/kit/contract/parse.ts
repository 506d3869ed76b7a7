import type * as z from 'zod';
import type { RefusalCode } from '../../codes/refusals.ts';
import type { Values } from '../../codes/sentence.ts';
import { invalid, type Misfit, misfit, notFound, unprocessable } from '../errors.ts';
import { isId } from '../ids.ts';
import { credentialIn } from '../secrets.ts';
import { type Input, type Row, refusesUnknown } from './contract.ts';
import type { Request } from './request.ts';
import { unknownFields, unknownNames } from './unknown-fields.ts';

type Issue = z.core.$ZodIssue;
type Coded = [code: RefusalCode, values?: Values];

/** Messages of zod are sentences; codes are lowercase words joined by underscores. */
const isCode = (text: string): text is RefusalCode => /^[a-z]+(_[a-z]+)*$/.test(text);

const tooSmall = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): Coded => {
  const min = Number(minimum);
  if (origin === 'string') return min === 1 ? ['empty'] : ['too_short', { min }];
  if (origin === 'array' || origin === 'set') return min === 1 ? ['empty'] : ['too_few', { min }];
  return ['too_low', { min }];
};

const tooBig = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): Coded => {
  const max = Number(maximum);
  if (origin === 'string') return ['too_long', { max }];
  return [origin === 'array' || origin === 'set' ? 'too_many' : 'too_high', { max }];
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner: unknown, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part], value);

const isSamePath = (one: Issue, other: Issue): boolean => one.path.join('.') === other.path.join('.');

/** The nulls in optional fields: nothing is missing if they are left out. */
const needlessNulls = (shape: z.ZodType, issues: readonly Issue[], value: unknown): Issue[] => {
  const nulls = issues.filter(
    ({ code, path }) => code === 'invalid_type' && path.length > 0 && valueAt(value, path) === null,
  );
  if (nulls.length === 0) return [];
  const rest = structuredClone(value);
  for (const { path } of nulls) Reflect.deleteProperty(valueAt(rest, path.slice(0, -1)) as object, path.at(-1) ?? '');
  const missing = shape.safeParse(rest).error?.issues ?? [];
  return nulls.filter((one) => !missing.some((other) => isSamePath(one, other)));
};

const codeOf = (issue: Issue, value: unknown): Coded => {
  switch (issue.code) {
    case 'invalid_type': {
      const given = valueAt(value, issue.path);
      if (given === undefined || given === null) return ['missing'];
      if (isCode(issue.message)) return [issue.message];
      return issue.expected === 'int' ? ['not_whole'] : ['wrong_type', { expected: issue.expected }];
    }
    case 'invalid_format':
      // A check that takes no parameters carries its code in place of a message.
      return [isCode(issue.message) ? issue.message : 'invalid'];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return ['not_an_option', { options: issue.values.map(String).join(', ') }];
    case 'unrecognized_keys':
      return ['unknown_fields', { fields: issue.keys.join(', ') }];
    case 'custom': {
      const { code, values } = issue.params ?? {};
      return typeof code === 'string' && isCode(code) ? [code, values] : ['invalid'];
    }
    default:
      return ['invalid'];
  }
};

export const misfitsOf = (where: string, shape: z.ZodType, value: unknown, all: readonly Issue[]): Misfit[] => {
  const issues = all.slice(0, 50);
  const nulls = needlessNulls(shape, issues, value);
  return issues.map((issue) => {
    const [code, values]: Coded = nulls.includes(issue) ? ['null_not_taken'] : codeOf(issue, value);
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    return misfit([where, ...path], code, values, issue.code);
  });
};

export const MAX_BODY_BYTES = 256 * 1024;

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

interface Read {
  value: unknown;
  /** Fields that are ignored. */
  unknown: Misfit[];
}

const NOTHING: Read = { value: undefined, unknown: [] };

type Where = 'query' | 'body';

/** Refuses all that doesn't fit at once. */
export const fit = (where: Where, shape: z.ZodType, value: unknown, isStrict: boolean): Read => {
  const parsed = shape.safeParse(value);
  const unknown = unknownFields([where], shape, value);
  const refused = isStrict ? unknown : [];
  const misfits = parsed.success
    ? refused
    : [...misfitsOf(where, shape, value, parsed.error.issues), ...refused].slice(0, 50);
  if (!parsed.success || misfits.length > 0) throw invalid('validation_error', misfits);
  const credentials = withCredentials([where], parsed.data);
  if (credentials.length > 0) throw invalid('validation_error', credentials.slice(0, 50));
  return { value: parsed.data, unknown };
};

const readBody = (row: Row, text: string): Read => {
  if (!row.body) return NOTHING;
  const { max_body_bytes = MAX_BODY_BYTES } = row;
  if (Buffer.byteLength(text) > max_body_bytes) {
    throw unprocessable(
      ['body'],
      max_body_bytes > MAX_BODY_BYTES ? 'pictures_too_large' : 'body_too_large',
      {},
      'too_big',
    );
  }
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw unprocessable(['body'], 'not_json', {}, 'json_invalid');
  }
  if (row.body_optional && (value === undefined || value === null)) return NOTHING;
  return fit('body', row.body, value, refusesUnknown(row).body);
};

/** A malformed id is as absent as an unknown one. */
const checkIds = (params: Request['params']) => {
  for (const [name, value] of Object.entries(params))
    if (name.endsWith('_id') && name !== 'loader_secret_id' && !isId(value)) throw notFound();
};

/** Without a schema, so that a bundle whose rows take nothing carries no schema library. */
const readNoQuery = (row: Row, given: Request['query']): Read => {
  const unknown = unknownNames(['query'], given, []);
  if (refusesUnknown(row).query && unknown.length > 0) throw invalid('validation_error', unknown);
  return { value: {}, unknown };
};

/** The input, and what of the request was ignored. */
export const readInput = <R extends Row>(row: R, request: Request): { input: Input<R>; ignored: Misfit[] } => {
  checkIds(request.params);
  const query = row.query
    ? fit('query', row.query, request.query, refusesUnknown(row).query)
    : readNoQuery(row, request.query);
  const body = readBody(row, request.body);
  // The row's own shapes have just been applied, which is what Input<R> spells out.
  const input = { ...request.params, query: query.value, body: body.value } as unknown as Input<R>;
  return { input, ignored: [...query.unknown, ...body.unknown] };
};

export const parseInput = <R extends Row>(row: R, request: Request): Input<R> => readInput(row, request).input;
