import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, setClock } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { derivedSecret, formatSecret } from '../../functions/kit/secrets.ts';
import { sha256 } from '../../functions/kit/sha256.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { type Caller, call, newTeam, newWorkspace, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { bytesOf, rowsOf } from './reviewed.ts';
import { seedReview } from './seed.ts';

beforeAll(useOwnTables);

const serverKeys = process.env.SERVER_KEYS!;
afterEach(() => {
  process.env.SERVER_KEYS = serverKeys;
});

const share = (as: Caller, id: string) => call('POST', `/api/reviews/${id}/share`, { as });
const shared = (token: string) => call('GET', `/api/reviews/shared/${token}`);

const sharedReview = async (ws = newWorkspace()) => {
  const { id: ws_id, owner, ...rest } = await ws;
  const site = await rest.site();
  const { id } = await seedReview(ws_id, { site: site.id });
  const { body } = await share(owner, id);
  return { ws: { ...rest, id: ws_id, owner }, site, id, token: body.token as string, body };
};

const stop = (as: Caller, id: string) => call('DELETE', `/api/reviews/${id}/share`, { as });
const expireIn = (as: Caller, id: string, expires_in_days: number | null) =>
  call('POST', `/api/reviews/${id}/share`, { as, body: { expires_in_days } });
const audited = async (ws: { id: string; owner: Caller }, action: string) =>
  (await call('GET', `/api/workspaces/${ws.id}/audit?action=${action}`, { as: ws.owner })).body.items;

const NEVER_ISSUED = () => formatSecret('share', [newId(), newId()], Buffer.alloc(20, 7));

describe('sharing', () => {
  test('gives the same token every time, whoever asks and however many at once', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    const askers = [ws.owner, await ws.member(), await ws.token(), ws.owner, ws.owner];
    const answers = await Promise.all(askers.map((as) => share(as, id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { body } = answers[0]!;
    expect(body.url).toBe(`${process.env.BASE_URL}/reviews/shared/${body.token}`);
    expect((await share(ws.owner, id)).body).toEqual(body);
    const audit = await call('GET', `/api/workspaces/${ws.id}/audit?action=review.share`, { as: ws.owner });
    expect(audit.body.items).toHaveLength(1);
  });

  test('is seen by MEMBERs who read the review, not by GUESTs', async () => {
    const { ws, site, id, body } = await sharedReview();
    const seen = async (as: Caller) => (await call('GET', `/api/reviews/${id}`, { as })).body.share;
    expect(await seen(await ws.member())).toEqual(body);
    expect(await seen(await ws.token('MEMBER'))).toEqual(body);
    expect(await seen(await ws.guest([site.id]))).toBe(null);
    expect(await seen(await ws.token('GUEST'))).toBe(null);
  });

  test('is not for GUESTs', async () => {
    const { ws, site, id } = await sharedReview();
    expect((await share(await ws.guest([site.id]), id)).status).toBe(403);
  });

  test('stores a hash, never the token', async () => {
    const { ws, id, token } = await sharedReview();
    expect(JSON.stringify([...(await rowsOf(ws.id, id))])).not.toContain(token);
  });

  test('gives a new token once the server key of the old one is retired; until then the old one reads', async () => {
    const { ws, id, token } = await sharedReview();
    process.env.SERVER_KEYS = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    expect((await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.share).toBe(null);
    expect((await shared(token)).status).toBe(200);
    const { body } = await share(ws.owner, id);
    expect(body.token).not.toBe(token);
    expect([(await shared(body.token)).status, (await shared(token)).status]).toEqual([200, 404]);
  });
});

describe('stopping', () => {
  test('ends the link in the very bytes of one that was never issued', async () => {
    const { ws, id, token } = await sharedReview();
    expect((await stop(ws.owner, id)).body).toEqual({ id, deleted: true });
    expect(bytesOf(await shared(token))).toEqual(bytesOf(await shared(NEVER_ISSUED())));
    const feedback = await call('GET', `/api/reviews/shared/${token}/feedback`);
    expect(bytesOf(feedback)).toEqual(bytesOf(await call('GET', `/api/reviews/shared/${NEVER_ISSUED()}/feedback`)));
    expect((await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.share).toBe(null);
  });

  test('can be repeated, and is recorded once', async () => {
    const { ws, id } = await sharedReview();
    const answers = await Promise.all([stop(ws.owner, id), stop(await ws.member(), id), stop(await ws.token(), id)]);
    answers.push(await stop(ws.owner, id));
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ id, deleted: true })));
    expect((await audited(ws, 'review.unshare')).map(({ target }: { target: unknown }) => target)).toEqual([
      { review_id: id },
    ]);
  });

  test('stopping to share a review that was never shared changes nothing', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    expect((await stop(ws.owner, id)).status).toBe(200);
    expect(await audited(ws, 'review.unshare')).toEqual([]);
  });

  test('is followed by a new link; the old ones stay dead', async () => {
    const { ws, id, token } = await sharedReview();
    const tokens = [token];
    for (let round = 0; round < 3; round += 1) {
      await stop(ws.owner, id);
      tokens.push((await share(ws.owner, id)).body.token);
    }
    const statuses = await Promise.all(tokens.map(async (one) => (await shared(one)).status));
    expect(statuses).toEqual([404, 404, 404, 200]);
    expect(new Set(tokens).size).toBe(4);
  });

  test('ends a link that was made before links had a salt', async () => {
    const { ws, id } = await sharedReview();
    const key = keys.review(ws.id, id);
    const row = (await table().get(key))!;
    const derivation = { key_id: (row.shared as { key_id: string }).key_id, version: 1 };
    const token = derivedSecret('share', [ws.id, id], derivation);
    await table().put({ ...row, ...key, shared: { ...derivation, hash: sha256(token), at: 1 } });
    expect((await shared(token)).status).toBe(200);
    expect((await share(ws.owner, id)).body).toMatchObject({ token, expires_at: null });
    await stop(ws.owner, id);
    const { body } = await share(ws.owner, id);
    expect([(await shared(token)).status, (await shared(body.token)).status]).toEqual([404, 200]);
  });

  test('ends a link whose server key is retired', async () => {
    const { ws, id, token } = await sharedReview();
    process.env.SERVER_KEYS = `k9:${Buffer.alloc(32, 9).toString('base64')}`;
    await stop(ws.owner, id);
    expect((await shared(token)).status).toBe(404);
  });

  test('is not for GUESTs', async () => {
    const { ws, site, id, token } = await sharedReview();
    expect((await stop(await ws.guest([site.id]), id)).status).toBe(403);
    expect((await stop(await ws.token('GUEST'), id)).status).toBe(403);
    expect((await shared(token)).status).toBe(200);
  });
});

describe('expiry', () => {
  const at = (ms: number) => setClock(() => ms);
  afterEach(() => setClock(() => Date.now()));

  test('ends the link like revocation does, at its time and not before', async () => {
    const { ws, id } = await sharedReview();
    const { body } = await expireIn(ws.owner, id, 7);
    const end = Number(body.expires_at);
    expect(end).toBeGreaterThan(Date.now() + 6.9 * DAY);
    expect(end).toBeLessThanOrEqual(Date.now() + 7 * DAY);
    at(end - 1);
    expect((await shared(body.token)).status).toBe(200);
    at(end);
    expect(bytesOf(await shared(body.token))).toEqual(bytesOf(await shared(NEVER_ISSUED())));
  });

  test('is followed by a new link that never expires unless asked to', async () => {
    const { ws, id } = await sharedReview();
    const { body: old } = await expireIn(ws.owner, id, 1);
    const token = await ws.token();
    at(Number(old.expires_at));
    expect((await call('GET', `/api/reviews/${id}`, { as: token })).body.share).toBe(null);
    const { body } = await share(token, id);
    expect(body.expires_at).toBe(null);
    expect(body.token).not.toBe(old.token);
    expect([(await shared(old.token)).status, (await shared(body.token)).status]).toEqual([404, 200]);
  });

  test('is changed and removed without changing the link', async () => {
    const { ws, id, body } = await sharedReview();
    expect(body.expires_at).toBe(null);
    const { body: limited } = await expireIn(ws.owner, id, 30);
    expect(limited).toEqual({ ...body, expires_at: expect.stringMatching(/^\d+$/) });
    expect((await share(ws.owner, id)).body).toEqual(limited);
    expect((await call('POST', `/api/reviews/${id}/share`, { as: ws.owner, body: {} })).body).toEqual(limited);
    expect((await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.share).toEqual(limited);
    expect((await expireIn(ws.owner, id, null)).body).toEqual(body);
    expect((await expireIn(ws.owner, id, null)).body).toEqual(body);
    const entries = await audited(ws, 'review.share_expiry');
    expect(entries.map(({ target }: { target: unknown }) => target)).toEqual([
      { review_id: id, expires_at: null },
      { review_id: id, expires_at: limited.expires_at },
    ]);
  });

  test('takes 1 to 365 whole days', async () => {
    const { ws, id } = await sharedReview();
    for (const days of [0, 366, -1, 1.5, '7'])
      expect([days, (await expireIn(ws.owner, id, days as number)).status]).toEqual([days, 422]);
    for (const days of [1, 365]) expect([days, (await expireIn(ws.owner, id, days)).status]).toEqual([days, 200]);
  });
});

/** For members only. */
const OWN = [
  'share',
  'created_by',
  'widget_site_id',
  'annotation_id',
  'showcase',
  'cost_cents',
  'estimate',
  'progress',
  'previous_id',
  'page_rating',
  'can_finish',
];

describe('the holder of the token', () => {
  test('reads the review without a credential, and nothing of who made it or where it belongs', async () => {
    const { ws, id, token } = await sharedReview();
    const { status, body } = await shared(token);
    expect(status).toBe(200);
    const { body: whole } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
    for (const name of OWN) delete whole[name];
    expect(body).toEqual(whole);
  });

  test('finds nothing, in the very bytes of a token that was never issued, once it is deleted', async () => {
    const { ws, id, token } = await sharedReview();
    await call('DELETE', `/api/reviews/${id}`, { as: ws.owner });
    const never = bytesOf(await shared(NEVER_ISSUED()));
    expect(never.status).toBe(404);
    for (const one of [token, 'x', `${token}x`, token.toLowerCase(), 'svsh_'.padEnd(token.length, '0')]) {
      expect(bytesOf(await shared(one))).toEqual(never);
    }
  });

  test('finds nothing once the site is removed', async () => {
    const { ws, site, token } = await sharedReview();
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    expect((await shared(token)).status).toBe(404);
  });

  test('finds nothing while the workspace is deleted, and all of it after a restore', async () => {
    const { ws, token } = await sharedReview(newTeam());
    const path = `/api/workspaces/${ws.id}`;
    await call('DELETE', path, { as: ws.owner });
    expect((await shared(token)).status).toBe(404);
    await call('POST', `${path}/restore`, { as: ws.owner });
    expect((await shared(token)).status).toBe(200);
  });

  test('finds no review that was never shared, though the ids be right', async () => {
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id);
    const guessed = formatSecret('share', [ws.id, id], Buffer.alloc(20, 7));
    expect(bytesOf(await shared(guessed))).toEqual(bytesOf(await shared(NEVER_ISSUED())));
    await share(ws.owner, id);
    expect((await shared(guessed)).status).toBe(404);
  });
});
