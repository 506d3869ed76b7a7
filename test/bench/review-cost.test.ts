import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { browserCosts } from '../../bench/cost/browser.ts';
import { reviewCosts } from '../../bench/cost/reviews.ts';

test('docs/cost.md has the costs of reviews as the service estimates them; after a change, copy the section there', () => {
  const page = readFileSync('docs/cost.md', 'utf8');
  expect(page).toContain(browserCosts());
  const [, section = ''] = /(## Dollars per review, .+?)\n\n## /s.exec(page) ?? [];
  expect(`${section}\n`).toBe(reviewCosts());
});
