import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { CODES } from '../../functions/codes/codes.ts';
import { REFUSALS } from '../../functions/codes/refusals.ts';
import type { Sentence } from '../../functions/codes/sentence.ts';
import { misfitsOf } from '../../functions/kit/contract/parse.ts';
import { refusing } from '../../functions/kit/contract/schema.ts';
import { invalid } from '../../functions/kit/errors.ts';
import { bodyOf } from '../../functions/kit/http/refusal-body.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>;
const [dashboards, services] = [
  read('web/dashboard/words/de/refusals.json'),
  read('functions/codes/words/de/notes.json'),
];
const de = { ...dashboards, ...services };
const codes = Object.entries<Sentence>(CODES);

const placesIn = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name);
/** Without the texts of a plural's branches, which are in braces, too. */
const unfolded = (text: string) => text.replace(/\b(?:one|other) \{/g, '');

describe('the German of refusals', () => {
  test('has every code of the service, and no others', () => {
    expect([...Object.keys(dashboards), ...Object.keys(services)].sort()).toEqual(codes.map(([code]) => code).sort());
  });

  test('fills in only what the service sends', () => {
    const strange = codes.flatMap(([code, sentence]) => {
      const sent = placesIn(sentence.join(' '));
      return placesIn(unfolded(de[code] ?? ''))
        .filter((name) => !sent.includes(name))
        .map((name) => [code, name]);
    });
    expect(strange).toEqual([]);
  });
});

describe('the sentence of a code', () => {
  test('says what happened, then what to do', () => {
    const odd = codes.filter(
      ([code, [what, remedy]]) =>
        !/^[A-Z{].*[.]$/.test(what) &&
        code !== 'insufficient_role' &&
        !(remedy === undefined && /^[A-Z].*\.$/.test(what)),
    );
    const remedies = codes.filter(([, [, remedy]]) => remedy !== undefined && !/^[A-Z/].*\.$/.test(remedy));
    expect([odd, remedies]).toEqual([[], []]);
  });

  test('is used somewhere', () => {
    const files = globSync('{functions,lib}/**/*.{ts,js}', { cwd: root, exclude: ['functions/codes/**'] });
    const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
    const { no_such_route: _, ...said } = CODES;
    const unsaid = Object.keys(said).filter((code) => !new RegExp(`['"]${code}['"]|\\.${code}\\b`).test(sources));
    expect(unsaid).toEqual([]);
  });
});

describe('a value that does not fit its shape', () => {
  const misfits: [z.ZodType, unknown, string, Record<string, unknown>?][] = [
    [z.string().min(1), '', 'empty'],
    [z.string().min(3), 'x', 'too_short', { min: 3 }],
    [z.string().max(200), 'x'.repeat(201), 'too_long', { max: 200 }],
    [z.array(z.string()).min(1), [], 'empty'],
    [z.array(z.string()).min(2), [], 'too_few', { min: 2 }],
    [z.array(z.string()).max(1), ['', ''], 'too_many', { max: 1 }],
    [z.number().min(0), -1, 'too_low', { min: 0 }],
    [z.number().max(1000), 1000.5, 'too_high', { max: 1000 }],
    [z.number().int(), 1.5, 'not_whole'],
    [z.number().int(), 1e300, 'too_high', { max: Number.MAX_SAFE_INTEGER }],
    [z.string(), undefined, 'missing'],
    [z.string(), null, 'missing'],
    [z.object({ name: z.string() }), {}, 'missing'],
    [z.object({ name: z.string() }), { name: null }, 'missing'],
    [z.object({ name: z.string().optional() }), { name: null }, 'null_not_taken'],
    [z.object({ a: z.array(z.object({ b: z.int().default(1) })) }), { a: [{ b: null }] }, 'null_not_taken'],
    [z.object({ a: z.array(z.string()) }), { a: [null] }, 'missing'],
    [z.boolean(), 'yes', 'wrong_type', { expected: 'boolean' }],
    [z.enum(['a', 'b']), 'c', 'not_an_option', { options: 'a, b' }],
    [z.literal('a'), 'b', 'not_an_option', { options: 'a' }],
    [z.strictObject({}), { a: 1 }, 'unknown_fields', { fields: 'a' }],
    [z.union([z.string(), z.number()]), {}, 'invalid'],
    [z.email('not_an_email'), 'x', 'not_an_email'],
    [
      z.string().refine(() => false, refusing('one_of_required', { fields: 'a, b' })),
      '',
      'one_of_required',
      { fields: 'a, b' },
    ],
    [z.string().refine(() => false), '', 'invalid'],
  ];

  test.each(misfits)('has a code: %#', (shape, value, code, ...[values]) => {
    const misfits = misfitsOf('body', shape, value, shape.safeParse(value).error?.issues ?? []);
    const { detail } = bodyOf(invalid('validation_error', misfits), REFUSALS);
    const item = Array.isArray(detail) ? detail[0] : undefined;
    expect(item).toMatchObject(values ? { code, values } : { code });
    expect(item?.msg).not.toContain('{');
  });
});
