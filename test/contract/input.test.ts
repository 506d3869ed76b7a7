import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { emailAddress, writtenText } from '../../functions/kit/contract/schema.ts';
import { ResolutionCreate } from '../../functions/resolutions/schema.ts';
import { ReviewCreate } from '../../functions/reviews/request-schema.ts';
import { WidgetSiteCreate, WidgetSitePatch } from '../../functions/sites/schema.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';

const isFit = (shape: z.ZodType, value: unknown) => shape.safeParse(value).success;

const numbersOf = (query: z.ZodObject | undefined) =>
  Object.entries(query?.shape ?? {}).filter(([, shape]) => shape.safeParse('10').data === 10);

describe('a numeric query parameter', () => {
  const cases = endpoints.flatMap(({ id, row }) =>
    numbersOf(row.query).map(([name, shape]) => [id, name, shape] as const),
  );

  test('exists in the contracts', () => expect(cases.length).toBeGreaterThan(10));

  test.each(cases)('%s %s accepts decimal digits only', (_, __, shape) => {
    for (const text of ['0x10', '1e1', '', ' ', ' 10', '10 ', '+10', '-10', '1_0', '10.0', 'Infinity', '９'])
      expect([text, isFit(shape, text)]).toEqual([text, false]);
  });
});

describe('text written by a person', () => {
  test.each([' ', '\n\t', '\u200b', '\u2060\ufeff', '\u00ad', '\u180e\u3164', '\u{e0020}', '\u0000\u0007'])(
    'is rejected if it consists of %j',
    (text) => expect(isFit(writtenText(100), text)).toBe(false),
  );

  test.each(['.', '字', '🙂', 'a\u200bb', '👩‍💻', '؟'])('is accepted unchanged: %j', (text) => {
    expect(writtenText(100).parse(text)).toBe(text);
  });
});

describe('an email address', () => {
  test.each([
    'user@почта.рф',
    'user@例子.中国',
    'a@xn--e1afmkfd.xn--p1ai',
    'user@münchen.de',
    "o'neil+x@mail.example.com",
  ])('is accepted unchanged: %s', (text) => expect(emailAddress().parse(text)).toBe(text));

  test.each([
    'a@b',
    'a@127.0.0.1',
    'a@example.c',
    'a@example.xn--',
    'a..b@example.com',
    'a.@example.com',
    'a b@example.com',
  ])('is rejected: %s', (text) => expect(isFit(emailAddress(), text)).toBe(false));
});

describe.each([
  ['the diff of a resolution', (url: string) => ResolutionCreate.safeParse({ diff_url: url }).data?.diff_url],
  ['a new site', (url: string) => WidgetSiteCreate.safeParse({ name: 'x', url }).data?.url],
  ['a changed site', (url: string) => WidgetSitePatch.safeParse({ url }).data?.url],
  ['a review', (url: string) => ReviewCreate.safeParse({ title: 'x', input_type: 'site', url }).data?.url],
])('the URL of %s', (_, stored) => {
  test.each(['\r', '\n', '\t', '\u0000', '\u007f', ' '])('must not contain %j anywhere', (character) => {
    for (const url of [
      `https://example.com/a${character}b`,
      `${character}https://example.com/`,
      `ht${character}tps://example.com/`,
    ])
      expect([url, stored(url)]).toEqual([url, undefined]);
  });

  test.each(['https://ada@example.com/', 'https://:secret@example.com/', 'https://ada:secret@example.com/'])(
    'must not contain credentials: %s',
    (url) => expect(stored(url)).toBeUndefined(),
  );

  test.each([
    ['https://EXAMPLE.com', 'https://example.com/'],
    ['https://example.com/ä?q=ö', 'https://example.com/%C3%A4?q=%C3%B6'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
  ])('%s is stored normalized: %s', (url, href) => expect(stored(url)).toBe(href));

  test('has at most 2,048 characters once normalized', () => {
    expect(stored(`https://example.com/${'ä'.repeat(400)}`)).toBeUndefined();
  });
});
