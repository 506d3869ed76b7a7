import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import { discovery } from '../../functions/discovery/contract.ts';
import { handler } from '../../functions/discovery/index.ts';
import { toolNames } from '../../functions/mcp/tool-names.ts';
import { call, stage } from '../driver.ts';

const base = process.env.TEST_BASE_URL ?? stage().base_url;
const DOCUMENTS = ['/llms.txt', '/llms-full.txt', '/mcp.json', '/openapi.json'];

describe('200', () => {
  test('health says ok and the version', async () => {
    const { status, body, headers } = await call('GET', '/api/health');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', version: '0.1.0' } });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('mcp.json names the endpoint with the literal {mcp_token}, the ten tools, and itself', async () => {
    const { body, headers } = await call('GET', '/mcp.json');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toEqual({
      mcp_version: '0.1',
      endpoint: `${base}/mcp/{mcp_token}`,
      tools: toolNames.map((name) => ({ name, auth: 'mcp_token' })),
      discovery: `${base}/mcp.json`,
    });
    expect(body.tools).toHaveLength(10);
  });

  test.each(['/llms.txt', '/llms-full.txt'])('%s is plain text', async (path) => {
    const { headers, text } = await call('GET', path);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Sidenote/);
  });

  test.each(DOCUMENTS)('%s tells the stage its own address and may be kept for minutes', async (path) => {
    const { status, headers, text } = await call('GET', path);
    expect(status).toBe(200);
    expect(text).toContain(base);
    expect(text).not.toContain('base-url.invalid');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['/llms.txt', '/llms-full.txt', '/llms-notes.txt'])('%s says that pictures are redirects', async (path) => {
    expect((await call('GET', path)).text).toMatch(/302[^.]*curl -L|curl -L[^\n]*302/);
  });

  test('openapi.json is version 0.1.0', async () => {
    const { body } = await call('GET', '/openapi.json');
    expect(body.info.version).toBe('0.1.0');
    expect(body.servers).toEqual([{ url: base }]);
  });

  test('the caller gets its own request id back, unless it could forge a log line', async () => {
    const own = await call('GET', '/api/health', { headers: { 'x-request-id': 'ci-7' } });
    expect(own.headers['x-request-id']).toBe('ci-7');
    const forged = await call('GET', '/api/health', { headers: { 'x-request-id': 'a b' } });
    expect(forged.headers['x-request-id']).toMatch(/^[\w.:/=+@-]{20,128}$/);
  });

  test('credentials change nothing', async () => {
    const { status } = await call('GET', '/llms.txt', { as: { credential: 'svat_nonsense' } });
    expect(status).toBe(200);
  });
});

const event = (path: string, headers: Record<string, string>) =>
  ({
    routeKey: `GET ${path}`,
    rawPath: path,
    headers,
    pathParameters: {},
    requestContext: { requestId: 'r1' },
    isBase64Encoded: false,
  }) as unknown as Parameters<typeof handler>[0];
const edge = () => (process.env.ORIGIN_SECRETS ?? '').split(',')[0]!;

describe('as the edge sees it', () => {
  test('long answers leave compressed', async () => {
    const answer = await handler(event('/openapi.json', { 'x-origin-secret': edge(), 'accept-encoding': 'gzip, br' }));
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    const text = brotliDecompressSync(Buffer.from(answer.body!, 'base64')).toString();
    expect(JSON.parse(text).openapi).toBe('3.1.0');
  });

  test('a client that already has the document gets a 304', async () => {
    const first = await handler(event('/llms.txt', { 'x-origin-secret': edge() }));
    const again = await handler(
      event('/llms.txt', { 'x-origin-secret': edge(), 'if-none-match': String(first.headers.etag) }),
    );
    expect(again).toMatchObject({ statusCode: 304, body: '' });
  });

  test('a request that bypasses the edge gets a 403 and nothing else', async () => {
    for (const secret of ['', 'wrong']) {
      const answer = await handler(event('/llms.txt', { 'x-origin-secret': secret }));
      expect(answer.statusCode).toBe(403);
      expect(JSON.parse(answer.body!)).toHaveProperty('detail');
    }
  });
});

describe('404', () => {
  test.each(['/llms.txt/', '/LLMS.txt', '//llms.txt', '/api/healthy', '/api', '/%6clms.txt/x', '/nothing'])(
    '%s is no route, and says where to look',
    async (path) => {
      const { status, body } = await call('GET', path);
      expect(status).toBe(404);
      expect(body.detail).toContain('/llms.txt');
    },
  );

  test.each(['POST', 'PUT', 'DELETE'])('%s on a document is no route', async (method) => {
    expect((await call(method, '/mcp.json')).status).toBe(404);
  });

  test.each([
    ['en-GB,en;q=0.9', 'Page not found', 'Showcase'],
    ['de-AT', 'Seite nicht gefunden', 'Schaufenster'],
  ])(
    'an unknown page is answered to a browser with Accept-Language %s in that language',
    async (language, title, showcase) => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': language };
      const { status, text, headers: given } = await call('GET', '/prices', { headers });
      expect([status, given['content-type'], given.vary]).toEqual([
        404,
        'text/html; charset=utf-8',
        'Accept, Accept-Language, Accept-Encoding',
      ]);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<a href="/showcase">${showcase}</a>`);
      const allowed = [...text.matchAll(/<style>(.*?)<\/style>/g)].map(
        ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      );
      expect(given['content-security-policy']).toContain(`default-src 'none'; style-src ${allowed.join(' ')};`);
    },
  );
});

describe('the guide for notes', () => {
  test('has at most 1,500 tokens, and llms.txt leads to it', async () => {
    const { status, text } = await call('GET', '/llms-notes.txt');
    expect(status).toBe(200);
    expect(text.length / 4).toBeLessThanOrEqual(1500);
    expect((await call('GET', '/llms.txt')).text).toContain('/llms-notes.txt');
  });
});

describe('one area of the OpenAPI description', () => {
  test.each(areas.map(({ name }) => name))('%s has its own operations, and all that they refer to', async (tag) => {
    const { status, body } = await call('GET', `/openapi.json?tag=${tag}`);
    expect(status).toBe(200);
    const methods = Object.values(body.paths).flatMap((path) => Object.values(path as object));
    expect(methods.length).toBeGreaterThan(0);
    expect(methods.every(({ tags }) => tags.length === 1 && tags[0] === tag)).toBe(true);
    for (const [, kind = '', name = ''] of JSON.stringify(body).matchAll(/#\/components\/(\w+)\/(\w+)/g)) {
      expect(body.components[kind]).toHaveProperty(name);
    }
  });

  test('is far smaller than the whole, and an unknown one is a 404', async () => {
    const [whole, part] = [await call('GET', '/openapi.json'), await call('GET', '/openapi.json?tag=resolutions')];
    expect(part.text.length).toBeLessThan(whole.text.length / 10);
    for (const tag of ['nothing', '../mcp', 'toString']) {
      expect((await call('GET', `/openapi.json?tag=${encodeURIComponent(tag)}`)).status).toBe(404);
    }
  });
});

describe('an unknown query parameter', () => {
  const warning = {
    code: 'unknown_fields',
    loc: ['query', 'zzqq'],
    msg: 'These fields are unknown: zzqq. Leave them out.',
  };

  test.each(Object.values(discovery.rows).map(({ path }) => path))(
    'an unknown query parameter of %s is ignored and named',
    async (path) => {
      const plain = await call('GET', path);
      const { status, body, text, headers } = await call('GET', `${path}?zzqq=1`);
      expect(status).toBe(200);
      const named = headers['x-sidenote-warnings'];
      if (named === undefined) expect(body).toEqual({ ...plain.body, warnings: [warning] });
      else expect([JSON.parse(named), text]).toEqual([[warning], plain.text]);
      expect(plain.headers).not.toHaveProperty('x-sidenote-warnings');
    },
  );

  test('is in the header of what the specification or a standard shapes, and in the body of the rest', async () => {
    expect((await call('GET', '/api/health?q=1')).body.warnings).toHaveLength(1);
    const metadata = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource'];
    for (const path of [...DOCUMENTS, ...metadata, '/llms-notes.txt'])
      expect((await call('GET', `${path}?q=1`)).headers).toHaveProperty('x-sidenote-warnings');
  });

  test('is named together with the one that was probably meant', async () => {
    const { headers } = await call('GET', '/openapi.json?tags=sites');
    expect(headers['x-sidenote-warnings']).toContain('Perhaps you meant tag.');
    expect((await call('GET', '/openapi.json?tag=sites')).headers).not.toHaveProperty('x-sidenote-warnings');
  });
});
