import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(__dirname, '../..');
const text = readFileSync(join(ROOT, 'AGENTS.md'), 'utf8');
const top = new Set(readdirSync(ROOT));

const paths = [...new Set([...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*)`/g)].map(([, path]) => path ?? ''))].filter(
  (path) => (path.includes('/') ? top.has(path.split('/')[0]!) : top.has(path) || /^[A-Z]+\.md$/.test(path)),
);

describe('AGENTS.md', () => {
  test('has fewer than 120 lines', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(120);
  });

  test('names at least one path', () => {
    expect(paths.length).toBeGreaterThan(15);
  });

  test.each(paths)('%s exists', (path) => {
    expect(existsSync(join(ROOT, path))).toBe(true);
  });
});
