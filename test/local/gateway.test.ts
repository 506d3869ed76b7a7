import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { area } from '../../functions/kit/contract/contract.ts';
import { fromResult, toEvent } from '../../lib/local/event.ts';
import { gatewayEvent, invoke } from '../../lib/local/gateway.ts';
import { createRouter } from '../../lib/local/routes.ts';

const row = { role: null, by: [], summary: 'For a test', response: z.object({}) } as const;
const shop = area('shop', {
  listThings: { ...row, method: 'GET', path: '/api/things' },
  getThing: { ...row, method: 'GET', path: '/api/things/{thing_id}' },
  getNewest: { ...row, method: 'GET', path: '/api/things/newest' },
  createThing: { ...row, method: 'POST', path: '/api/things' },
});
const route = createRouter([shop]);
const api = { route_key: 'GET /x', params: {}, kind: 'http-api' } as const;

describe('matching a route', () => {
  test('matches a path with its row and decodes its variables', () => {
    expect(route('GET', '/api/things/a%20b')).toMatchObject({
      folder: 'shop',
      route_key: 'GET /api/things/{thing_id}',
      params: { thing_id: 'a b' },
    });
  });

  test('prefers a literal segment to a variable', () => {
    expect(route('GET', '/api/things/newest').route_key).toBe('GET /api/things/newest');
  });

  test.each([
    ['a wrong verb', 'DELETE', '/api/things'],
    ['HEAD', 'HEAD', '/api/things'],
    ['OPTIONS, which the edge answers', 'OPTIONS', '/api/things'],
    ['a slash at the end', 'GET', '/api/things/'],
    ['another case', 'GET', '/API/things'],
    ['a doubled slash', 'GET', '/api//things'],
    ['an unknown path', 'GET', '/nothing'],
  ])('routes %s to $default', (_, method, path) => {
    expect(route(method, path)).toMatchObject({ folder: 'not-found', route_key: '$default' });
  });

  test.each(['/mcp', '/mcp/token'])('routes %s to the function URL', (path) => {
    expect(route('POST', path)).toMatchObject({ folder: 'mcp', kind: 'function-url' });
  });

  test('does not route /mcp.json to the function URL', () => {
    expect(route('GET', '/mcp.json').folder).not.toBe('mcp');
  });

  test('rejects a variable in part of a segment at the start, as API Gateway does', () => {
    const bad = area('bad', { getFile: { ...row, method: 'GET', path: '/files/{name}.js' } });
    expect(() => createRouter([bad])).toThrow(/literal or one \{variable\}/);
  });
});

describe('the event', () => {
  test('has the decoded path of an HTTP API, without the part after a decoded question mark', () => {
    expect(toEvent({ method: 'GET', path: '/a%20b?q=1' }, api).rawPath).toBe('/a b');
    expect(toEvent({ method: 'GET', path: '/a%3Fb' }, api).rawPath).toBe('/a');
  });

  test('has the raw path of a function URL', () => {
    expect(toEvent({ method: 'GET', path: '/a%20b' }, { ...api, kind: 'function-url' }).rawPath).toBe('/a%20b');
  });

  test('joins repeated query fields with commas, and keeps the raw query', () => {
    const event = toEvent({ method: 'GET', path: '/x?kind=bug&kind=copy&q=a%26b' }, api);
    expect(event.queryStringParameters).toEqual({ kind: 'bug,copy', q: 'a&b' });
    expect(event.rawQueryString).toBe('kind=bug&kind=copy&q=a%26b');
  });

  test('has lower-case, joined headers, and separate cookies', () => {
    const headers = { 'X-One': ['a', 'b'], Cookie: 'c=1; d=2' };
    const event = toEvent({ method: 'GET', path: '/x', headers }, api);
    expect(event.headers).toEqual({ 'x-one': 'a,b' });
    expect(event.cookies).toEqual(['c=1', 'd=2']);
  });

  test('has text as it is, and any other body as base64', () => {
    const send = (type: string) =>
      toEvent({ method: 'POST', path: '/x', headers: { 'content-type': type }, body: '{}' }, api);
    expect(send('application/json')).toMatchObject({ body: '{}', isBase64Encoded: false });
    expect(send('image/png')).toMatchObject({ body: 'e30=', isBase64Encoded: true });
  });

  test('has no body if the request has none', () => {
    expect(toEvent({ method: 'GET', path: '/x', body: '' }, api)).not.toHaveProperty('body');
  });
});

describe('the answer', () => {
  test('has WWW-Authenticate under another name', () => {
    const answer = fromResult({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: '' });
    expect(answer.headers).toEqual({ 'x-amzn-remapped-www-authenticate': 'Bearer' });
  });

  test('is a 500 above 6 MB, even if only because of its encoding', () => {
    const body = 'x'.repeat(6 * 1024 * 1024);
    expect(fromResult({ statusCode: 200, headers: {}, body })).toMatchObject({ status: 500 });
    expect(fromResult({ statusCode: 200, headers: {}, body: '"'.repeat(4 * 1024 * 1024) }).status).toBe(500);
    expect(fromResult({ statusCode: 200, headers: {}, body: body.slice(1000) }).status).toBe(200);
  });

  test('has decoded base64', () => {
    const answer = fromResult({ statusCode: 200, headers: {}, body: 'AAEC', isBase64Encoded: true });
    expect([...answer.body]).toEqual([0, 1, 2]);
  });

  test.each([{ statusCode: 'no' }, { statusCode: 200, body: 7 }])('is a 500 for %j', (result) => {
    expect(fromResult(result).status).toBe(500);
  });
});

describe('a request through the gateway', () => {
  test('gets the edge secret and keeps the caller’s address regardless of its headers', () => {
    const headers = { 'x-origin-secret': 'guess', 'x-client-ip': '10.1.2.3' };
    const { event } = gatewayEvent({ method: 'GET', path: '/api/health', headers });
    expect(event.headers['x-origin-secret']).toBe(process.env.ORIGIN_SECRETS?.split(',')[0]);
    expect(event.headers['x-client-ip']).toBe('10.1.2.3');
  });

  test('returns the challenge as WWW-Authenticate', async () => {
    const answer = await invoke({ method: 'GET', path: '/api/v1/sites' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    expect(answer.headers).not.toHaveProperty('x-challenge');
  });

  test.each([
    [413, { method: 'POST', path: '/api/widget/sites', body: 'x'.repeat(10 * 1024 * 1024 + 1) }],
    [431, { method: 'GET', path: '/api/health', headers: { 'x-long': 'x'.repeat(10_240) } }],
    [414, { method: 'GET', path: `/api/health?${'x'.repeat(8192)}` }],
    [400, { method: 'GET', path: '/api/v1/sites/%zz' }],
    [404, { method: 'GET', path: '/nothing' }],
  ])('is answered with %i before or without an area', async (status, request) => {
    expect((await invoke(request)).status).toBe(status);
  });
});
