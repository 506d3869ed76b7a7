import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const dashboard = join(import.meta.dirname, '../../web/dashboard');
const folder = join(dashboard, 'words');
const [en, ...others] = ['en', 'de'];
const read = (locale: string, name: string) =>
  JSON.parse(readFileSync(join(folder, locale, name), 'utf8')) as Record<string, string>;
/** refusals.test.ts covers the catalog of the service's messages. */
const names = readdirSync(join(folder, 'en')).filter((name) => name !== 'refusals.json');
/** A message's placeholders, including those in the branches of a plural. */
const values = (text: string) => {
  const unfolded = text.replace(/(?:\b(?:zero|one|two|few|many|other)|=\d+) \{/g, '');
  return [...new Set([...unfolded.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort();
};

describe.each(others)('the catalogs in %s', (locale) => {
  test.each(names)('have every key of en/%s with the same placeholders', (name) => {
    const [source, translated] = [read(en ?? '', name), read(locale, name)];
    expect(Object.keys(translated).sort()).toEqual(Object.keys(source).sort());
    for (const [key, text] of Object.entries(source))
      expect([key, values(translated[key] ?? '')]).toEqual([key, values(text)]);
  });
});

test('each key is in one catalog only', () => {
  const keys = names.flatMap((name) => Object.keys(read('en', name)));
  expect(new Set(keys).size).toBe(keys.length);
});

const sources = readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(dashboard, path), 'utf8') }));

test('every message is used', () => {
  const source = sources.map(({ text }) => text).join('\n');
  // `inbox.status.${one}` uses all keys with that prefix.
  const patterns = [...source.matchAll(/`([a-z_.]+)\$\{[^}]*\}([a-z_.]*)`/g)].map(([, before = '', after = '']) => ({
    before,
    after,
  }));
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) ||
    patterns.some(({ before, after }) => key.startsWith(before) && key.endsWith(after) && key !== before);
  const keys = names.flatMap((name) => Object.keys(read('en', name)));
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('no form types a limit by hand: they come from limits.generated.ts', () => {
  const typed = sources.filter(({ path, text }) => path !== 'kit/search-box.tsx' && /maxLength=\{\d/.test(text));
  expect(typed.map(({ path }) => path)).toEqual([]);
});
