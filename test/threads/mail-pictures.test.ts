import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { now } from '../../functions/kit/clock.ts';
import { imageSize } from '../../functions/kit/files/image.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { annotationPartition, keys } from '../../functions/kit/table/keys.ts';
import { newWorkspace, table, type Workspace } from '../driver.ts';
import { png } from '../resolutions/images.ts';
import { upload } from '../resolutions/upload.ts';
import { NOTE, uploadPicture, visit } from '../widget-api/visit.ts';
import { holdMessages, mailsTo, minuteEnds, resolve, someone } from './conversation.ts';

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee' });
});
holdMessages();

const CONTEXT = {
  ...NOTE.context,
  anchor: { ...NOTE.context.anchor, box: { x: 300, y: 1200, width: 84, height: 24 } },
  environment: { viewport: { width: 1280, height: 800 }, scroll: { x: 0, y: 900 }, pixel_ratio: 1 },
};
const wholePage = () => jpeg.encode({ width: 1280, height: 2400, data: Buffer.alloc(1280 * 2400 * 4, 230) }, 70).data;

/** The pictures that the mail shows, and those that it links to. */
const mailed = async (pictures: { before?: Buffer; after: Buffer }, type: string) => {
  const email = someone();
  const { body: note } = await visit(site, 'POST', 'annotations', { ...NOTE, email, context: CONTEXT });
  const key = async (kind: 'before' | 'after') =>
    pictures[kind] && { [`${kind}_key`]: await upload(ws.owner, note.id, kind, pictures[kind], type) };
  await resolve(ws, note.id, { explanation: 'Fixed.', ...(await key('before')), ...(await key('after')) });
  return mailAbout(note.id, email);
};

const mailAbout = async (id: string, email: string) => {
  await minuteEnds(ws.id, id, 3);
  const mails = await mailsTo(email, 1);
  expect(mails).toHaveLength(1);
  const shown = [...mails[0]!.html.matchAll(/<a class="link" href="([^"]+\/files\/[^"]+)"[^>]*><img src="([^"]+)"/g)];
  const rows = await table().queryAll({ partition: annotationPartition(ws.id, id), consistent: true });
  const cuts = (rows.find(({ kind }) => kind === 'note')?.cuts ?? {}) as Record<string, string>;
  return { shown: shown.map(([, href, src]) => ({ href, src })), cuts: Object.values(cuts) };
};

test('a mail shows the note’s place in pictures of the whole page, and links to the whole', async () => {
  const { shown, cuts } = await mailed({ before: wholePage(), after: wholePage() }, 'image/jpeg');
  expect(shown).toHaveLength(2);
  for (const { href, src } of shown) expect(src).not.toBe(href);
  for (const cut of cuts) {
    const file = await openStorage().read(cut, 1e6);
    expect(imageSize(file?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toEqual({ width: 324, height: 264 });
  }
  expect(cuts).not.toEqual([]);
});

test('a mail shows other pictures as they are', async () => {
  const { shown, cuts } = await mailed({ after: png(300, 200) }, 'image/png');
  expect(shown).toHaveLength(1);
  const [only] = shown;
  expect(only?.src?.split('&amp;')[0]).toBe(only?.href?.split('&amp;')[0]);
  expect(cuts).toEqual([]);
});

const thumbnail = () => readFile(join(__dirname, '../exports/thumbnail.webp'));

test('a mail shows a WebP as a JPEG of the same size, since Outlook for Windows shows none', async () => {
  const after = await thumbnail();
  const { shown, cuts } = await mailed({ after }, 'image/webp');
  expect(shown).toHaveLength(1);
  expect(cuts).toEqual([expect.stringMatching(/\.jpg$/)]);
  expect(shown[0]?.src).not.toBe(shown[0]?.href);
  const file = await openStorage().read(cuts[0] ?? '', 1e6);
  expect(imageSize(file?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toEqual(imageSize(after, 'image/webp'));
});

test('a mail shows the visitor’s WebP next to the browser’s picture as a JPEG', async () => {
  const email = someone();
  const screenshot_key = await uploadPicture(site, 'screenshot', await thumbnail(), 'image/webp');
  const { body: note } = await visit(site, 'POST', 'annotations', { ...NOTE, email, screenshot_key });
  await resolve(ws, note.id, { explanation: 'Fixed.' });
  const picture_key = `kept/${ws.id}/${site.id}/${note.id}/${'0'.repeat(32)}.jpg`;
  const seen = { state: 'changed', picture_key, requested_at: now(), checked_at: now() };
  await table().put({ ...keys.verification(ws.id, note.id), annotation_id: note.id, site_id: site.id, ...seen });
  const { shown, cuts } = await mailAbout(note.id, email);
  expect(shown).toHaveLength(2);
  expect(cuts).toEqual([expect.stringMatching(/\.jpg$/)]);
  expect(shown.map(({ href, src }) => href === src)).toEqual([false, true]);
});
