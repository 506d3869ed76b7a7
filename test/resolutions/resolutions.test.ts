import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { annotationPartition } from '../../functions/kit/table/keys.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { jpeg, png, webp } from './images.ts';
import { evidencePath, put, upload, uploadUrl } from './upload.ts';

let ws: Workspace;
let token: Caller;
let annotation: string;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
  token = await ws.token();
  annotation = (await ws.note(site)).id;
});

const create = (body: unknown, more: { as?: Caller; id?: string; headers?: Record<string, string> } = {}) =>
  call('POST', evidencePath(more.id ?? annotation), { as: more.as ?? token, body, headers: more.headers ?? {} });

const list = async (id = annotation, as: Caller = token) => (await call('GET', evidencePath(id), { as })).body;

describe('200', () => {
  test('an agent uploads both images, attaches them, and anyone with the link sees exactly those bytes', async () => {
    const [before, after] = [png(3, 2), png(5, 4)];
    const before_key = await upload(token, annotation, 'before', before);
    const after_key = await upload(token, annotation, 'after', after);
    const { status, body } = await create({
      before_key,
      after_key,
      explanation: 'Fixed.',
      diff_url: 'https://example.com/1',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      annotation_id: annotation,
      actor_kind: 'agent',
      explanation: 'Fixed.',
      diff_url: 'https://example.com/1',
      notified_at: null,
    });
    expect(body.created_at).toMatch(/^\d{13}$/);
    for (const [url, bytes] of [
      [body.before_url, before],
      [body.after_url, after],
    ]) {
      const opened = await call('GET', new URL(url).pathname);
      expect(opened.status).toBe(302);
      const got = await fetch(opened.headers.location ?? '');
      expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
      expect(got.headers.get('content-type')).toBe('image/png');
    }
  });

  test.each([
    ['image/jpeg', jpeg()],
    ['image/webp', webp()],
  ])('an image of type %s is accepted', async (type, bytes) => {
    const before_key = await upload(token, annotation, 'before', bytes, type);
    expect((await create({ before_key })).status).toBe(200);
  });

  test('one of the four fields suffices, and null counts as absent', async () => {
    const { id } = await ws.note(site);
    expect((await create({ explanation: 'x', before_key: null }, { id })).status).toBe(200);
    expect((await create({ diff_url: 'https://example.com/' }, { id })).status).toBe(200);
  });

  test('the list is oldest first and equals what each call returned', async () => {
    const { id } = await ws.note(site);
    const made = [];
    for (const explanation of ['one', 'two', 'three']) made.push((await create({ explanation }, { id })).body.id);
    const listed = await list(id);
    expect(listed.map((one: { id: string }) => one.id)).toEqual(made);
    expect(listed.map((one: { explanation: string }) => one.explanation)).toEqual(['one', 'two', 'three']);
  });

  test("a resolution by a session is a human's, one by a token an agent's", async () => {
    const { body } = await create({ explanation: 'x' }, { as: ws.owner });
    expect(body).toMatchObject({ actor_kind: 'human', actor_id: ws.owner.user_id });
  });

  test('replacing an attached upload does not change the kept image', async () => {
    const bytes = png(7, 7);
    const target = (await uploadUrl(token, annotation, 'after')).body;
    await put(target, bytes);
    const { body } = await create({ after_key: target.key });
    expect(await put(target, png(9, 9))).toBe(200);
    const opened = await call('GET', new URL(body.after_url).pathname);
    const kept = Buffer.from(await (await fetch(opened.headers.location ?? '')).arrayBuffer());
    expect(kept.equals(bytes)).toBe(true);
  });

  test('the same Idempotency-Key creates one resolution, even in many concurrent requests', async () => {
    const { id } = await ws.note(site);
    const headers = { 'idempotency-key': 'once-and-for-all' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ explanation: 'x' }, { id, headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(id)).toHaveLength(1);
  });

  test('a resolution writes an audit entry', async () => {
    const { body } = await create({ explanation: 'audited' });
    const items = await auditRows(ws.id);
    const entry = items.find((item) => (item.target as { resolution_id?: string }).resolution_id === body.id);
    expect(entry).toMatchObject({ action: 'resolution.create', actor_kind: 'token' });
  });

  test('no answer shows a key, a hash or what the row owes', async () => {
    const text = JSON.stringify(await list());
    expect(text).not.toMatch(/"(pk|sk|ttl|job|due_at|due_pk|before_key|after_key|site_id)"/);
  });
});

describe('the upload URL', () => {
  test('is a PUT that is bound to the content type it was asked for', async () => {
    const { status, body } = await uploadUrl(token, annotation, 'before', 'image/jpeg');
    expect(status).toBe(200);
    expect(body).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/jpeg' }, expires_in_seconds: 300 });
    expect(body.key.length).toBeLessThanOrEqual(512);
    expect(await put({ ...body, headers: { 'content-type': 'text/html' } }, jpeg())).toBe(403);
    expect(new URL(body.url).search).not.toMatch(/checksum/i);
  });

  test.each([
    { kind: 'during', content_type: 'image/png' },
    { kind: 'before', content_type: 'image/svg+xml' },
    { kind: 'before' },
    {},
    [],
    'x',
    null,
  ])('is refused for %j with 422', async (body) => {
    const answer = await call('POST', `${evidencePath(annotation)}/upload-url`, { as: token, body });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0]).toMatchObject({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
      code: expect.any(String),
    });
  });
});

describe('422', () => {
  test.each([
    {},
    { before_key: null, after_key: null, diff_url: null, explanation: null },
    { explanation: '' },
    { explanation: '   ' },
    { explanation: 'x'.repeat(4097) },
    { diff_url: 'http://example.com/' },
    { diff_url: 'javascript:alert(1)' },
    { diff_url: '//example.com' },
    { diff_url: `https://example.com/${'x'.repeat(2048)}` },
    { diff_url: 'https://' },
    { before_key: 'x'.repeat(513) },
    { before_key: 7 },
    { explanation: ['x'] },
    [],
    'text',
    null,
  ])('the body %j is refused', async (body) => expect((await create(body)).status).toBe(422));

  test('keys of another workspace, annotation or kind and a missing upload get the same refusal', async () => {
    const other = await newWorkspace();
    const otherToken = await other.token();
    const otherNote = (await other.note(await other.site())).id;
    const second = (await ws.note(site)).id;
    const never = (await uploadUrl(token, annotation, 'before')).body.key as string;
    const own = await upload(token, annotation, 'before', png());
    const keys = [
      await upload(otherToken, otherNote, 'before', png()),
      await upload(token, second, 'before', png()),
      await upload(token, annotation, 'after', png()),
      never,
      own.replace(/[^/]+$/, newId()),
      `${own}/../${own.split('/').at(-1)}`,
      `${own} `,
      '../../etc/passwd',
      'kept/x',
      '',
    ];
    const answers = await Promise.all(keys.map((before_key) => create({ before_key })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(422);
    expect(answers[0]?.body.detail[0].loc).toEqual(['body', 'before_key']);
  });

  test.each([
    [
      'bytes that are no image',
      'image/png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['a png that says it is a jpeg', 'image/jpeg', png()],
    ['a jpeg that says it is a png', 'image/png', jpeg()],
    ['an empty file', 'image/png', Buffer.alloc(0)],
    ['a cut png', 'image/png', png().subarray(0, 10)],
    ['a png with a header of zero pixels', 'image/png', png(0, 10, false)],
    ['over 25 megapixels', 'image/png', png(5001, 5000, false)],
    ['over 10 MiB', 'image/png', Buffer.concat([png(), Buffer.alloc(10 * 1024 * 1024)])],
    ['text behind a WebP tag', 'image/webp', Buffer.from('RIFF0000WEBPnothing')],
  ])('%s is refused with what to change', async (_, type, bytes) => {
    const before_key = await upload(token, annotation, 'before', bytes, type);
    const { status, body } = await create({ before_key });
    expect(status).toBe(422);
    expect(body.detail[0].loc).toEqual(['body', 'before_key']);
  });

  test('an image of exactly 25 megapixels is accepted', async () => {
    const before_key = await upload(token, annotation, 'before', png(5000, 5000, false));
    expect((await create({ before_key })).status).toBe(200);
  });

  test('a refused resolution leaves nothing behind', async () => {
    const { id } = await ws.note(site);
    await create({ before_key: 'nonsense', explanation: 'x' }, { id });
    expect(await list(id)).toEqual([]);
  });

  test('another body with a used Idempotency-Key is refused', async () => {
    const headers = { 'idempotency-key': 'two-bodies' };
    expect((await create({ explanation: 'one' }, { headers })).status).toBe(200);
    expect((await create({ explanation: 'two' }, { headers })).status).toBe(422);
  });
});

describe('403', () => {
  test('a GUEST can read resolutions, but not upload or attach', async () => {
    const guest = await ws.token('GUEST');
    expect((await call('GET', evidencePath(annotation), { as: guest })).status).toBe(200);
    for (const answer of [
      await create({ explanation: 'x' }, { as: guest }),
      await uploadUrl(guest, annotation, 'before'),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toBe('Insufficient role');
    }
  });
});

describe('404', () => {
  test('deleted, foreign, random and malformed annotations get the same answer', async () => {
    const other = await newWorkspace();
    const foreign = (await other.note(await other.site())).id;
    const deleted = (await ws.note(site)).id;
    await call('DELETE', `/api/widget/annotations/${deleted}`, { as: ws.owner });
    for (const attempt of [
      (id: string) => create({ explanation: 'x' }, { id }),
      (id: string) => uploadUrl(token, id, 'before'),
      (id: string) => call('GET', evidencePath(id), { as: token }),
    ]) {
      const answers = await Promise.all([foreign, deleted, newId(), 'not-an-id'].map(attempt));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    }
  });

  test('a GUEST of one site sees nothing of another', async () => {
    const guest = await ws.guest([newId()]);
    expect((await call('GET', evidencePath(annotation), { as: guest })).status).toBe(404);
  });

  test('a resolution of an annotation that is gone leaves no row behind', async () => {
    const { id } = await ws.note(site);
    await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    await create({ explanation: 'x' }, { id });
    const { items } = await table().query({ partition: annotationPartition(ws.id, id), consistent: true });
    expect(items.filter(({ sk }) => String(sk).startsWith('RES#'))).toEqual([]);
  });
});
