import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { annotationStore } from '../../functions/annotations/store.ts';
import { MINUTE, now } from '../../functions/kit/clock.ts';
import { attachSent } from '../../functions/kit/files/attach.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { openTable } from '../../functions/kit/table/table.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, callOf, newWorkspace, stage, type Workspace } from '../driver.ts';
import { processorMs } from '../processor-time.ts';
import { uploadPicture } from '../widget-api/visit.ts';
import { until } from '../workers/until.ts';
import { png, webp } from './images.ts';
import { upload, uploadUrl } from './upload.ts';

const SHA = '3f786850e387550fdab836ed7e6dc881de23001b';
const REVISION = { commit: SHA, branch: 'fix/cart', pr_url: 'https://git.example/pull/7' };

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const finish = (id: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', `/api/v1/annotations/${id}/resolve`, { as: ws.owner, body: { summary: 'Fixed it.', ...body }, headers });

const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;

const inbox = async (address: string): Promise<{ subject: string; text: string }[]> => {
  const answer = await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as { subject: string; text: string }[];
};

const base64 = (bytes: Buffer) => bytes.toString('base64');

describe('resolving with evidence', () => {
  test('sets the status and keeps the evidence, its pictures under addresses that open', async () => {
    const { id } = await ws.note(site);
    const before = await upload(ws.owner, id, 'before', png());
    const { status, body } = await finish(id, {
      ...REVISION,
      explanation: '**Sum**',
      before,
      after: base64(png(3, 3)),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'resolved', summary: 'Fixed it.', resolution: { ...REVISION } });
    expect(body.resolution).toMatchObject({
      annotation_id: id,
      explanation: '**Sum**',
      notification_status: 'pending',
    });
    const stored = await read(id);
    expect(stored).toMatchObject({ status: 'resolved', summary: 'Fixed it.', resolutions: [REVISION] });
    for (const url of [stored.resolutions[0].before_url, stored.resolutions[0].after_url]) {
      expect((await call('GET', new URL(url).pathname)).status).toBe(302);
    }
  });

  test('causes exactly one mail, which says that it is fixed and names the change', async () => {
    const address = `n-${newId().toLowerCase()}@example.com`;
    const { id } = await ws.note(site, { email: address });
    await finish(id, { ...REVISION, explanation: 'The sum counts every item.' });
    const mails = await until(async () => {
      const found = await inbox(address);
      return found.length > 0 && found;
    }, 'the mail');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('The sum counts every item.');
    expect(mails[0]?.text).toContain('https://git.example/pull/7');
    expect(mails[0]?.text).toContain('3f786850e387 (fix/cart)');
    await until(async () => (await read(id)).resolutions[0].notification_status === 'sent', 'its outcome');
    expect(await inbox(address)).toHaveLength(1);
  });

  test('takes a data URL and WebP, and reuses the picture of the submitter', async () => {
    const screenshot_key = await uploadPicture(site, 'screenshot', png(8, 8));
    const { id } = await ws.note(site, { screenshot_key });
    const after = `data:image/webp;base64,${base64(webp())}`;
    const { status, body } = await finish(id, { before: 'submitter', after });
    expect(status).toBe(200);
    expect(body.resolution.before_url).not.toBeNull();
    const none = await ws.note(site);
    const refused = await finish(none.id, { before: 'submitter' });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ code: 'no_submitter_picture' }] } });
  });

  test('a duplicate is resolved even if its original is deleted at the same time', async () => {
    const [original, { id }] = [await ws.note(site), await ws.note(site)];
    const path = (one: string) => `/api/v1/annotations/${one}`;
    await call('PATCH', path(id), { as: ws.owner, body: { duplicate_of: original.id } });
    const late = openTable();
    const get = late.get.bind(late);
    late.get = async (key, options) => {
      const found = await get(key, options);
      if (key.pk === keys.annotation(ws.id, original.id).pk) {
        await call('DELETE', `/api/widget/annotations/${original.id}`, { as: ws.owner });
      }
      return found;
    };
    const store = annotationStore(late, await callOf(ws.owner, ws.id));
    const evidence = {
      ...{ id: newId(), annotation_id: id, site_id: site.id, actor_id: ws.owner.user_id, actor_kind: 'human' as const },
      ...{ before_key: null, after_key: null, diff_url: null, commit: null, branch: null, pr_url: null },
      ...{ explanation: 'Done', notification_status: 'pending' as const, created_at: now(), notified_at: null },
    };
    await store.patch(await store.thread(id), { status: 'resolved', updated_at: now() }, { evidence });
    expect(await read(id)).toMatchObject({ status: 'resolved', resolutions: [{ explanation: 'Done' }] });
    expect((await call('GET', path(original.id), { as: ws.owner })).status).toBe(404);
  });

  test('resolving without evidence makes no resolution', async () => {
    const { id } = await ws.note(site);
    const { body } = await finish(id, {});
    expect(body).toMatchObject({ status: 'resolved', resolution: null });
    expect((await read(id)).resolutions).toEqual([]);
  });

  test('is done once for an Idempotency-Key', async () => {
    const { id } = await ws.note(site);
    const key = { 'idempotency-key': newId() };
    const first = await finish(id, { commit: SHA }, key);
    const again = await finish(id, { commit: SHA }, key);
    expect(again.body.resolution.id).toBe(first.body.resolution.id);
    expect((await read(id)).resolutions).toHaveLength(1);
    expect((await finish(id, { commit: 'abcdef1' }, key)).status).toBe(422);
  });
});

describe('a part that fails', () => {
  const large = Buffer.concat([png(), Buffer.alloc(1024 * 1024)]);
  for (const [name, body, code] of [
    ['a picture of another kind', { after: base64(Buffer.from('GIF89a, surely')) }, 'picture_unreadable'],
    ['text in place of a picture', { before: 'see the wiki' }, 'picture_unreadable'],
    ['a damaged picture', { after: base64(png().subarray(0, 12)) }, 'image_damaged'],
    ['too many pixels', { after: base64(png(6000, 6000, false)) }, 'too_many_pixels'],
    ['over 1 MB', { after: base64(large) }, 'sent_picture_too_large'],
    ['far over 1 MB', { after: base64(Buffer.concat([large, large])) }, 'sent_picture_too_large'],
    ['a key of nothing', { after: 'incoming/a/b/after/c' }, 'upload_missing'],
    ['no SHA', { commit: 'HEAD' }, 'not_a_commit'],
    ['a branch in two words', { branch: 'my fix' }, 'not_a_branch'],
    ['an address without TLS', { pr_url: 'http://git.example/1' }, 'not_an_https_address'],
  ] as const) {
    test(`resolving with ${name} is a 422 and changes nothing`, async () => {
      const { id } = await ws.note(site);
      const refused = await finish(id, { commit: SHA, ...body });
      expect(refused).toMatchObject({ status: 422, body: { detail: [{ code }] } });
      expect(await read(id)).toMatchObject({ status: 'pending', summary: '', resolutions: [] });
    });
  }

  test('a picture in the request that is mostly blanks is refused in linear time', async () => {
    const text = `A${' '.repeat(200_000)}!`;
    const refused = () =>
      expect(attachSent(openStorage(), text, { loc: [], folder: '' })).rejects.toMatchObject({ status: 422 });
    expect(await processorMs(refused)).toBeLessThan(1500);
  });

  test('resolving with a body over its limit is a 422 and changes nothing', async () => {
    const { id } = await ws.note(site);
    const half = 'A'.repeat(1_398_000);
    const refused = await finish(id, { before: half, after: half, explanation: 'x'.repeat(300_000) });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ code: 'pictures_too_large' }] } });
    expect(await read(id)).toMatchObject({ status: 'pending', resolutions: [] });
  });

  test('resolving with another note’s upload is a 422 and changes nothing', async () => {
    const [one, other] = [await ws.note(site), await ws.note(site)];
    const after = await upload(ws.owner, one.id, 'after', png());
    expect((await finish(other.id, { after })).status).toBe(422);
    expect((await read(other.id)).status).toBe('pending');
  });
});

describe('a short upload URL', () => {
  const curl = promisify(execFile);

  test('takes a file from curl -L -T, without headers', async () => {
    const { id } = await ws.note(site);
    const { body } = await uploadUrl(ws.owner, id, 'after');
    expect(body).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/png' } });
    expect(body.short_url.length).toBeLessThan(body.url.length / 2);
    const folder = await mkdtemp(join(tmpdir(), 'short-'));
    try {
      await writeFile(join(folder, 'after.png'), png(40, 40));
      const short = new URL(new URL(body.short_url).pathname, stage().base_url).href;
      await curl('curl', ['-sSf', '-L', '-T', join(folder, 'after.png'), short]);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect((await finish(id, { after: body.key })).status).toBe(200);
  });

  test('answers the same if it is forged, cut or expired', async () => {
    const { id } = await ws.note(site);
    const { body } = await uploadUrl(ws.owner, id, 'before');
    const { pathname } = new URL(body.short_url);
    expect((await call('PUT', pathname)).status).toBe(307);
    const forged = [
      `${pathname}x`,
      pathname.slice(0, -1),
      pathname.replace(/\.(.)/, (_, one) => `.${one === 'A' ? 'B' : 'A'}`),
    ];
    const answers = await Promise.all(forged.map((path) => call('PUT', path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    advance(6 * MINUTE);
    expect((await call('PUT', pathname)).status).toBe(404);
  });
});
