import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, now } from '../../functions/kit/clock.ts';
import { Storage } from '../../functions/kit/files/storage.ts';
import { MAX_UNSIZED_A_DAY } from '../../functions/kit/files/unsized-uploads.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import { uploadRules } from '../../functions/reviews/read/uploads.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { png } from './images.ts';
import { evidencePath, put, upload, uploadUrl } from './upload.ts';

beforeAll(useOwnTables);

let ws: Workspace;
let token: Caller;
let annotation: string;

beforeAll(async () => {
  ws = await newWorkspace();
  const site = await ws.site();
  token = await ws.token();
  annotation = (await ws.note(site)).id;
});

const bytesIn = async (key: string): Promise<number | undefined> => {
  const s3 = new S3Client({});
  // Teaches the client to sign a bucket's address as the emulator verifies it.
  new Storage(() => s3, '');
  const { ContentLength } = await s3.send(new HeadObjectCommand({ Bucket: process.env.EVIDENCE_BUCKET, Key: key }));
  s3.destroy();
  return ContentLength;
};

const reviewUrl = (more: object = {}) =>
  call('POST', '/api/reviews/upload-url', {
    as: token,
    body: { kind: 'transcript', content_type: 'text/plain', ...more },
  });

describe('an upload without a size', () => {
  test('loses its bytes when it is attached over 10 MiB, and is still refused afterwards', async () => {
    const key = await upload(token, annotation, 'before', Buffer.concat([png(), Buffer.alloc(10 * 1024 * 1024)]));
    expect(await bytesIn(key)).toBeGreaterThan(10 * 1024 * 1024);
    const attach = () => call('POST', evidencePath(annotation), { as: token, body: { before_key: key } });
    const refused = await attach();
    expect([refused.status, refused.text.includes('over 10 MiB')]).toEqual([422, true]);
    expect(await bytesIn(key)).toBe(0);
    expect((await attach()).status).toBe(422);
  });

  test('keeps its bytes when it is within the limit', async () => {
    const key = await upload(token, annotation, 'after', png());
    expect((await call('POST', evidencePath(annotation), { as: token, body: { after_key: key } })).status).toBe(200);
    expect(await bytesIn(key)).toBe(png().length);
  });

  test('loses its bytes when a review of it is refused as too large', async () => {
    const { body } = await reviewUrl();
    expect(await put(body, Buffer.alloc(uploadRules.transcript.max_bytes + 1))).toBe(200);
    const audio = await call('POST', '/api/reviews/upload-url', {
      as: token,
      body: { kind: 'audio', content_type: 'audio/mpeg' },
    });
    await put(audio.body, Buffer.from('ID3'));
    const refused = await call('POST', '/api/reviews', {
      as: token,
      body: { title: 'Call', input_type: 'audio', upload_key: audio.body.key, transcript_key: body.key },
    });
    expect([refused.status, refused.text.includes('over 5 MB')]).toEqual([422, true]);
    expect(await bytesIn(body.key)).toBe(0);
    expect(await bytesIn(audio.body.key)).toBe(3);
  });

  test('gets no more addresses than a day allows, over all three ways to ask; with a size it does', async () => {
    const own = await newWorkspace();
    const site = await own.site();
    const note = await own.note(site);
    const as = await own.token();
    const day = new Date(now()).toISOString().slice(0, 10);
    await table().count(scratchKeys.unsizedUploads(own.id, day), { count: MAX_UNSIZED_A_DAY - 3 });
    const client = await connectClient(site.mcp_token);
    const byTool = (more: object = {}) =>
      callTool(client, 'get_resolution_upload_url', {
        annotation_id: note.id,
        kind: 'after',
        content_type: 'image/png',
        ...more,
      });
    const reviews = (more: object = {}) =>
      call('POST', '/api/reviews/upload-url', {
        as,
        body: { kind: 'pdf', content_type: 'application/pdf', ...more },
      });
    expect((await uploadUrl(as, note.id, 'before')).status).toBe(200);
    expect((await reviews()).status).toBe(200);
    expect((await byTool()).isError).toBe(false);

    const over = [await uploadUrl(as, note.id, 'before'), await reviews()];
    for (const { status, body, headers } of over) {
      expect([status, body.reason]).toEqual([429, 'upload_limit']);
      expect(body.detail).toContain('Send size');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await byTool()).isError).toBe(true);
    expect((await byTool({ size: 1000 })).isError).toBe(false);
    expect((await reviews({ size: 1000 })).status).toBe(200);
    expect((await uploadUrl(token, annotation, 'before')).status).toBe(200);

    advance(DAY);
    expect((await uploadUrl(as, note.id, 'before')).status).toBe(200);
  });
});
