import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { monthOf, now } from '../../../functions/kit/clock.ts';
import { keys } from '../../../functions/kit/table/keys.ts';
import { call, newWorkspace, stage, table } from '../../driver.ts';
import { seedConcluded } from '../../reviews/seed-concluded.ts';
import { type Dashboard, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

const PRICES = { input: 3, cached: 0.3, written: 3.75, output: 15 };

/** The stage's model is rule-based. */
const givePrices = ({ page }: Dashboard, prices: typeof PRICES | null) =>
  page.route('**/api/model-usage', async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), model: { samples: 3, prices } } });
    } catch {
      // The page is gone.
    }
  });

const monthBefore = (at: number) => {
  const date = new Date(at);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0));
};

test('an owner reads the month’s costs and limits them; a new review shows its estimate and whether it fits', async () => {
  const ws = await newWorkspace();
  const spent = {
    input: 1_263_400,
    cached: 771_000,
    output: 134_200,
    committed: 3_420_000 + 280_000,
    reserved: 280_000,
  };
  await table().put({ ...keys.modelSpend(ws.id, monthOf(now())), ...spent });
  const earlier = { input: 402_000, cached: 310_000, output: 51_000, committed: 1_134_000, reserved: 0 };
  await table().put({ ...keys.modelSpend(ws.id, monthBefore(now())), ...earlier });
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await givePrices(dashboard, PRICES);
    await open('/workspace?tab=usage');
    await signInByHand(dashboard, ws.owner.email);
    const costs = page.getByRole('region', { name: 'AI costs of this workspace' });
    await costs.getByText('$3.42').first().waitFor();
    const estimated = 'Running or deleted reviews are estimated at another $0.28';
    await costs.getByText(`There is no monthly limit. ${estimated}.`).waitFor();
    expect(await costs.getByRole('row').count()).toBe(3);
    await costs.getByRole('row', { name: /\$1\.13/ }).waitFor();

    const field = costs.getByLabel('Monthly limit in US dollars');
    await field.fill('a lot');
    await costs.getByRole('button', { name: 'Save limit' }).click();
    await costs.getByText('Enter an amount such as 20').waitFor();
    const reached = costs.getByText('This month already reached that amount');
    await field.fill('3.42');
    await reached.waitFor();
    // Estimates are replaced by the costs of their reviews.
    await field.fill('3.70');
    await reached.waitFor({ state: 'detached' });
    await field.fill('3,9');
    await costs.getByRole('button', { name: 'Save limit' }).click();
    await page.getByText('Saved. Reviews stop at $3.90 a month.').waitFor();
    await costs.getByRole('img', { name: '$3.42 of $3.90' }).waitFor();
    await costs.getByText(`${estimated}, which counts against the limit.`).waitFor();
    expect(await field.inputValue()).toBe('3.90');
    expect(await table().get(keys.workspace(ws.id))).toMatchObject({ monthly_model_limit_cents: 390 });
    await lookAt(page, 'costs-usage');

    await open('/reviews/new?kind=text');
    await page.getByLabel('Text to review').fill('Lamps that last. '.repeat(300));
    await page.getByText(/^About \d+,000 tokens, \$0\.\d\d\. More than the \$0\.20 left/).waitFor();
    await lookAt(page, 'costs-new-review');
    await page.getByText('Page address', { exact: true }).click();
    await page.getByText('Based on typical content').waitFor();
  });
});

test('a workspace that pays for each review shows the price before one starts, and the balance after it', async () => {
  const ws = await newWorkspace();
  const note = await ws.note(await ws.site());
  await fetch(`${stage().base_url}/__local/wallet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workspace_id: ws.id, cents: 1000 }),
  });
  const { body: personas } = await call('GET', '/api/personas/mine', { as: ws.owner });
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
    await open('/workspace?tab=wallet');
    await signInByHand(dashboard, ws.owner.email);
    const rows = page.getByRole('row');
    await rows.getByText('Credit').waitFor();
    await link('Inbox').click();
    await page.locator(`[data-note="${note.id}"] a`).first().click();
    await page.getByRole('button', { name: 'Run personas' }).click();
    await page.getByText('A review costs $0.05. Your balance is $10.00.').waitFor();
    await page.getByRole('button', { name: 'Run 5 recommended' }).click();
    await page.getByRole('region', { name: 'Persona progress' }).waitFor();
    await link('Workspace').click();
    await link('Wallet').click();
    const charge = rows.filter({ hasText: 'Review' });
    await charge.getByText('-$0.05').waitFor();
    expect(await page.locator('.figure').textContent()).toBe('$9.95');
    expect(await rows.locator('td:last-child').allTextContents()).toEqual(['$9.95', '$10.00']);
    for (const path of ['/reviews/new', `/personas/${personas.items[0].id}`]) {
      await open(path);
      await page.getByText('A review costs $0.05. Your balance is $9.95.').waitFor();
    }
    await lookAt(page, 'costs-price');
  });
});

test('the refusal of a review above the limit leads to the costs', async () => {
  const ws = await newWorkspace();
  await on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open('/reviews/new?kind=text');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByLabel('Text to review').fill('Lamps that last.');
    await page.route('**/api/reviews', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { detail: 'Over the limit.', code: 'monthly_limit', values: {} } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Start review' }).click();
    await page.getByText('This review could exceed the month’s limit for AI costs.').waitFor();
    await lookAt(page, 'costs-refused');
    await page.getByRole('link', { name: 'Show costs and limit' }).click();
    await page.getByText('Reviews here are facts measured by rules.').waitFor();
    // The browser reports the status itself.
    complaints.splice(0, 1);
  });
});

test('a service without prices says so, and shows no estimate', async () => {
  const ws = await newWorkspace();
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    await givePrices(dashboard, null);
    await open('/workspace?tab=usage');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('No prices are set for this service’s AI model').waitFor();
    expect(await page.getByLabel('Monthly limit in US dollars').count()).toBe(0);
    await open('/reviews/new?kind=text');
    await page.getByLabel('Text to review').fill('Lamps that last.');
    expect(await page.getByText(/^About/).count()).toBe(0);
  });
});

describe('on a stage whose model has prices', () => {
  const MODEL = { MODEL: 'openai:test@http://127.0.0.1:9/v1', MODEL_PRICE_IN: '3', MODEL_PRICE_OUT: '15' };
  beforeAll(() => void Object.assign(process.env, MODEL));
  afterAll(() => {
    for (const name of Object.keys(MODEL)) delete process.env[name];
  });

  test('a review shows its estimated price while it runs, and its price at the end, to members alone', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const running = { status: 'running', completed_at: null, runs_done: 1, widget_site_id: site.id } as const;
    const { id } = await seedConcluded(ws.id, { more: { ...running, cost_microdollars: 120_000 } });
    const key = keys.review(ws.id, id);
    await on(async (dashboard) => {
      const { page, open } = dashboard;
      // The stage has no prices, unlike this process.
      await page.route(`**/api/reviews/${id}`, async (route) => {
        const { body } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
        await route.fulfill({ json: body }).catch(() => undefined);
      });
      await open(`/reviews/${id}`);
      await signInByHand(dashboard, ws.owner.email);
      await page.getByText(/^About [\d,]+,000 tokens, \$0\.\d\d\.$/).waitFor();
      await table().transact([{ update: key, set: { status: 'complete', completed_at: now(), runs_done: 3 } }]);
      await page.reload();
      await page.getByText('AI model: $0.12.').waitFor();
      await lookAt(page, 'review-cost');
    });
    const { body } = await call('GET', `/api/reviews/${id}`, { as: await ws.guest([site.id]) });
    expect([body.status, body.cost_cents, body.estimate]).toEqual(['complete', null, null]);
  });
});
