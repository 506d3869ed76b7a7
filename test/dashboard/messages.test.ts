import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const dashboard = join(import.meta.dirname, '../../web/dashboard');
const folder = join(dashboard, 'words');
const [en, ...others] = ['en', 'de'];
const read = (locale: string, name: string) =>
  JSON.parse(readFileSync(join(folder, locale, name), 'utf8')) as Record<string, string>;
/** But the one whose names are the service's own sentences; refusals.test.ts looks at it. */
const names = readdirSync(join(folder, 'en')).filter((name) => name !== 'refusals.json');
/** The values that a sentence takes; what stands in the branches of a plural is a sentence of its own. */
const values = (text: string) => {
  const unfolded = text.replace(/(?:\b(?:zero|one|two|few|many|other)|=\d+) \{/g, '');
  return [...new Set([...unfolded.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort();
};

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

test('every sentence is said somewhere', () => {
  const folders = readdirSync(dashboard, { recursive: true, encoding: 'utf8' });
  const source = folders
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(dashboard, path), 'utf8'))
    .join('\n');
  // `inbox.status.${one}` says all that begin so.
  const patterns = [...source.matchAll(/`([a-z_.]+)\$\{[^}]*\}([a-z_.]*)`/g)].map(([, before = '', after = '']) => ({
    before,
    after,
  }));
  const isSaid = (key: string) =>
    source.includes(`'${key}'`) ||
    patterns.some(({ before, after }) => key.startsWith(before) && key.endsWith(after) && key !== before);
  const keys = names.flatMap((name) => Object.keys(read('en', name)));
  expect(keys.filter((key) => !isSaid(key))).toEqual([]);
});
