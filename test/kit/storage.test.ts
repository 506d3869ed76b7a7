import { describe, expect, test } from '@jest/globals';
import type { UploadPurpose } from '../../functions/kit/files/signed-storage.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';

const purpose = (kind = 'pdf'): UploadPurpose => ({ workspace_id: newId(), owner: 'reviews', kind });

const upload = async (to: UploadPurpose, type: string, bytes: Buffer) => {
  const { url, headers, key } = await openStorage().presignUpload(to, type, bytes.length);
  const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`The upload was refused: ${status}`);
  return key;
};

describe('Storage', () => {
  test('an upload is told by its size and the type that was signed for it', async () => {
    const mine = purpose();
    const key = await upload(mine, 'application/pdf', Buffer.from('%PDF-1.7'));
    expect(await openStorage().stat(mine, key)).toEqual({ size: 8, type: 'application/pdf' });
  });

  test.each([
    ['exactly as large as was signed', 8, 200],
    ['a byte larger', 9, 403],
    ['a byte smaller', 7, 403],
  ])('an upload %s is answered by storage itself', async (_, size, expected) => {
    const { url, headers } = await openStorage().presignUpload(purpose(), 'application/pdf', 8);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(size) });
    expect(status).toBe(expected);
  });

  test('an upload without a size has no signed length', async () => {
    const { url } = await openStorage().presignUpload(purpose(), 'application/pdf', undefined);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  });

  test('an upload for another kind, of another workspace, or one that never came is not there', async () => {
    const storage = openStorage();
    const mine = purpose();
    const key = await upload(mine, 'application/pdf', Buffer.from('%PDF-1.7'));
    const never = (await storage.presignUpload(mine, 'application/pdf', 8)).key;
    expect(await storage.stat({ ...mine, kind: 'image' }, key)).toBeUndefined();
    expect(await storage.stat(purpose(), key)).toBeUndefined();
    expect(await storage.stat(mine, never)).toBeUndefined();
    expect(await storage.stat(mine, `${key}/../${newId()}`)).toBeUndefined();
  });

  test('what is kept is read as it was, and not at all where it is longer than asked for', async () => {
    const storage = openStorage();
    const key = `kept/${newId()}/a.txt`;
    await storage.keep(key, Buffer.from('Grüße'), 'text/plain');
    expect(await storage.read(key, 7)).toEqual({ bytes: Buffer.from('Grüße'), type: 'text/plain' });
    expect(await storage.read(key, 6)).toBeUndefined();
    expect(await storage.read(`${key}x`, 7)).toBeUndefined();
  });

  test('the start of an object tells how long the whole is', async () => {
    const storage = openStorage();
    const key = `kept/${newId()}/b`;
    await storage.keep(key, Buffer.from('0123456789'), 'audio/wav');
    expect(await storage.readStart(key, 4)).toMatchObject({ bytes: Buffer.from('0123'), type: 'audio/wav', size: 10 });
    expect(await storage.readStart(key, 40)).toMatchObject({ bytes: Buffer.from('0123456789'), size: 10 });
    expect(await storage.readStart(`${key}x`, 4)).toBeUndefined();
  });

  test('a copy has the bytes and the type; of nothing there is none', async () => {
    const storage = openStorage();
    const from = `kept/${newId()}/c`;
    await storage.keep(from, Buffer.from('abc'), 'video/mp4');
    const { etag = '' } = (await storage.readStart(from, 3)) ?? {};
    expect(await storage.copy(from, `${from}-copy`, etag)).toBe(true);
    expect(await storage.read(`${from}-copy`, 3)).toEqual({ bytes: Buffer.from('abc'), type: 'video/mp4' });
    expect(await storage.copy(`${from}-nothing`, `${from}-copy-2`)).toBe(false);
  });
});
