import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { dayOf, now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import type { Model } from '../../functions/reviews/ask/model/model.ts';
import { textContent } from '../../functions/reviews/read/content.ts';
import { writeContent, writeFailure } from '../../functions/reviews/run/extract-outcome.ts';
import { moveCents, walletRow } from '../../functions/wallet/movement.ts';
import { call, newWorkspace, signIn, table } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { create, rowsOf } from '../reviews/reviewed.ts';
import { answerTo, good, modelOf, personaOf, stageReview } from '../reviews/run/scene.ts';
import { runWhole } from '../reviews/run-whole.ts';
import { seedPersona } from '../reviews/seed.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { booksOf, newAgent } from './agent.ts';

beforeAll(useOwnTables);

const reviewsOf = async (as: { credential: string }) => (await call('GET', '/api/reviews', { as })).body.items;

/** An agent whose contact has signed in, with a note to review. */
const withNote = async (cents: number) => {
  const agent = await newAgent({ cents });
  const owner = { ...(await signIn({ email: agent.contact_email })), workspace_id: agent.id };
  const secrets = await call('GET', `/api/widget/sites/${agent.site_id}/secrets`, { as: owner });
  const site = { url: 'https://shop.example.com/', allowed_origins: ['https://shop.example.com'] };
  await call('PATCH', `/api/widget/sites/${agent.site_id}`, { as: agent.as, body: site });
  const note = await call('POST', '/api/widget/annotations', {
    as: { credential: secrets.body.widget_token },
    body: { body: 'Broken', context: { page: { url: site.url }, anchor: { kind: 'page' } } },
    headers: { origin: 'https://shop.example.com' },
  });
  return { agent, mcp_token: secrets.body.mcp_token as string, note_id: note.body.id as string };
};

describe('a review in an agent workspace', () => {
  test('costs five cents, which the review records and the ledger lists', async () => {
    const agent = await newAgent({ cents: 12 });
    const { status, body } = await create(agent.as);
    expect(status).toBe(200);
    const books = await booksOf(agent.id);
    expect([books.balance, books.sum, books.kinds]).toEqual([7, 7, ['grant', 'charge']]);
    expect(books.entries[1]).toMatchObject({ cents: -5, review_id: body.id });
    expect((await rowsOf(agent.id, body.id)).get('REVIEW')).toMatchObject({ charged_cents: 5 });
  });

  test('is rejected with 402 and the payment URL if the balance is too low, and nothing is written', async () => {
    const agent = await newAgent({ cents: 4 });
    const { status, body } = await create(agent.as);
    expect([status, body.reason, typeof body.detail]).toEqual([402, 'wallet_empty', 'string']);
    expect(body.wallet_topup_url).toBe(agent.answer.wallet_topup_url);
    expect([(await booksOf(agent.id)).balance, await reviewsOf(agent.as)]).toEqual([4, []]);
  });

  test('a review of a note costs the same on both HTTP paths and by MCP, whose error text includes the URL', async () => {
    const { agent, mcp_token, note_id } = await withNote(15);
    const paths = ['/api/v1', '/api/widget'].map((prefix) => `${prefix}/annotations/${note_id}/run-personas`);
    for (const path of paths) expect((await call('POST', path, { as: agent.as })).status).toBe(200);
    const client = await connectClient(mcp_token);
    expect((await callTool(client, 'run_personas', { id: note_id })).isError).toBe(false);
    expect((await booksOf(agent.id)).balance).toBe(0);
    for (const path of paths) expect((await call('POST', path, { as: agent.as })).status).toBe(402);
    const refused = await callTool(client, 'run_personas', { id: note_id });
    await client.close();
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining(agent.answer.wallet_topup_url)]);
    expect(await booksOf(agent.id)).toMatchObject({ balance: 0, sum: 0 });
  });

  test('is charged once under one Idempotency-Key, concurrently and repeated, with the same answer after the wallet is empty', async () => {
    const agent = await newAgent({ cents: 5 });
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(agent.as, {}, { headers })));
    answers.push(await create(agent.as, {}, { headers }));
    expect([...new Set(answers.map(({ status, body }) => `${status} ${body.id}`))]).toEqual([
      `200 ${answers[0]?.body.id}`,
    ]);
    expect((await booksOf(agent.id)).kinds).toEqual(['grant', 'charge']);
    expect((await create(agent.as)).status).toBe(402);
  });

  test('a review in an agent workspace that is rejected for another reason costs nothing', async () => {
    const agent = await newAgent({ cents: 5 });
    const body = { title: 'Shop', input_type: 'text' };
    expect((await call('POST', '/api/reviews', { as: agent.as, body })).status).toBe(422);
    const path = `/api/v1/annotations/${newId()}/run-personas`;
    expect((await call('POST', path, { as: agent.as })).status).toBe(404);
    expect((await booksOf(agent.id)).balance).toBe(5);
  });
});

test('a review in any other workspace costs nothing and creates no wallet', async () => {
  const ws = await newWorkspace();
  const { status, body } = await create(ws.owner);
  expect([status, (await rowsOf(ws.id, body.id)).get('REVIEW')?.charged_cents]).toEqual([200, undefined]);
  expect(await table().get(keys.wallet(ws.id))).toBe(undefined);
});

describe('refunding a review without a result', () => {
  const staged = async (count: number, charged_cents = 5, more: Parameters<typeof seedPersona>[2] = {}) => {
    const personas = Array.from({ length: count }, () => seedPersona(undefined, undefined, more));
    const scene = await stageReview({ personas, more: { charged_cents } });
    await scene.table.put(walletRow(scene.ws, now()));
    await scene.table.transact(moveCents(scene.ws, { kind: 'grant', cents: 20 }, now()).writes);
    return scene;
  };
  const play = async (scene: Awaited<ReturnType<typeof staged>>, model: Model) => {
    // Twice, as a queue may deliver.
    for (let times = 0; times < 2; times += 1) await scene.worker(model)(batchOf([...scene.jobs, ...scene.jobs]));
  };
  const bad = () => modelOf(() => 'no answer of ours').model;

  test('a review is refunded once if every persona failed', async () => {
    const scene = await staged(3);
    await play(scene, bad());
    expect((await scene.review())?.status).toBe('failed');
    const books = await booksOf(scene.ws);
    expect([books.balance, books.sum, books.kinds]).toEqual([25, 25, ['grant', 'refund']]);
    expect(books.entries[1]).toMatchObject({ cents: 5, review_id: scene.id });
  });

  test('at most ten reviews a day are refunded that a model has read; others always are', async () => {
    const [scene, other] = [await staged(1), await staged(1)];
    for (const { ws } of [scene, other]) await scene.table.count(scratchKeys.refunds(ws, dayOf(now())), { count: 10 });
    await play(scene, bad());
    expect((await scene.review())?.status).toBe('failed');
    expect(await booksOf(scene.ws)).toMatchObject({ balance: 20, kinds: ['grant'] });
    await play(other, modelOf(() => Promise.reject(new Error('Out of order.'))).model);
    expect((await other.review())?.status).toBe('failed');
    expect(await booksOf(other.ws)).toMatchObject({ balance: 25, kinds: ['grant', 'refund'] });
  });

  test('a review is not refunded if one persona reached a verdict', async () => {
    const scene = await staged(3);
    const { model } = modelOf((one) => (personaOf(one).persona.name === 'Never' ? '' : answerTo(one)));
    await play(scene, model);
    expect((await booksOf(scene.ws)).kinds).toEqual(['grant']);
  });

  test('a text that no persona of its panel can judge is not judged, and refunded', async () => {
    const picture = { name: 'Picture', description: 'What it shows.', weight: 1, needs: 'picture' } as const;
    const scene = await staged(1, 5, { evaluation_dimensions: [picture] });
    const { model, calls } = good();
    await play(scene, model);
    expect(calls).toEqual([]);
    expect(await scene.review()).toMatchObject({ status: 'not_judged', error_codes: [{ code: 'panel_cannot_judge' }] });
    expect(await booksOf(scene.ws)).toMatchObject({ balance: 25, kinds: ['grant', 'refund'] });
  });

  test('a review is not refunded if nothing was charged', async () => {
    const scene = await staged(1, 0);
    await play(scene, bad());
    expect((await booksOf(scene.ws)).kinds).toEqual(['grant']);
  });

  test('a charged review ends even if its workspace has no wallet', async () => {
    const scene = await staged(1);
    await scene.table.removeMany([keys.wallet(scene.ws)]);
    await play(scene, bad());
    expect((await scene.review())?.status).toBe('failed');
  });

  test('a review is refunded once if a page has too few words for the panel and no rule could be measured', async () => {
    const agent = await newAgent({ cents: 5 });
    const body = { title: 'Shop', input_type: 'site', url: 'https://shop.example.com/' };
    const { body: review } = await call('POST', '/api/reviews', { as: agent.as, body });
    const ids = { ws: agent.id, review: review.id };
    const [rule, state] = ['lcp', 'not_measured'] as const;
    const fact = { rule, state, view: null, measured: null, reason: 'It stopped.', count: 0, places: [] };
    await writeContent(table(), ids, { content: textContent('site', null, ''), facts: [fact], facts_only: true });
    await runWhole(agent.id, review.id, bad());
    expect((await rowsOf(agent.id, review.id)).get('REVIEW')?.status).toBe('not_judged');
    const books = await booksOf(agent.id);
    expect([books.balance, books.kinds]).toEqual([5, ['grant', 'charge', 'refund']]);
  });

  test('a review is refunded once if nothing could be read', async () => {
    const agent = await newAgent({ cents: 5 });
    const body = { title: 'Shop', input_type: 'site', url: 'https://shop.example.com/' };
    const { body: review } = await call('POST', '/api/reviews', { as: agent.as, body });
    expect((await booksOf(agent.id)).balance).toBe(0);
    const ids = { ws: agent.id, review: review.id };
    const ended = await Promise.all([1, 2, 3].map(() => writeFailure(table(), ids, said('unreadable'))));
    expect(ended.filter(Boolean)).toHaveLength(1);
    const books = await booksOf(agent.id);
    expect([books.balance, books.kinds]).toEqual([5, ['grant', 'charge', 'refund']]);
  });
});
