import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { reviewCosts } from '../../bench/cost/reviews.ts';

test('docs/cost.md has the costs of reviews as the service estimates them; after a change, copy the section there', () => {
  const page = readFileSync('docs/cost.md', 'utf8');
  const [, section = ''] = /(## Dollars per review, .+?)\n\n## /s.exec(page) ?? [];
  expect(`${section}\n`).toBe(reviewCosts());
});
