import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keys } from '../../../functions/kit/table/keys.ts';
import { call, newWorkspace, stage, table, type Workspace } from '../../driver.ts';
import { readPdf } from '../../exports/read-pdf.ts';
import { seedConcluded } from '../../reviews/seed-concluded.ts';
import { decide, submit } from '../../showcase/showcased.ts';
import { until } from '../../workers/until.ts';
import { screensAbove } from './screens-above.ts';
import { lookAt, setTheme, signInByHand, withBrowser } from './stand.ts';

let ws: Workspace;

beforeAll(async () => {
  ws = await newWorkspace();
});

const { visit: on } = withBrowser();

/** A picture with something on it. */
const pictureOf = async (page: Page): Promise<Buffer> => {
  await page.goto(`${stage().base_url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.screenshot();
};

const keepWhole = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}-whole.png`), fullPage: true });
    }
  }
  await setTheme(page, 'light');
  await page.setViewportSize({ width: 1440, height: 900 });
  await writeFile(join(folder, `${name}.pdf`), await page.pdf({ format: 'A4' }));
};

const isLit = (page: Page, id: string) =>
  page.locator(`[data-about="${id}"][data-lit]`).evaluateAll((all) => all.map(({ className }) => className));

test('a picture’s review begins with its verdict and fixes; pins and numbers lead to the findings', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const { id, faults, repeat } = await seedConcluded(ws.id, { picture: await pictureOf(page) });
    const [first, , , , fifth, sixth] = faults.map((one) => one.id);
    await open(`/reviews/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.locator('.finding-pin').first().waitFor();
    await page.locator('.fix-place').first().getByText('Small effort').waitFor();
    await keepWhole(page, 'report-picture');
    expect(await screensAbove(page, 390, 844)).toBeLessThanOrEqual(3);
    expect(await screensAbove(page, 1440, 900)).toBeLessThanOrEqual(2);

    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('Answered by openai:recorded-1').waitFor();
    await verdict.getByText('29,210 tokens read (21,000 from the cache), 3,310 written').waitFor();
    await verdict.getByRole('link', { name: 'Finding 1', exact: true }).click();
    const focusedId = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.about);
    expect(await focusedId()).toBe(first);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('fix-place');

    const fixes = page.getByRole('region', { name: 'Fix these first' });
    expect(await fixes.getByRole('listitem').count()).toBe(5);
    await fixes.getByText('in 2 of 3 answers').first().waitFor();
    await fixes.getByRole('img', { name: /^Part of the picture, 5% from the left/ }).waitFor();
    await fixes.getByRole('button', { name: 'Copy: After' }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Desk lamps that last ten years, or your money back.',
    );
    await page.getByText('had no evidence were ignored: 1.').waitFor();
    await page.getByText('Not judged: no running page').waitFor();
    await page.getByText('Based on 2 of 3 answers').waitFor();
    await page.getByText('Not calibrated: no one here has rated enough findings yet.').waitFor();
    expect(await page.getByText(/calibrated/i).count()).toBe(1);

    const pin = page.getByRole('link', { name: 'Finding 5: Hierarchy, Designer, Minor' });
    await pin.hover();
    const place = fixes.locator(`.fix-place[data-about="${fifth}"]`);
    const all = expect.arrayContaining(['finding-pin', 'pin-region', expect.stringContaining('fix-place')]);
    const verdictWords = verdict.getByRole('heading');
    expect(await isLit(page, fifth ?? '')).toEqual(all);
    await verdictWords.hover();
    expect(await isLit(page, fifth ?? '')).toEqual([]);
    await place.hover();
    expect(await isLit(page, fifth ?? '')).toEqual(all);
    await verdictWords.hover();
    await place.focus();
    await page.keyboard.press('Tab');
    expect(await isLit(page, fifth ?? '')).toEqual(all);
    await verdictWords.hover();
    await pin.focus();
    await page.keyboard.press('Enter');
    expect(await focusedId()).toBe(fifth);
    expect(await page.getByRole('article').count()).toBe(0);

    // A number in the list of all findings is the one at the top.
    await page.getByRole('link', { name: 'Rate or see details Message' }).click();
    expect(await focusedId()).toBe(first);
    expect(await page.getByRole('article').count()).toBe(8);
    const opened = page.locator(`.finding[data-about="${first}"]`);
    expect(
      await opened.evaluate((one) => [getComputedStyle(one).marginInlineStart, getComputedStyle(one).outlineWidth]),
    ).toEqual(['0px', '2px']);
    const repeated = page.locator(`[data-finding="${repeat.id}"]`);
    await repeated.getByText('Says the same as finding 1').waitFor();
    const struck = page.getByText('The first sentence names it.');
    expect(await struck.isVisible()).toBe(false);
    await page.getByText('One finding that the content disproves').click();
    expect(await struck.isVisible()).toBe(true);
    await lookAt(page, 'report-open');
    await keepWhole(page, 'report-open');

    await page.getByLabel('Show', { exact: true }).selectOption('Minor');
    expect(await page.getByRole('article').count()).toBe(2);
    await page.getByLabel('Persona', { exact: true }).selectOption('First-time buyer');
    expect(
      await page.getByRole('article').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.about)),
    ).toEqual([sixth]);
    // A finding that the filter hides is shown nevertheless if a link leads to it.
    await page.getByRole('link', { name: 'Rate or see details Message' }).click();
    expect(await focusedId()).toBe(first);
    await page.getByLabel('Show', { exact: true }).selectOption('Strengths');
    expect(await page.getByRole('article').count()).toBe(1);
  }));

test('a review of two pictures has the pins of each in its own, and crops from the right one', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const picture = await pictureOf(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const { id } = await seedConcluded(ws.id, { picture, second: await page.screenshot() });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(`/reviews/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.locator('.finding-pin').nth(2).waitFor();
    const pinsIn = (number: number) =>
      page
        .locator('.pinned', { has: page.getByRole('img', { name: `Picture ${number}` }) })
        .locator('.finding-pin')
        .allTextContents();
    expect(await pinsIn(1)).toEqual(['1', '2']);
    expect(await pinsIn(2)).toEqual(['5']);
    const sizes = await page
      .locator('.fix-place .crop image')
      .evaluateAll((all) => all.map((one) => one.getAttribute('width')));
    expect(sizes).toEqual(['1440', '1440', '390']);
    await keepWhole(page, 'report-pictures');
  }));

test('a review with pictures is read again before the links to them expire, wherever it is shown', () =>
  on(async (dashboard) => {
    const { page } = dashboard;
    const { id } = await seedConcluded(ws.id, { picture: await pictureOf(page) });
    const share = await call('POST', `/api/reviews/${id}/share`, { as: ws.owner, body: { expires_in_days: 30 } });
    const { slug } = (await submit(id, ws.owner)).body;
    await page.clock.install();
    const becomesNew = async (path: string, api: string) => {
      await page.goto(path);
      if (path.includes('/admin/')) await signInByHand(dashboard, ws.owner.email, { admin: true });
      await page.locator('.finding-pin').first().waitFor();
      await page.waitForLoadState('networkidle');
      const read = page.waitForResponse((one) => new URL(one.url()).pathname === api, { timeout: 15_000 });
      await page.clock.fastForward(240_000);
      expect((await read).status()).toBe(200);
    };
    const base = stage().base_url;
    await becomesNew(`${base}/dashboard/admin/showcase/${id}`, `/api/admin/showcase/${id}`);
    await decide(id, 'approve');
    await becomesNew(`${base}/showcase/${slug}`, `/api/showcase/${slug}`);
    await becomesNew(share.body.url, `/api/reviews/shared/${share.body.token}`);
    await becomesNew(`${base}/dashboard/reviews/${id}`, `/api/reviews/${id}`);

    await page.goto(share.body.url);
    await page.locator('.finding-pin').first().waitFor();
    await call('DELETE', `/api/reviews/${id}/share`, { as: ws.owner });
    await page.clock.fastForward(240_000);
    await page.getByText('This link doesn’t work anymore').waitFor();
    const asked = page.waitForRequest('**/api/reviews/shared/**', { timeout: 3000 }).catch(() => undefined);
    await page.clock.fastForward(240_000);
    expect(await asked).toBeUndefined();
    dashboard.complaints.splice(0);
  }));

test('a text’s review is rated by keys, which open its list, and prints its conclusion before a line for each finding', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const { id, faults } = await seedConcluded(ws.id);
    await open(`/reviews/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    expect(await screensAbove(page, 390, 844)).toBeLessThanOrEqual(3);
    expect(await screensAbove(page, 1440, 900)).toBeLessThanOrEqual(2);
    await page.getByText('Not judged: no picture').waitFor();
    await lookAt(page, 'report-text');
    await keepWhole(page, 'report-text');
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    expect(pages.length).toBeLessThanOrEqual(2);

    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await page.getByText(/You’ve rated 1 of 9/).waitFor();
    await until(async () => {
      const { body } = await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner });
      return body.items.find((one: { id: string }) => one.id === faults[0]?.id)?.rating === 4;
    }, 'the rating');

    // A fact is measured, and no one rates it.
    const [first = '', fact = ''] = faults.map((one) => one.id);
    await table().transact([{ update: keys.finding(ws.id, id, fact), set: { rule: 'button-name' } }]);
    await page.reload();
    await page.getByRole('link', { name: 'Rate or see details Message' }).click();
    for (const [finding, digit] of [
      [fact, '5'],
      [first, '3'],
    ] as const) {
      await page.locator(`[data-finding="${finding}"]`).focus();
      await page.keyboard.press(digit);
    }
    await page.getByText(/You’ve rated 1 of 8/).waitFor();
    await until(async () => {
      const { body } = await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner });
      const ratingOf = (finding: string) => body.items.find((one: { id: string }) => one.id === finding)?.rating;
      expect(ratingOf(fact)).toBeNull();
      return ratingOf(first) === 3;
    }, 'the other rating');
    await page.getByLabel('Show', { exact: true }).selectOption('Not yet rated by you');
    expect(await page.locator(`[data-finding="${fact}"]`).count()).toBe(0);
    await page.evaluate(() => localStorage.setItem('sidenote.language', 'de'));
    await page.reload();
    await page.getByRole('region', { name: 'Zuerst beheben' }).waitFor();
    await page.getByText('Nicht beurteilt: kein Bild').waitFor();
    await keepWhole(page, 'report-german');
  }));
