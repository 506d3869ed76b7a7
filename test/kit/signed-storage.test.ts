import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SignedStorage } from '../../functions/kit/files/signed-storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { objects } from '../../functions/kit/table/keys.ts';

const before = { ...process.env };
const purpose = { workspace_id: newId(), owner: 'reviews', kind: 'pdf' };
const key = objects.incoming(purpose.workspace_id, purpose.owner, purpose.kind, newId());

const set = (settings: Record<string, string>) => {
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_SESSION_TOKEN']) delete process.env[name];
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }, settings);
};

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

describe('a signed URL', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const Bucket = 'sidenote-evidence-1';
  const clientFor = () =>
    new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' });

  test.each([
    ['in Virginia', { AWS_REGION: 'us-east-1' }],
    ['in Frankfurt, with a session', { AWS_REGION: 'eu-central-1', AWS_SESSION_TOKEN: 'token/+=' }],
    ['of an emulator', { AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4566' }],
  ])('%s is the one that the S3 client signs', async (_, settings) => {
    set(settings);
    const storage = new SignedStorage(Bucket);
    for (const size of [undefined, 8]) {
      const upload = await storage.presignUpload(purpose, 'image/png', size);
      const put = new PutObjectCommand({ Bucket, Key: upload.key, ContentType: 'image/png', ContentLength: size });
      const signableHeaders = new Set(['content-type', 'content-length', 'host']);
      expect(upload.url).toBe(
        await getSignedUrl(clientFor(), put, { expiresIn: upload.expires_in_seconds, signableHeaders }),
      );
    }
    for (const ResponseContentDisposition of [undefined, 'attachment; filename="a b.pdf"']) {
      const get = new GetObjectCommand({ Bucket, Key: 'kept/ä b.png', ResponseContentDisposition });
      expect(await storage.presignGet('kept/ä b.png', 60, ResponseContentDisposition)).toBe(
        await getSignedUrl(clientFor(), get, { expiresIn: 60 }),
      );
    }
  });
});

describe('an upload', () => {
  let server: Server;
  let asked: string[];
  let answers: (number | 'cut')[];

  beforeEach(async () => {
    asked = [];
    server = createServer(({ method = '', url = '', headers, socket }, response) => {
      asked.push(`${method} ${url.split('?')[0]} ${headers['content-length'] ?? 'no'} bytes`);
      const answer = answers.shift() ?? 200;
      if (answer === 'cut') socket.destroy();
      else response.writeHead(answer, { 'content-type': 'application/pdf', 'content-length': '8' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    set({ AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each<[when: string, faults: (number | 'cut')[]]>([
    ['at once', []],
    ['again after a 500', [500]],
    ['again after a lost connection', ['cut']],
  ])('an upload is found %s', async (_, faults) => {
    answers = [...faults];
    expect(await new SignedStorage('bucket').stat(purpose, key)).toEqual({ size: 8, type: 'application/pdf' });
    expect(asked).toEqual(Array(faults.length + 1).fill(`HEAD /bucket/${key} no bytes`));
  });

  test.each([403, 404])('is absent after a %d', async (status) => {
    answers = [status];
    expect(await new SignedStorage('bucket').stat(purpose, key)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test.each<[what: string, faults: (number | 'cut')[]]>([
    ['server errors', [500, 503]],
    ['lost connections', ['cut', 'cut']],
  ])('is out of reach after two %s', async (_, faults) => {
    answers = [...faults];
    await expect(new SignedStorage('bucket').stat(purpose, key)).rejects.toMatchObject({ code: 'files_unreachable' });
    expect(asked).toHaveLength(2);
  });

  test('an upload under the key of another purpose isn’t looked up', async () => {
    expect(await new SignedStorage('bucket').stat({ ...purpose, kind: 'image' }, key)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('is emptied, and a failure to do so is ignored', async () => {
    answers = [200, 500, 500];
    const storage = new SignedStorage('bucket');
    await storage.empty(key);
    await storage.empty(key);
    expect(asked).toEqual(Array(3).fill(`PUT /bucket/${key} 0 bytes`));
  });
});
