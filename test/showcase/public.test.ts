import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Fact } from '../../functions/facts/fact.ts';
import { packJson, unpackJson } from '../../functions/kit/packed.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { packFacts } from '../../functions/reviews/read/kept-facts.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { seedReview, seedSize } from '../reviews/seed.ts';
import { admins, decide, everyPage, type Listed, read, report, showcased, submit, withdraw } from './showcased.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const fact = { view: null, measured: null, reason: null, count: 0, places: [] };
const FACTS: Fact[] = [
  { ...fact, rule: 'link-words', state: 'failed', measured: '1 link', count: 1, places: [{ quote: 'Click here.' }] },
  { ...fact, rule: 'page-title', state: 'passed' },
];

const slugs = (items: Listed[]) => items.map(({ slug }) => slug);

describe('the public read', () => {
  test('is what the holder of a share link reads, as it was when it was submitted', async () => {
    const site = await ws.site();
    const { id } = await seedReview(ws.id, { site: site.id });
    await table().put({ ...keys.reviewFacts(ws.id, id), facts: packFacts(FACTS) });
    const { token } = (await call('POST', `/api/reviews/${id}/share`, { as: ws.owner })).body;
    const [shared, feedback, facts] = await Promise.all([
      call('GET', `/api/reviews/shared/${token}`),
      call('GET', `/api/reviews/shared/${token}/feedback`),
      call('GET', `/api/reviews/shared/${token}/facts`),
    ]);
    expect(facts.body).toMatchObject({ failed: 1, passed: 1 });
    const { slug } = (await submit(id, ws.owner)).body;
    await decide(id, 'approve');
    const { status, body } = await read(slug);
    expect([status, body.review, body.feedback, body.facts]).toEqual([200, shared.body, feedback.body, facts.body]);
    expect(Object.keys(body).sort()).toEqual([
      'approved_at',
      'facts',
      'feedback',
      'review',
      'slug',
      'submitted_at',
      'title',
      'url',
    ]);
  });

  test('has no facts if the snapshot was taken without them', async () => {
    const { slug } = await showcased(ws);
    const row = await table().get(keys.showcase(slug));
    const { facts: _, ...snapshot } = unpackJson(row?.snapshot as Uint8Array) as Record<string, unknown>;
    await table().put({ ...row, ...keys.showcase(slug), snapshot: packJson(snapshot) });
    const { status, body } = await read(slug);
    expect([status, body.facts.items]).toEqual([200, []]);
  });

  test('holds no private field: no workspace, site, note, maker, share, key, rating or instruction', async () => {
    const site = await ws.site();
    const shared = { key_id: 'k1', version: 1, salt: 'secret-salt', hash: 'secret-hash', at: 1 };
    const more = { created_by: 'token:secret-maker', shared };
    const { id, slug } = await showcased(ws, 'approved', { site: site.id, more });
    const { text } = await read(slug);
    for (const secret of [ws.id, site.id, ws.owner.email, ws.owner.user_id, 'secret-'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(
      /"(workspace_id|widget_site_id|site_id|annotation_id|created_by|share|shared|rating|custom_instructions|report_count|pictures|judge|pk|sk)"/,
    );
    expect(text).toContain(id);
  });

  test('shows pictures by signed addresses, not by their keys', async () => {
    const facts = seedSize({ pictures: [`kept/${ws.id}/reviews/x/1.png`] });
    const { slug } = await showcased(ws, 'approved', { more: { facts } });
    const { text, body } = await read(slug);
    expect(body.review.content.picture_urls).toEqual([expect.stringMatching(/\/files\/k\d+\./)]);
    expect(text).not.toContain(`kept/${ws.id}`);
  });

  test('stays as it was, whatever people rate afterwards', async () => {
    const { id, slug } = await showcased(ws);
    const before = (await read(slug)).text;
    const { items } = (await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner })).body;
    const rating = { rating: 1, comment: 'No.' };
    await call('POST', `/api/reviews/${id}/feedback/${items[0].id}/rate`, { as: ws.owner, body: rating });
    expect((await read(slug)).text).toBe(before);
  });
});

describe('the public list', () => {
  test('shows what is approved, newest approved first, kept for a minute', async () => {
    const [first, second, waiting, no] = [
      await showcased(ws, 'pending'),
      await showcased(ws),
      await showcased(ws, 'pending'),
      await showcased(ws, 'rejected'),
    ];
    await decide(first.id, 'approve');
    expect((await call('GET', '/api/showcase')).headers['cache-control']).toBe('public, max-age=60');
    const own = (await everyPage('/api/showcase')).filter(({ slug }) => [first.slug, second.slug].includes(slug));
    expect(slugs(own)).toEqual([first.slug, second.slug]);
    expect(own[0]).toEqual({
      slug: first.slug,
      url: expect.stringContaining(`/showcase/${first.slug}`),
      title: 'Shop',
      input_type: 'text',
      score: expect.any(Number),
      basis: 'panel',
      ai_live: false,
      personas: 2,
      summary: 'It is clear.',
      approved_at: expect.stringMatching(/^\d+$/),
    });
    const listed = slugs(await everyPage('/api/showcase'));
    expect(new Set(listed).size).toBe(listed.length);
    for (const { slug } of [waiting, no]) expect(listed).not.toContain(slug);
    await report(second.slug);
    await withdraw(first.id, ws.owner);
    for (const { slug } of [first, second]) expect(slugs(await everyPage('/api/showcase'))).not.toContain(slug);
  });

  test('goes on with its own cursor only (400)', async () => {
    await Promise.all([showcased(ws), showcased(ws)]);
    const { next_cursor } = (await call('GET', '/api/showcase?limit=1')).body;
    expect((await call('GET', `/api/showcase?limit=1&cursor=${next_cursor}`)).status).toBe(200);
    expect((await call('GET', `/api/marketplace/personas?cursor=${next_cursor}`)).status).toBe(400);
    expect((await call('GET', '/api/showcase?cursor=x')).status).toBe(400);
    expect((await call('GET', '/api/showcase?limit=201')).status).toBe(422);
  });
});

describe('the queue of the admins', () => {
  const QUEUE = '/api/admin/showcase/pending';

  test('is for the admins of the pool alone (403), by session (401)', async () => {
    const { id } = await showcased(ws, 'pending');
    for (const path of [QUEUE, `/api/admin/showcase/${id}`]) {
      expect((await call('GET', path, { as: ws.owner })).status).toBe(403);
      expect((await call('GET', path, { as: await ws.token() })).status).toBe(403);
      expect((await call('GET', path)).status).toBe(401);
      expect((await call('GET', path, { as: await admins() })).status).toBe(200);
    }
    for (const how of ['approve', 'reject']) {
      expect((await call('POST', `/api/admin/showcase/${id}/${how}`, { as: ws.owner })).status).toBe(403);
    }
  });

  test('lists what waits, longest first, with what is needed to decide', async () => {
    const [first, second, third] = [
      await showcased(ws),
      await showcased(ws, 'pending'),
      await showcased(ws, 'pending'),
    ];
    for (let count = 0; count < 6; count += 1) await report(first.slug, `Reason ${count}`);
    const own = [first.slug, second.slug, third.slug];
    const queue = (await everyPage(QUEUE, await admins())).filter(({ slug }) => own.includes(slug));
    expect(slugs(queue)).toEqual([second.slug, third.slug, first.slug]);
    expect(queue[2]).toEqual({
      review_id: first.id,
      workspace_id: ws.id,
      slug: first.slug,
      state: 'pending',
      note: null,
      title: 'Shop',
      input_type: 'text',
      score: expect.any(Number),
      basis: 'panel',
      ai_live: false,
      personas: 2,
      summary: 'It is clear.',
      submitted_at: expect.any(String),
      pending_since: expect.any(String),
      decided_at: expect.any(String),
      report_count: 6,
      reports: [5, 4, 3, 2, 1].map((count) => ({ reason: `Reason ${count}`, reported_at: expect.any(String) })),
    });
    await decide(second.id, 'reject');
    expect(slugs(await everyPage(QUEUE, await admins()))).not.toContain(second.slug);
  });

  test('lets an admin read the whole entry, whatever its state', async () => {
    for (const state of ['pending', 'approved', 'rejected'] as const) {
      const { id, slug } = await showcased(ws, state);
      const { body } = await call('GET', `/api/admin/showcase/${id}`, { as: await admins() });
      expect(body).toMatchObject({ slug, state, review: { title: 'Shop' } });
      expect(body.feedback.items).toHaveLength(4);
    }
  });
});
