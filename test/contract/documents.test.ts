import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const listed = (...patterns: string[]): string[] =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));

const pages = listed('*.md').filter(
  (path) => !/^(test\/content|test\/reviews\/replay|functions\/personas\/catalog)\//.test(path),
);
const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));

const withoutCode = (text: string) => text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]+`/g, '');

const anchorsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** Links to files of this repository that lead nowhere. */
const brokenLinks = (path: string, text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^(https?|mailto|cursor):/.test(link))
    // Pages of the stage: test/browser/public follows them.
    .filter((link) => !(path.startsWith('docs/guide/') && link.startsWith('/')))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor);
    });

/** The missing parts of a decision's page. */
const formFaults = (name: string, text: string): string[] => {
  const [, status = '', ...sections] = text.split(/^## .+$/m).map((section) => section.trim());
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([line]) => line);
  const words = text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
  return [
    ...(headings[0]?.startsWith(`# ${name.slice(0, 4)}: `) ? [] : ['a title with its number']),
    ...(headings.slice(1).join() === '## Status,## Context,## Decision,## Consequences' ? [] : ['the four headings']),
    ...(/^(Proposed|Accepted|Superseded)\b[^\n]*, \d{4}-\d\d-\d\d[;.]/.test(status) ? [] : ['a status with its date']),
    ...(sections.every((section) => section !== '') ? [] : ['text under each heading']),
    ...(words <= 250 ? [] : [`250 words at most, not ${words}`]),
  ];
};

describe('a decision', () => {
  test.each(decisions)('%s has the required sections', (path) => {
    expect(formFaults(basename(path), read(path))).toEqual([]);
  });

  test('has a unique number', () => {
    const numbers = decisions.map((path) => basename(path).slice(0, 4));
    expect(numbers.length).toBeGreaterThan(19);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('is in the index with its title', () => {
    const rows = [...read('docs/decisions/README.md').matchAll(/^\| \[(.+)\]\((.+)\) \| .+ \|$/gm)];
    expect(rows.map(([, title, file]) => `${file} ${title}`)).toEqual(
      decisions.map((path) => `${basename(path)} ${/^# (.+)$/m.exec(read(path))?.[1]}`),
    );
  });

  test('is rejected without the required sections', () => {
    const page =
      '# 0001: One\n\n## Status\n\nAccepted, 2026-11-21.\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n';
    expect(formFaults('0001-one.md', page)).toEqual([]);
    expect(formFaults('0002-one.md', page)).toEqual(['a title with its number']);
    expect(formFaults('0001-one.md', page.replace('## Context', '## Why'))).toEqual(['the four headings']);
    expect(formFaults('0001-one.md', page.replace(', 2026-11-21', ''))).toEqual(['a status with its date']);
    expect(formFaults('0001-one.md', page.replace('B.', ''))).toEqual(['text under each heading']);
    expect(formFaults('0001-one.md', page.replace('B.', 'b '.repeat(250)))).toEqual(['250 words at most, not 260']);
  });
});

describe('a document', () => {
  test.each(pages)('%s has no broken link', (path) => {
    expect(brokenLinks(path, read(path))).toEqual([]);
  });

  test.each(pages)('%s wraps its prose at 120 characters', (path) => {
    const prose = read(path).replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '');
    expect(prose.split('\n').filter((line) => line.length > 120 && !/^\s*[|<]|^\s*`[^`]+`[,.;]?$/.test(line))).toEqual(
      [],
    );
  });

  test('is rejected with a broken link', () => {
    const text = '[a](nowhere.md) [b](README.md#none) [c](README.md) [d](https://example.com/x) `[e](code.md)`';
    expect(brokenLinks('AGENTS.md', text)).toEqual(['nowhere.md', 'README.md#none']);
  });
});

test('the table of calibration in docs/reviews.md is the one that was measured', () => {
  const [measured = ''] = /\| labels \| base rate[\s\S]*?\n\n/.exec(read('docs/calibration.md')) ?? [];
  expect(measured.split('\n').length).toBeGreaterThan(6);
  expect(read('docs/reviews.md')).toContain(measured);
});

test('every decision referenced by number exists', () => {
  const numbers = new Set(decisions.map((path) => basename(path).slice(0, 4)));
  const named = listed('*.ts', '*.tsx', '*.md', '*.mjs')
    .filter((path) => path !== 'test/contract/documents.test.ts')
    .flatMap((path) =>
      [...read(path).matchAll(/(?:\bdecisions?[ /]|\[)(\d{4})\b/gi)].map(([, number = '']) => ({ path, number })),
    )
    .filter(({ number }) => number.startsWith('0'));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
