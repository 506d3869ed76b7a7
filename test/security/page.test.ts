import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(__dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

test('every file that docs/security.md names as a proof exists', () => {
  const named = [...new Set([...page.matchAll(/`((?:test|docs)\/[\w./-]+)`/g)].map(([, path]) => path ?? ''))];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
