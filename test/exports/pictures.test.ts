import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { inOrder } from '../../functions/exports/in-order.ts';
import { Pictures } from '../../functions/exports/pictures.ts';
import { toPicture } from '../../functions/exports/render/picture.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { objects } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { png as blackPng, jpeg as jpegStart, webp as webpStart } from '../resolutions/images.ts';
import { exported, exportPath, readPdf } from './read-pdf.ts';
import { type Seeded, seedNotes } from './seed.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const webp = readFileSync(join(__dirname, 'thumbnail.webp'));
const photo = readFileSync(join(__dirname, '../content/photo.jpg'));

/** A png of pixels that no packing makes smaller. */
const noise = (width: number, height: number): Buffer => {
  const plain = blackPng(width, height, false);
  plain[25] = 2;
  plain.writeUInt32BE(crc32(plain.subarray(12, 29)), 29);
  const rows = randomBytes((width * 3 + 1) * height);
  for (let row = 0; row < height; row += 1) rows[row * (width * 3 + 1)] = 0;
  const data = deflateSync(rows, { level: 1 });
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('IDAT', 4);
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(-12)]);
};

const exportOf = async (notes: readonly Seeded[]) => {
  const site = await ws.site();
  await seedNotes(ws.id, site.id, notes);
  return exported(ws.owner, site.id);
};

describe('a picture', () => {
  test('is the thumbnail, or else a small enough screenshot, as webp, png or jpeg', async () => {
    const { pdf } = await exportOf([
      { body: 'webp', thumbnail: { bytes: webp, type: 'image/webp' } },
      { body: 'png', thumbnail: { bytes: noise(40, 30), type: 'image/png' } },
      { body: 'jpeg', screenshot: { bytes: photo, type: 'image/jpeg' } },
      { body: 'no thumbnail after all', thumbnail: null, screenshot: { bytes: webp, type: 'image/webp' } },
      { body: 'none' },
    ]);
    expect(pdf.images).toBe(4);
    expect(pdf.text).not.toContain('could not be read');
  });

  test('is replaced by a line of text if it is missing, broken, too large or of another type', async () => {
    const bomb = blackPng(20_000, 20_000, false);
    const { pdf } = await exportOf([
      { body: 'missing', thumbnail: null },
      { body: 'empty', thumbnail: { bytes: Buffer.alloc(0), type: 'image/png' } },
      { body: 'text', thumbnail: { bytes: Buffer.from('<svg onload=alert(1)>'), type: 'image/svg+xml' } },
      { body: 'bomb', thumbnail: { bytes: bomb, type: 'image/png' } },
      { body: 'cut png', thumbnail: { bytes: noise(40, 30).subarray(0, 2000), type: 'image/png' } },
      { body: 'cut jpeg', thumbnail: { bytes: jpegStart(300, 200), type: 'image/jpeg' } },
      { body: 'cut webp', thumbnail: { bytes: webpStart(300, 200), type: 'image/webp' } },
      { body: 'half a webp', thumbnail: { bytes: webp.subarray(0, 200), type: 'image/webp' } },
      { body: 'heavy', screenshot: { bytes: Buffer.concat([webp, Buffer.alloc(500_000)]), type: 'image/webp' } },
      { body: 'whole', thumbnail: { bytes: webp, type: 'image/webp' } },
    ]);
    expect(pdf.images).toBe(1);
    expect(pdf.text.match(/Its picture could not be read\./g)).toHaveLength(9);
    expect(pdf.pages[0]).toContain('9 pictures could not be read.');
  });

  test('loses its metadata in the document', async () => {
    const words = Buffer.from('Exif\0\0secret place', 'latin1');
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, words.length + 2]), words]);
    const tagged = Buffer.concat([photo.subarray(0, 2), exif, photo.subarray(2)]);
    const picture = await toPicture(tagged, 'image/jpeg');
    expect(picture).toMatchObject({ width: 300, height: 200 });
    expect(inflateSync(picture!.pixels)).toHaveLength(300 * 200 * 3);
    expect(tagged.includes('secret')).toBe(true);
  });
});

describe('many pictures', () => {
  test('are at most 300, and the document says how many it omits', async () => {
    const { id } = await ws.site();
    const thumbnail_key = `${objects.siteFolder(ws.id, id)}shared`;
    await openStorage().keep(thumbnail_key, webp, 'image/webp');
    const pictures = new Pictures(openStorage());
    const shown: unknown[] = [];
    await inOrder(
      Array.from({ length: 303 }, () => ({ thumbnail_key, screenshot_key: null })),
      12,
      (keys) => pictures.read(keys),
      async (file) => {
        shown.push(await pictures.show(file));
      },
    );
    const isLeftOut = { withoutPicture: 'Its picture is left out: the document is too large for all pictures.' };
    expect(shown.slice(0, 300).every((one) => one instanceof Object && 'picture' in one)).toBe(true);
    expect(shown.slice(300)).toEqual([isLeftOut, isLeftOut, isLeftOut]);
    expect(pictures.leftOut).toBe(3);
  });

  test('pictures of more than 4 MB make the answer a 303 to an address that works for 5 minutes', async () => {
    const site = await ws.site({ name: 'Gallery' });
    const thumbnail_key = `${objects.siteFolder(ws.id, site.id)}shared`;
    await openStorage().keep(thumbnail_key, noise(200, 180), 'image/png');
    const notes = Array.from({ length: 40 }, (_, index) => ({ body: `Picture ${index}`, thumbnail_key }));
    await seedNotes(ws.id, site.id, notes);
    const answer = await call('GET', exportPath(site.id), { as: ws.owner });
    expect(answer.status).toBe(303);
    expect(answer.text).toBe('');
    const address = new URL(answer.headers.location ?? '');
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(address.pathname).toContain(`/incoming/${ws.id}/${site.id}/export/`);
    const file = await fetch(address);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="gallery-annotations-/);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(4 * 1024 * 1024);
    expect((await readPdf(bytes)).images).toBe(40);
  });
});
