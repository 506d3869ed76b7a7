import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys, partitions } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { NOTE, newStakeholder, type TestSite, uploadPicture, type Visit, visit } from './visit.ts';

let ws: Workspace;
let site: TestSite;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const send = (body: unknown = NOTE, by: Visit = {}, to = site) => visit(to, 'POST', 'annotations', body, by);
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
const countOf = async (of: TestSite): Promise<number> =>
  (await call('GET', `/api/v1/sites/${of.id}/annotations?limit=200`, { as: ws.owner })).body.items.length;

describe('200', () => {
  test('a note is returned as pending, with its own secret, and is in the site’s list', async () => {
    const own = await ws.site();
    const { body, headers } = await send(NOTE, {}, own);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      status: 'pending',
      auto_fix: false,
      created_at: String(timeOfId(body.id)),
      note_secret: expect.stringMatching(/^svnt_/),
    });
    expect(headers).toMatchObject({ 'access-control-allow-origin': 'https://shop.example.com', vary: 'Origin' });
    expect(await read(body.id)).toMatchObject({ body: NOTE.body, kind: 'other', ...NOTE.context });
    expect(await countOf(own)).toBe(1);
  });

  test.each(['bug', 'copy', 'design', 'question', 'idea', 'praise', 'other'])('the kind %s is kept', async (kind) => {
    expect((await read((await send({ ...NOTE, kind })).body.id)).kind).toBe(kind);
  });

  test('an anonymous note never authorizes unattended edits', async () => {
    const { body } = await send({ ...NOTE, auto_fix: true });
    expect(body.auto_fix).toBe(false);
    expect(await read(body.id)).toMatchObject({
      auto_fix: false,
      unattended_edits: { allowed: false },
      submitter: { kind: 'anonymous', name: '', has_email: false },
    });
  });

  test.each([
    ['never', true, false],
    ['never', false, false],
    ['optional_off', true, true],
    ['optional_off', false, false],
    ['optional_on', true, true],
    ['optional_on', false, false],
    ['optional_on', undefined, false],
  ] as const)(
    'a stakeholder whose default is %s and who sends %s stores %s',
    async (auto_fix_default, auto_fix, stored) => {
      const { token } = await newStakeholder(ws, site, { auto_fix_default });
      const { body } = await send({ ...NOTE, auto_fix }, { link: token });
      expect(body.auto_fix).toBe(stored);
      expect(await read(body.id)).toMatchObject({ auto_fix: stored, unattended_edits: { allowed: stored } });
    },
  );

  test("a stakeholder's name and address come from the site's record, not from the note", async () => {
    const { token } = await newStakeholder(ws, site, { name: 'Sam', email: 'sam@example.com' });
    const { body } = await send({ ...NOTE, name: 'Mallory', email: 'm@example.com' }, { link: token });
    expect((await read(body.id)).submitter).toEqual({ kind: 'stakeholder', name: 'Sam', has_email: true });
    const context = await table().get(keys.context(ws.id, body.id));
    expect(context?.email).toBe('sam@example.com');
  });

  test('queries and fragments are removed from URLs, except for a router’s fragment', async () => {
    const page = { url: 'https://shop.example.com/cart?session=s3cret#frag', route: '/cart?x=s3cret#/step?y=s3cret' };
    const failed_requests = [{ method: 'GET', url: '/api?key=s3cret', status: 500, at: 1 }];
    const { body } = await send({ ...NOTE, context: { ...NOTE.context, page, failed_requests } });
    const detail = await read(body.id);
    expect(detail.page).toEqual({ url: 'https://shop.example.com/cart', route: '/cart#/step' });
    expect(JSON.stringify(detail)).not.toContain('s3cret');
  });

  test('a screenshot and its thumbnail are stored and served as URLs', async () => {
    const [screenshot_key, thumbnail_key] = await Promise.all([
      uploadPicture(site, 'screenshot', png(30, 20)),
      uploadPicture(site, 'thumbnail', png(3, 2)),
    ]);
    const { body } = await send({ ...NOTE, screenshot_key, thumbnail_key });
    const detail = await read(body.id);
    expect(detail.has_screenshot).toBe(true);
    for (const url of [detail.screenshot_url, detail.thumbnail_url]) {
      const answer = await call('GET', new URL(url).pathname);
      expect(answer.status).toBe(302);
      const picture = await fetch(answer.headers.location ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  test('fields that a visitor may not set are refused', async () => {
    const id = newId();
    const forged = {
      id,
      site_id: newId(),
      workspace_id: newId(),
      status: 'resolved',
      summary: 'x',
      assignee_id: ws.owner.user_id,
      stakeholder_id: id,
      note_key_id: 'k0',
      created_at: 1,
      author: 'owner',
      submitter: { kind: 'stakeholder' },
      email_hash: 'x',
    };
    const { status, body } = await send({
      ...NOTE,
      ...forged,
      context: { ...NOTE.context, body: 'forged', status: 'resolved' },
    });
    const refused = body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1));
    expect([status, refused.toSorted()]).toEqual([422, [...Object.keys(forged), 'body', 'status'].toSorted()]);
    const polluted = await send(
      `{"body":"x","context":{"page":{"url":"https://a.example/"},"anchor":{"kind":"page"},"styles":{"__proto__":"x","constructor":"y"}}}`,
    );
    expect([polluted.status, polluted.body.auto_fix]).toEqual([200, false]);
  });

  test('twenty parallel requests with one Idempotency-Key make one complete note and one response', async () => {
    const own = await ws.site();
    const { token } = await newStakeholder(ws, own);
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(NOTE, { headers, link: token }, own)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const [{ body } = { body: { id: '' } }] = answers;
    expect(await countOf(own)).toBe(1);
    expect(await read(body.id)).toMatchObject({ body: NOTE.body, ...NOTE.context });
    const entries = await table().query({
      partition: `WS#${ws.id}`,
      sort: ['begins_with', `NOTE#${own.id}#`],
      consistent: true,
    });
    expect(entries.items.map(({ sk }) => String(sk).split('#').at(-1))).toEqual([body.id]);
  });

  test('the same key sent again completes a note whose context was lost', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await send(NOTE, { headers });
    await table().removeMany([keys.context(ws.id, first.body.id)]);
    const second = await send(NOTE, { headers });
    expect(second.text).toBe(first.text);
    expect(await table().get(keys.context(ws.id, first.body.id))).toBeDefined();
  });

  test('a note that was deleted does not come back with its key', async () => {
    const headers = { 'idempotency-key': newId() };
    const { body } = await send(NOTE, { headers });
    await call('DELETE', `/api/widget/annotations/${body.id}`, { as: ws.owner });
    await send(NOTE, { headers });
    expect((await call('GET', `/api/v1/annotations/${body.id}`, { as: ws.owner })).status).toBe(404);
  });

  test('a create with forged IDs adds nothing to another workspace’s lists', async () => {
    const stranger = await newWorkspace();
    const theirs = await stranger.site();
    await send({ ...NOTE, site_id: theirs.id, workspace_id: stranger.id });
    const { items } = await table().query({
      index: 'gsi1',
      partition: partitions.siteAnnotations(stranger.id, theirs.id),
    });
    expect(items).toEqual([]);
  });

  test('numbers and texts of any sane size are stored, and lone surrogates are replaced', async () => {
    const context = {
      page: { url: 'https://shop.example.com/' },
      anchor: { kind: 'region', box: { x: -1e7, y: 1e-200, width: 1 / 3, height: 0 }, text: 'a' },
      environment: { pixel_ratio: 1.3333333 },
      clicks: [{ role: 'button', name: 'Buy', at: 1_700_000_000_000.4 }],
    };
    const { status, body } = await send({ body: 'x', context });
    expect(status).toBe(200);
    const stored = await read(`${body.id}?detail=full`);
    expect(stored.clicks).toMatchObject([{ at: '1700000000000' }]);
    expect(stored.anchor.box).toEqual({ x: -1e7, y: 0, width: 0.33, height: 0 });
    const mended = await send(
      '{"body":"a\\udc00b\\u0000","context":{"page":{"url":"https://a.example/"},"anchor":{"kind":"page","text":"\\ud800"}}}',
    );
    expect(await read(mended.body.id)).toMatchObject({ body: 'a\ufffdb\u0000', anchor: { text: '\ufffd' } });
  });
});
