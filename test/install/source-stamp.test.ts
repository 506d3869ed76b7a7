import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sourceStamp } from '../../lib/build/build-cache.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
const at = (name: string) => join(folder, name);
const stamp = () => sourceStamp([relative(root, folder)]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidenote-stamp-'));
  mkdirSync(at('pages'));
  writeFileSync(at('pages/inbox.tsx'), 'one');
  utimesSync(at('pages/inbox.tsx'), 1000, 1000);
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['is written', () => writeFileSync(at('pages/inbox.tsx'), 'two')],
  ['is added', () => writeFileSync(at('pages/sites.tsx'), 'one')],
  ['is removed', () => rmSync(at('pages/inbox.tsx'))],
  ['gets another name', () => renameSync(at('pages/inbox.tsx'), at('pages/notes.tsx'))],
])('the stamp of sources differs once a file %s', (_, change) => {
  const before = stamp();
  expect(stamp()).toBe(before);
  change();
  expect(stamp()).not.toBe(before);
});
