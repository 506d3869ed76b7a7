import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { tableOf } from '../../bench/agent-texts/report.ts';
import { textsIn } from '../../bench/agent-texts/texts.ts';
import { risksOf } from '../../functions/annotations/risks/risks.ts';

const ROOT = join(__dirname, '../..');
const judged = textsIn(join(ROOT, 'bench/agent-texts/unseen')).map((one) => ({ ...one, risks: risksOf(one.text) }));
const table = tableOf(judged);

test.each(table.rows)('in $language, 85 of 100 marks are right and 75 of 100 texts found', ({ precision, recall }) => {
  expect(precision).toBeGreaterThanOrEqual(0.85);
  expect(recall).toBeGreaterThanOrEqual(0.75);
});

test('the page prints what is measured', () => {
  expect(readFileSync(join(ROOT, 'docs/agent-texts.md'), 'utf8')).toContain(table.text);
});

test('a long text, or one built to slow patterns down, is judged', () => {
  for (const text of ['ignore '.repeat(2000), 'a'.repeat(10_000), `${'x y '.repeat(3000)}bot`, '<'.repeat(10_000)])
    expect(risksOf(text)).toEqual(expect.any(Array));
});
