import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { writtenText } from '../../functions/kit/contract/schema.ts';
import { ResolutionCreate } from '../../functions/resolutions/schema.ts';
import { ReviewCreate } from '../../functions/reviews/schema.ts';
import { WidgetSiteCreate, WidgetSitePatch } from '../../functions/sites/schema.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';

const isFit = (shape: z.ZodType, value: unknown) => shape.safeParse(value).success;

const numbersOf = (query: z.ZodObject | undefined) =>
  Object.entries(query?.shape ?? {}).filter(([, shape]) => shape.safeParse('10').data === 10);

describe('a number in a query', () => {
  const cases = endpoints.flatMap(({ id, row }) =>
    numbersOf(row.query).map(([name, shape]) => [id, name, shape] as const),
  );

  test('exists', () => expect(cases.length).toBeGreaterThan(10));

  test.each(cases)('%s %s is written in decimal digits alone', (_, __, shape) => {
    for (const text of ['0x10', '1e1', '', ' ', ' 10', '10 ', '+10', '-10', '1_0', '10.0', 'Infinity', '９'])
      expect([text, isFit(shape, text)]).toEqual([text, false]);
  });
});

describe('text that a person writes', () => {
  test.each([' ', '\n\t', '\u200b', '\u2060\ufeff', '\u00ad', '\u180e\u3164', '\u{e0020}', '\u0000\u0007'])(
    '%j alone is refused',
    (text) => expect(isFit(writtenText(100), text)).toBe(false),
  );

  test.each(['.', '字', '🙂', 'a\u200bb', '👩‍💻', '؟'])('%j is taken as it is', (text) => {
    expect(writtenText(100).parse(text)).toBe(text);
  });
});

describe.each([
  ['the diff of a resolution', (url: string) => ResolutionCreate.safeParse({ diff_url: url }).data?.diff_url],
  ['a new site', (url: string) => WidgetSiteCreate.safeParse({ name: 'x', url }).data?.url],
  ['a changed site', (url: string) => WidgetSitePatch.safeParse({ url }).data?.url],
  ['a review', (url: string) => ReviewCreate.safeParse({ title: 'x', input_type: 'site', url }).data?.url],
])('the address of %s', (_, stored) => {
  test.each(['\r', '\n', '\t', '\u0000', '\u007f', ' '])('may not contain %j, wherever it is', (character) => {
    for (const url of [
      `https://example.com/a${character}b`,
      `${character}https://example.com/`,
      `ht${character}tps://example.com/`,
    ])
      expect([url, stored(url)]).toEqual([url, undefined]);
  });

  test.each(['https://ada@example.com/', 'https://:secret@example.com/', 'https://ada:secret@example.com/'])(
    'may not carry credentials: %s',
    (url) => expect(stored(url)).toBeUndefined(),
  );

  test.each([
    ['https://EXAMPLE.com', 'https://example.com/'],
    ['https://example.com/ä?q=ö', 'https://example.com/%C3%A4?q=%C3%B6'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
  ])('%s is stored as it was understood: %s', (url, href) => expect(stored(url)).toBe(href));

  test('is no longer than 2,048 characters once written out', () => {
    expect(stored(`https://example.com/${'ä'.repeat(400)}`)).toBeUndefined();
  });
});
