import { beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../functions/kit/ids.ts';
import { call, newWorkspace, table, type Workspace } from '../../driver.ts';
import { mine } from '../../personas/gardener.ts';
import { seedReview } from '../../reviews/seed.ts';
import { seedRefit } from '../../reviews/seed-calibration.ts';
import { hold, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();
const judge = { model: 'openai:judge-2', prompt: 'p2' };

let ws: Workspace;

beforeAll(async () => {
  ws = await newWorkspace();
  const { items } = await mine(ws.owner);
  const personas = items.slice(0, 4).map(({ id }) => id);
  const gone = newId();
  await seedRefit(table(), ws.id, { judge: { model: 'openai:judge-1', prompt: 'p1' }, reviews: 10, personas });
  for (const [seed, reviews] of [8, 10, 16, 30, 60].entries())
    await seedRefit(table(), ws.id, { judge, reviews, personas: [...personas, gone], seed: seed + 1 });
});

test('the page of a workspace’s calibration says its state, draws it, and tells the same to a screen reader', async () => {
  const [{ bins, history, labels, state }] = (await call('GET', '/api/calibration', { as: ws.owner })).body.judges;
  expect(state).toBe('calibrated');
  await on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open('/personas');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('link', { name: 'Calibration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Calibration' }).waitFor();
    await page
      .getByText(new RegExp(`^Calibrated on ${labels.in_use} ratings: .* its error is \\d+ to \\d+% below that of`))
      .waitFor();
    await page.getByText('Five new ratings refine it.').first().waitFor();
    const diagram = page.getByRole('img', { name: /^Reliability diagram/ });
    expect(await diagram.locator('circle').count()).toBe(bins.length);
    const rows = (caption: RegExp) => page.getByRole('table', { name: caption }).getByRole('row').count();
    expect(await rows(/^Reliability diagram/)).toBe(bins.length + 1);
    const measured = history.filter(({ skill }: { skill: unknown }) => skill !== null).length;
    expect(await rows(/^Skill on held-out reviews/)).toBe(measured + 1);
    expect(
      await page
        .getByRole('img', { name: /^Skill on/ })
        .locator('circle')
        .count(),
    ).toBe(measured);
    expect(await rows(/^Agreement by persona/)).toBe(5);
    await page.getByText('Deleted persona').first().waitFor();
    await lookAt(page, 'calibration');
    const release = await hold(page, '**/api/personas/mine*');
    await page.reload();
    await page.getByText('Five new ratings refine it.').first().waitFor();
    expect(await page.getByText('Deleted persona').count()).toBe(0);
    release();
    await page.getByText('Deleted persona').first().waitFor();
    await page.getByText('Learning from 20 ratings').click();
    await page.getByText('Until then, no probabilities are shown.').waitFor();
    await page.getByText('The diagram appears after 30 ratings.').waitFor();
    await lookAt(page, 'calibration-learning');
    expect(complaints).toEqual([]);
  });
});

test('the page without ratings leads to the reviews, whose list and report say the same', async () => {
  const empty = await newWorkspace();
  const review = await seedReview(empty.id, {});
  const sentence = 'Not calibrated: no one here has rated enough findings yet.';
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/personas/calibration');
    await signInByHand(dashboard, empty.owner.email);
    await page.getByRole('heading', { name: 'No ratings yet' }).waitFor();
    await lookAt(page, 'calibration-empty');
    await page.getByRole('link', { name: 'Go to reviews' }).click();
    await page.getByText(sentence).waitFor();
    await open(`/reviews/${review.id}`);
    await page.getByText(sentence).waitFor();
    expect(await page.getByText(/calibrated/i).count()).toBe(1);
    await page.keyboard.press('j');
    await page.getByText('Have several people rate good and bad findings').waitFor();
    expect(await page.getByLabel('Show predicted usefulness').count()).toBe(0);
    await page.getByRole('link', { name: 'About calibration' }).click();
    await page.getByRole('heading', { name: 'No ratings yet' }).waitFor();
  });
});

test('a rated finding shows its prediction only if its judge is calibrated', async () => {
  const [known, unknown] = [
    await seedReview(ws.id, { judge }),
    await seedReview(ws.id, { judge: { model: 'openai:judge-1', prompt: 'p1' } }),
  ];
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/reviews/${unknown.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('Learning from 20 ratings').waitFor();
    const rateFirst = async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('4');
      await page.getByText('Your rating: 4').waitFor({ state: 'attached' });
    };
    await rateFirst();
    await page.getByText('Until then, no probabilities are shown.').waitFor();
    expect(await page.getByText(/likely to be useful/).count()).toBe(0);
    await open(`/reviews/${known.id}`);
    await page.getByText(/Calibrated on \d+ ratings/).waitFor();
    await rateFirst();
    await page
      .locator('.finding-expected')
      .getByText(/likely to be useful/)
      .waitFor();
    expect(await page.locator('.finding-expected').count()).toBe(1);
  });
});

test('the page is German for German readers', async () => {
  await on(
    async (dashboard) => {
      const { page, open } = dashboard;
      await open('/personas/calibration');
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Email').fill(ws.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText(/^Kalibriert an \d+ Bewertungen: An zurückgehaltenen Reviews/).waitFor();
      await lookAt(page, 'calibration-german');
    },
    { locale: 'de-DE' },
  );
});
