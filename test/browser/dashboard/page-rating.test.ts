import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LEAST_RATINGS } from '../../../functions/reviews/judge/page-score.ts';
import { type Caller, call, newWorkspace, type Workspace } from '../../driver.ts';
import { seedReview } from '../../reviews/seed.ts';
import { until } from '../../workers/until.ts';
import { hold, lookAt, signInByHand, withBrowser } from './stand.ts';

let ws: Workspace;

beforeAll(async () => {
  ws = await newWorkspace();
});

const { visit: on } = withBrowser();

/** The panel finds the page good. */
const seed = (title: string) =>
  seedReview(ws.id, { samples: () => [4], more: { score: 4, title, input_type: 'site', url: 'https://example.com/' } });

const ratingOf = async (id: string, as: Caller): Promise<unknown> =>
  (await call('GET', `/api/reviews/${id}`, { as })).body.page_rating.own;

const verdict = (page: Page) => page.locator('.verdict');

test('a member rates the page, changes the rating, sees it again, and moves the score with enough of them', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const member = ws.owner;
    const { id } = await seed('Shop');
    await open(`/reviews/${id}`);
    await signInByHand(dashboard, member.email);
    const question = page.getByRole('region', { name: 'How good is this page?' });
    await question.getByText('None so far.').waitFor();
    await verdict(page).getByText('Panel’s scale').waitFor();
    await question.scrollIntoViewIfNeeded();
    await lookAt(page, 'page-rating-asked');

    await question.getByText('5', { exact: true }).click();
    await question.getByText('One person rated it 5.0.').waitFor();
    await question.getByText('2', { exact: true }).click();
    await question.getByText('One person rated it 2.0.').waitFor();
    expect(await ratingOf(id, member)).toBe(2);
    await page.reload();
    expect(await question.getByRole('radio', { name: '2, weak' }).isChecked()).toBe(true);
    await lookAt(page, 'page-rating-given');
    await question.getByRole('button', { name: 'Withdraw your rating' }).click();
    await question.getByText('None so far.').waitFor();
    expect(await ratingOf(id, member)).toBeNull();
    expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
    await question.getByText('2', { exact: true }).click();
    await question.getByText('One person rated it 2.0.').waitFor();
    // Two failures in a row leave what was saved.
    await page.route('**/page-rating', (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
    const release = await hold(page, '**/page-rating');
    await question.getByText('4', { exact: true }).click();
    await question.getByText('5', { exact: true }).click();
    release();
    await page.getByText('No.').nth(1).waitFor();
    expect(await question.getByRole('radio', { name: '2, weak' }).isChecked()).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
    expect(complaints.splice(0)).toHaveLength(2);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Your rating of it: 2').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });

    for (let made = 1; made < LEAST_RATINGS; made += 1) {
      const other = await seed(`Shop ${made}`);
      await call('PUT', `/api/reviews/${other.id}/page-rating`, { as: member, body: { rating: 2 } });
    }
    await page.reload();
    await verdict(page).getByText('Team’s scale').waitFor();
    expect(await verdict(page).locator('strong').first().textContent()).toBe('2.1');
    await page.getByText(`learned from ${LEAST_RATINGS} ratings`).waitFor();
    await page.getByText('The panel gave 4.0. Good: only details left.').waitFor();
    await question.scrollIntoViewIfNeeded();
    await lookAt(page, 'page-rating-people');
    await page.getByRole('link', { name: 'Reviews', exact: true }).first().click();
    await page.getByRole('link', { name: 'Shop 1' }).waitFor();
    const scores = await page.locator('.review-score').allTextContents();
    expect(new Set(scores)).toEqual(new Set(['2.1 of 5Team’s scale']));
    await lookAt(page, 'reviews-scales');
  }));

test('a page rating is asked for in German, and given by keyboard', () =>
  on(
    async (dashboard) => {
      const { page, open } = dashboard;
      const guest = await newWorkspace();
      const { id } = await seedReview(guest.id, { more: { title: 'Laden' } });
      await open(`/reviews/${id}`);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Email').fill(guest.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const question = page.getByRole('region', { name: 'Wie gut ist dieser Inhalt?' });
      await question.getByRole('radio', { name: '1, schlecht' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Control+2');
      expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
      expect(await ratingOf(id, guest.owner)).toBeNull();
      await page.keyboard.press('3');
      await question.getByText('Eine Person gab 3,0.').waitFor();
      await until(async () => (await ratingOf(id, guest.owner)) === 3, 'the rating');
      await verdict(page).getByText('Skala des Gremiums').waitFor();
      await question.scrollIntoViewIfNeeded();
      await lookAt(page, 'page-rating-german');
    },
    { locale: 'de-DE' },
  ));
