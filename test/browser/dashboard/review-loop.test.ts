import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keys, reviewPartition } from '../../../functions/kit/table/keys.ts';
import { call, newWorkspace, stage, table, type Workspace } from '../../driver.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const VAGUE = 'click here';
const CLEAR = 'compare all lamps';

const page = (link: string) => `<!doctype html><html lang="en"><head><title>Lamps that last</title></head><body>
<h1>Lamps that last</h1>
<p>They are the best lamps in the world and everybody loves them. Order now, only today!</p>
<p>Prices start at 20 euro. Delivery takes three to five days. You can give them back within 14 days, and we pay for the
way back. Each lamp is tested in our workshop for a week, and every part of it can be ordered for ten years.</p>
<h2>Order</h2><p><a href="/order">Order a lamp</a> or <a href="/here">${link}</a> to read more.</p>
</body></html>`;

let ws: Workspace;
let link = VAGUE;
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(link));
});

beforeAll(async () => {
  ws = await newWorkspace();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ host });
  const allowed = await fetch(`${stage().base_url}/__local/fetch-allow`, { method: 'POST', headers, body });
  if (!allowed.ok) throw new Error(`The fetcher may not read ${host}: ${allowed.status}`);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { visit: on } = withBrowser();

/** As if one persona's model had failed, with nothing found. */
const failOne = async (id: string): Promise<void> => {
  const { items } = await table().query({ partition: reviewPartition(ws.id, id), consistent: true });
  const run = items.find(({ sk }) => sk.startsWith('RUN#'))!;
  const found = items.filter(({ sk, persona_id }) => sk.startsWith('FINDING#') && persona_id === run.persona_id);
  await table().transact([
    { update: run, set: { state: 'failed', score: null, scores: [], error: 'The model gave no usable answer.' } },
    { update: keys.review(ws.id, id), set: { status: 'partial', runs_failed: 1 } },
    ...found.map((row) => ({ delete: row })),
  ]);
};

interface Finding {
  id: string;
  kind: string;
  quote: string | null;
  same_as: string | null;
  annotation_id: string | null;
}

test('a finding becomes a note, is resolved, and the next review shows it as fixed', () =>
  on(async (dashboard) => {
    const { page: tab, open } = dashboard;
    const site = await ws.site({ name: 'Lamp shop' });
    await open('/reviews/new?kind=page');
    await signInByHand(dashboard, ws.owner.email);
    const { port } = server.address() as AddressInfo;
    await tab.getByRole('textbox', { name: 'Page address' }).fill(`http://127.0.0.1:${port}/`);
    await tab.getByLabel('Site').selectOption('Lamp shop');
    await tab.getByRole('button', { name: 'Start review' }).click();
    await tab.getByText('5 of 5 finished').waitFor();
    const first = tab.url().split('/').at(-1) ?? '';
    const feedback = async (id: string) =>
      (await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner })).body.items as Finding[];
    const vague = (await feedback(first)).find(
      ({ kind, quote, same_as }) => kind === 'fault' && quote === VAGUE && same_as === null,
    );
    const item = tab.locator(`#fix-${vague?.id}`);
    await item.getByRole('button', { name: 'Create note' }).click();
    await tab.getByText('Note created.').waitFor();
    await lookAt(tab, 'finding-filed');
    await item.getByRole('link', { name: 'Open note' }).click();
    await tab.getByRole('heading', { name: 'Agents' }).waitFor();
    const note = tab.url().split('/').at(-1) ?? '';
    expect((await feedback(first)).some(({ annotation_id }) => annotation_id === note)).toBe(true);
    const { body } = await call('GET', `/api/v1/annotations/${note}`, { as: ws.owner });
    expect(body).toMatchObject({ site_id: site.id, submitter: { kind: 'persona' }, origin: { review_id: first } });
    await tab.getByText('Personas can’t authorize automatic fixes.').waitFor();
    await lookAt(tab, 'note-of-finding');
    await tab.getByRole('button', { name: 'Resolve', exact: true }).first().click();
    await tab.getByRole('dialog', { name: 'Resolve this note' }).waitFor();
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: 'Reopen', exact: true }).first().waitFor();

    link = CLEAR;
    await open(`/reviews/${first}`);
    await tab.getByRole('button', { name: 'Review again' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByText('The page is fetched again').waitFor();
    await lookAt(tab, 'review-again');
    await dialog.getByRole('button', { name: 'Review again' }).click();
    await tab.waitForURL((url) => !url.pathname.endsWith(first));
    const compared = tab.getByRole('region', { name: 'Since the last review' });
    await compared.waitFor();
    const second = tab.url().split('/').at(-1) ?? '';
    const answer = await call('GET', `/api/reviews/${second}/compare`, { as: ws.owner });
    expect(answer.body.fixed).toEqual(expect.arrayContaining([vague?.id]));
    await compared.locator('summary').filter({ hasText: 'no longer fail' }).click();
    await compared.getByRole('link', { name: 'Open note' }).first().waitFor();
    await lookAt(tab, 'review-compared');
    await compared.getByRole('link', { name: 'Open the previous review' }).click();
    await tab.waitForURL((url) => url.pathname.endsWith(first));
  }));

test('a partial review offers no finish that could not succeed, as on a stage without a model', () =>
  on(async (dashboard) => {
    const { page: tab, open } = dashboard;
    const { body } = await call('POST', '/api/reviews', {
      as: ws.owner,
      body: {
        title: 'Lamps',
        input_type: 'text',
        content: 'They are the best lamps in the world.\n\nPrices start at 20 euro.',
      },
    });
    await open(`/reviews/${body.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await tab.getByText('5 of 5 finished').waitFor();
    await failOne(body.id);
    await tab.reload();
    await tab.getByText('Partial', { exact: true }).waitFor();
    await tab.locator('.panel-error').getByText('The model gave no usable answer.').waitFor();
    await lookAt(tab, 'review-partial');
    expect(await tab.getByRole('button', { name: 'Finish this review' }).count()).toBe(0);
    const { body: partial } = await call('GET', `/api/reviews/${body.id}`, { as: ws.owner });
    expect(partial).toMatchObject({ status: 'partial', runs_done: 5, runs_failed: 1, can_finish: false });
  }));
