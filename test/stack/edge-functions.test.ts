import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import type { CloudFrontHeaders, CloudFrontResultResponse } from 'aws-lambda';
import { areas } from '../../functions/areas.ts';
import { handler as originResponse } from '../../functions/edge/origin-response.ts';
import type { Row } from '../../functions/kit/contract/contract.ts';
import { SAFE_HEADERS } from '../../functions/kit/http/respond.ts';
import { documentOf } from '../../lib/build/public-pages.ts';
import { answerOfEdge, throughEdge, viewerRequest } from '../../lib/local/edge.ts';
import { gatewayError } from '../../lib/local/event.ts';
import { invoke } from '../../lib/local/gateway.ts';
import { refusalFault } from '../refusal-fault.ts';
import { originResponseEvent, viewerRequestEvent } from './edge-events.ts';

const plain = (headers: CloudFrontHeaders = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, [first]]) => [name, first?.value]));

describe('a viewer’s request', () => {
  test('has the viewer’s real address, regardless of its headers', () => {
    const event = viewerRequestEvent({ 'x-client-ip': { value: '10.0.0.1' }, host: { value: 'sidenote.example' } });
    expect(viewerRequest(event)).toMatchObject({
      headers: { 'x-client-ip': { value: '203.0.113.7' }, host: { value: 'sidenote.example' } },
    });
  });

  test.each([
    ['none', {}],
    ['512 KB', { 'content-length': { value: String(512 * 1024) } }],
    ['nonsense', { 'content-length': { value: 'many' } }],
  ])('a request with a content-length of %s is forwarded', (_, headers) => {
    expect(viewerRequest(viewerRequestEvent(headers))).not.toHaveProperty('statusCode');
  });

  test.each([
    ['/api/v1/annotations/01J/resolve', 'pictures_too_large'],
    ['/mcp', 'pictures_too_large'],
    ['/mcp/svmt_x', 'pictures_too_large'],
    ['/u/k1.x', 'short_upload_too_large'],
  ])('a request to %s may hold 4 MB, or is refused with %s', (uri, code) => {
    const of = (bytes: number) => {
      const event = viewerRequestEvent({ 'content-length': { value: String(bytes) } });
      return viewerRequest({ ...event, request: { ...event.request, uri } });
    };
    expect(of(4 * 1024 * 1024)).not.toHaveProperty('statusCode');
    const answer = of(4 * 1024 * 1024 + 1);
    if (!('statusCode' in answer)) throw new Error('It went on.');
    const body = JSON.parse(answer.body?.data ?? '');
    expect([answer.statusCode, body.code, refusalFault(body)]).toEqual([413, code, undefined]);
  });

  test('a request with a larger body is rejected with a detail and our headers', () => {
    const answer = viewerRequest(viewerRequestEvent({ 'content-length': { value: String(512 * 1024 + 1) } }));
    if (!('statusCode' in answer)) throw new Error('It went on.');
    expect(answer).toMatchObject({ statusCode: 413, statusDescription: 'Content Too Large' });
    expect(JSON.parse(answer.body?.data ?? '')).toEqual({
      detail: 'The body is too large. Send at most 256 KB.',
      code: 'body_too_large',
    });
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, { value }]) => [name, value]));
    expect(headers).toMatchObject({
      ...SAFE_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': viewerRequestEvent({}).context.requestId,
    });
  });
});

describe('a preflight', () => {
  const preflight = (uri: string, headers = {}) => {
    const event = viewerRequestEvent(headers);
    return viewerRequest({ ...event, request: { ...event.request, method: 'OPTIONS', uri } });
  };

  test('is answered for exactly the rows that pages of other origins call', () => {
    const rows = areas.flatMap(({ rows }) => Object.values<Row>(rows));
    const answered = ({ path }: Row) => 'statusCode' in preflight(path.replaceAll(/\{\w+\}/g, 'x'));
    expect(rows.filter(answered)).toEqual(rows.filter(({ cross_origin }) => cross_origin));
  });

  test('names the page’s origin, allows no credentials and has our headers', () => {
    const answer = preflight('/api/widget/notes', { origin: { value: 'https://shop.example' } });
    if (!('statusCode' in answer)) throw new Error('It went on.');
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, { value }]) => [name, value]));
    expect(answer.statusCode).toBe(204);
    expect(headers).toMatchObject({
      ...SAFE_HEADERS,
      vary: 'Origin',
      'access-control-allow-origin': 'https://shop.example',
      'x-request-id': viewerRequestEvent({}).context.requestId,
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('the path of a page', () => {
  const uriOf = (uri: string) => {
    const code = readFileSync(join(import.meta.dirname, '../../functions/edge/dashboard-page.js'), 'utf8');
    return (runInNewContext(`${code}; handler(event)`, { event: { request: { uri } } }) as { uri: string }).uri;
  };

  test.each(['/dashboard', '/dashboard/', '/dashboard/sites/01ABC', '/dashboard/inbox', '/dashboard/../x.js'])(
    '%s is the dashboard’s page',
    (path) => expect(uriOf(path)).toBe('/dashboard/index.html'),
  );

  test.each([
    '/',
    '/try',
    '/showcase',
    '/showcase/lamps-01abcd',
    '/docs',
    '/docs/install',
    '/reviews/sample',
    '/showcases',
    '/reviews/shared/abc',
    '/dashboards',
  ])('%s is the page for people without an account', (path) =>
    expect(uriOf(path)).toBe(`/dashboard/${documentOf(path)}`),
  );

  test.each([
    ['/demo', '/dashboard/demo/demo.html'],
    ['/demo/demo.css', '/dashboard/demo/demo.css'],
  ])('%s is a file of the demo page', (path, expected) => expect(uriOf(path)).toBe(expected));

  test.each(['/dashboard/assets/index-abc.js', '/dashboard/config.json'])('%s is a file', (path) =>
    expect(uriOf(path)).toBe(path),
  );
});

const answered = async (status: number, headers: CloudFrontHeaders) => {
  const result = await originResponse(originResponseEvent(status, headers));
  if (!result) throw new Error('The function gave nothing.');
  return result as CloudFrontResultResponse;
};

/** As API Gateway and a function URL answer by themselves; the body is not in the event. */
const GATEWAY: CloudFrontHeaders = {
  date: [{ key: 'Date', value: 'Sun, 22 Nov 2026 21:00:00 GMT' }],
  'content-type': [{ key: 'Content-Type', value: 'application/json' }],
  'content-length': [{ key: 'Content-Length', value: '33' }],
  'apigw-requestid': [{ key: 'Apigw-Requestid', value: 'Kq1mXjWqDoEEMJg=' }],
};
const OURS: CloudFrontHeaders = {
  ...GATEWAY,
  'x-content-type-options': [{ key: 'x-content-type-options', value: 'nosniff' }],
};

describe('an error that none of our functions returned', () => {
  test.each([400, 403, 404, 405, 413, 414, 429, 431, 500, 502, 503, 504])(
    'an error with status %i gets a detail, our headers and an id',
    async (status) => {
      const { body, bodyEncoding, headers, ...rest } = await answered(status, { ...GATEWAY });
      expect(rest.status).toBe(String(status));
      expect(bodyEncoding).toBe('text');
      expect(refusalFault(JSON.parse(body ?? ''))).toBeUndefined();
      expect(plain(headers)).toMatchObject({
        ...SAFE_HEADERS,
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-request-id': originResponseEvent(status, {}).Records[0]?.cf.config.requestId,
      });
      expect(headers).not.toHaveProperty('content-length');
    },
  );

  test('says when to try again, and a 429 why', async () => {
    const { body, headers } = await answered(429, { ...GATEWAY });
    expect(JSON.parse(body ?? '').reason).toBe('service_busy');
    expect(plain(headers)['retry-after']).toBe('1');
    expect(plain((await answered(503, { ...GATEWAY })).headers)['retry-after']).toBe('2');
  });
});

describe('a response of our functions', () => {
  test.each([200, 204, 301, 400, 401, 404, 413, 429, 500, 503])(
    'a response of our functions with status %i is not changed',
    async (status) => {
      const result = await answered(status, { ...OURS });
      expect(result).toEqual({ status: String(status), statusDescription: expect.any(String), headers: OURS });
    },
  );

  test('has the header that marks an error as ours in every area', async () => {
    for (const path of ['/api/v1/sites', '/mcp', '/nothing', '/api/reviews/shared/x', '/api/health?x=1']) {
      const { status, headers } = await invoke({ method: path === '/api/health?x=1' ? 'PUT' : 'GET', path });
      expect({ path, status, nosniff: headers['x-content-type-options'] }).toMatchObject({ nosniff: 'nosniff' });
    }
  });
});

describe('a 401’s challenge', () => {
  const CHALLENGE = 'Bearer error="invalid_token", error_description="revoked"';

  test('is restored from our own header', async () => {
    const { headers } = await answered(401, { ...OURS, 'x-challenge': [{ key: 'X-Challenge', value: CHALLENGE }] });
    expect(headers).toEqual({ ...OURS, 'www-authenticate': [{ key: 'WWW-Authenticate', value: CHALLENGE }] });
  });

  test('is restored from API Gateway’s name for it', async () => {
    const renamed = [{ key: 'x-amzn-Remapped-www-authenticate', value: CHALLENGE }];
    const { headers } = await answered(401, { ...OURS, 'x-amzn-remapped-www-authenticate': renamed });
    expect(headers?.['www-authenticate']).toEqual([{ key: 'WWW-Authenticate', value: CHALLENGE }]);
  });

  test('is not changed if it was never renamed, and is added nowhere else', async () => {
    const kept = { ...OURS, 'www-authenticate': [{ key: 'WWW-Authenticate', value: 'Bearer' }] };
    expect((await answered(401, { ...kept })).headers).toEqual(kept);
    expect((await answered(401, { ...OURS })).headers).toEqual(OURS);
  });
});

describe('the local stage', () => {
  test('runs both functions for each request', async () => {
    const refused = answerOfEdge({ method: 'POST', path: '/api/health', body: 'x'.repeat(600_000) }, 'id');
    expect(refused).toMatchObject({ status: 413, headers: { 'x-request-id': 'id' } });
    const replaced = await throughEdge(gatewayError(500, 'Internal Server Error'), 'id');
    expect(JSON.parse(replaced.body.toString()).detail).toMatch(/^Something went wrong/);
  });

  test.each([
    ['6.5 MiB of x', 'x'.repeat(6.5 * 1024 * 1024)],
    ['5 MiB of quotes', '"'.repeat(5 * 1024 * 1024)],
    ['2 MiB of NUL', '\u0000'.repeat(2 * 1024 * 1024)],
    ['513 KB', 'x'.repeat(513 * 1024)],
  ])('answers 413 with a detail to %s', async (_, body) => {
    const { status, headers, body: said } = await invoke({ method: 'POST', path: '/api/widget/annotations', body });
    expect(status).toBe(413);
    expect(headers).toMatchObject(SAFE_HEADERS);
    expect(JSON.parse(said.toString())).toEqual({
      detail: 'The body is too large. Send at most 256 KB.',
      code: 'body_too_large',
    });
  });

  test.each(['"', '\u0000', 'x'])('forwards 512 KB of %j to a function, which rejects it', async (sign) => {
    const answer = await invoke({ method: 'POST', path: '/api/demo/run', body: sign.repeat(512 * 1024) });
    expect(answer.status).toBe(422);
  });
});
