import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../web/dashboard/messages');
const [en, ...others] = ['en', 'de'];
const read = (locale: string, name: string) =>
  JSON.parse(readFileSync(join(folder, locale, name), 'utf8')) as Record<string, string>;
const names = readdirSync(join(folder, 'en'));
/** The values that a sentence takes, plurals included. */
const values = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))]
    .filter((name) => text.includes(`{${name}}`) || text.includes(`{${name},`))
    .sort();

describe.each(others)('the catalogue in %s', (locale) => {
  test.each(names)('has every sentence of %s, with the same values', (name) => {
    const [source, translated] = [read(en ?? '', name), read(locale, name)];
    expect(Object.keys(translated).sort()).toEqual(Object.keys(source).sort());
    for (const [key, text] of Object.entries(source))
      expect([key, values(translated[key] ?? '')]).toEqual([key, values(text)]);
  });
});

test('no key stands in two catalogues', () => {
  const keys = names.flatMap((name) => Object.keys(read('en', name)));
  expect(new Set(keys).size).toBe(keys.length);
});
