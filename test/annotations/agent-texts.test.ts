import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SETS, tableOf } from '../../bench/agent-texts/report.ts';
import { textsIn } from '../../bench/agent-texts/texts.ts';
import { risksOf } from '../../functions/annotations/risks/risks.ts';

const ROOT = join(__dirname, '../..');
const FOLDER = join(ROOT, 'bench/agent-texts');
const tables = SETS.map((set) => ({
  set,
  ...tableOf(textsIn(join(FOLDER, set)).map((one) => ({ ...one, risks: risksOf(one.text) }))),
}));
const rows = tables.flatMap((table) => table.rows.map((row) => ({ ...row, set: table.set })));

test.each(rows)('90 of 100 marks are right and 80 of 100 texts found in $language ($set)', ({ precision, recall }) => {
  expect(precision).toBeGreaterThanOrEqual(0.9);
  expect(recall).toBeGreaterThanOrEqual(0.8);
});

const letters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

test('no text is both learned and measured, whatever its case and punctuation', () => {
  const learned = new Set(textsIn(join(FOLDER, 'learned')).map(({ text }) => letters(text)));
  const measured = SETS.flatMap((set) => textsIn(join(FOLDER, set)));
  expect(measured.filter(({ text }) => learned.has(letters(text))).map(({ id }) => id)).toEqual([]);
});

test('the page prints what is measured', () => {
  const page = readFileSync(join(ROOT, 'docs/agent-texts.md'), 'utf8');
  for (const { text } of tables) expect(page).toContain(text);
});

test('a long text, or one built to slow patterns down, is judged', () => {
  for (const text of ['ignore '.repeat(2000), 'a'.repeat(10_000), `${'x y '.repeat(3000)}bot`, '<'.repeat(10_000)])
    expect(risksOf(text)).toEqual(expect.any(Array));
});
