import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { formatSecret } from '../../functions/kit/access/secrets.ts';
import { newId } from '../../functions/kit/ids.ts';
import { type Caller, call, newTeam, newWorkspace } from '../driver.ts';
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

describe('whoever holds the token', () => {
  test('reads the review without a credential, and nothing of who made it or where it belongs', async () => {
    const { ws, id, token } = await sharedReview();
    const { status, body } = await shared(token);
    expect(status).toBe(200);
    const { body: whole } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
    const { share: _, created_by: __, widget_site_id: ___, annotation_id: ____, showcase: _____, ...rest } = whole;
    expect(body).toEqual(rest);
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
