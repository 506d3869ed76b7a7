import type * as z from 'zod';
import type { RefusalCode } from '../../codes/refusals.ts';
import type { Values } from '../../codes/sentence.ts';
import { type Misfit, misfit } from '../errors.ts';

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

export const misfitsOf = (where: string, issues: readonly Issue[], value: unknown): Misfit[] =>
  issues.slice(0, 50).map((issue) => {
    const [code, values] = codeOf(issue, value);
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    return misfit([where, ...path], code, values, issue.code);
  });
