import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const pages = join(import.meta.dirname, '../../web/dashboard/pages');

/** The classes that rules of a sheet begin with: `.pick` of `.pick input`. */
const classesOf = (css: string): Set<string> => {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g);
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((one) => /^\s*\.([\w-]+)/.exec(one)?.[1] ?? []));
};

/** The folder of a page: its sheet stays when another page opens, so that a class means the same on all of them. */
const areaOf = (file: string): string => file.split('/')[0] ?? '';

test('no page styles a class of another page', () => {
  const areas = new Map<string, Set<string>>();
  for (const file of globSync('**/*.css', { cwd: pages }))
    for (const name of classesOf(readFileSync(join(pages, file), 'utf8')))
      areas.set(name, (areas.get(name) ?? new Set()).add(areaOf(file)));
  expect(areas.size).toBeGreaterThan(150);
  expect([...areas].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});
