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
  createThing: { ...row, method: 'POST', path: '/api/things', cross_origin: true },
});
const route = createRouter([shop]);
const api = { route_key: 'GET /x', params: {}, kind: 'http-api' } as const;

describe('matching a route', () => {
  test('a path goes to the row that has it, with its variables decoded', () => {
    expect(route('GET', '/api/things/a%20b')).toMatchObject({
      folder: 'shop',
      route_key: 'GET /api/things/{thing_id}',
      params: { thing_id: 'a b' },
    });
  });

  test('a literal segment wins over a variable', () => {
    expect(route('GET', '/api/things/newest').route_key).toBe('GET /api/things/newest');
  });

  test.each([
    ['a wrong verb', 'DELETE', '/api/things'],
    ['HEAD', 'HEAD', '/api/things'],
    ['a slash at the end', 'GET', '/api/things/'],
    ['another case', 'GET', '/API/things'],
    ['a doubled slash', 'GET', '/api//things'],
    ['an unknown path', 'GET', '/nothing'],
  ])('%s goes to $default', (_, method, path) => {
    expect(route(method, path)).toMatchObject({ folder: 'not-found', route_key: '$default' });
  });

  test('OPTIONS is routed only where other origins may call', () => {
    expect(route('OPTIONS', '/api/things').route_key).toBe('OPTIONS /api/things');
    expect(route('OPTIONS', '/api/things/1').route_key).toBe('$default');
  });

  test.each(['/mcp', '/mcp/token'])('%s goes to the function URL', (path) => {
    expect(route('POST', path)).toMatchObject({ folder: 'mcp', kind: 'function-url' });
  });

  test('/mcp.json is no part of the function URL', () => {
    expect(route('GET', '/mcp.json').folder).not.toBe('mcp');
  });

  test('a variable in a part of a segment is refused at the start, as API Gateway refuses it', () => {
    const bad = area('bad', { getFile: { ...row, method: 'GET', path: '/files/{name}.js' } });
    expect(() => createRouter([bad])).toThrow(/literal or one \{variable\}/);
  });
});

describe('the event', () => {
  test('an HTTP API hands the path on decoded, and loses what follows a decoded question mark', () => {
    expect(toEvent({ method: 'GET', path: '/a%20b?q=1' }, api).rawPath).toBe('/a b');
    expect(toEvent({ method: 'GET', path: '/a%3Fb' }, api).rawPath).toBe('/a');
  });

  test('a function URL hands the path on as it came', () => {
    expect(toEvent({ method: 'GET', path: '/a%20b' }, { ...api, kind: 'function-url' }).rawPath).toBe('/a%20b');
  });

  test('repeated query fields are joined by commas, and the raw query stays', () => {
    const event = toEvent({ method: 'GET', path: '/x?kind=bug&kind=copy&q=a%26b' }, api);
    expect(event.queryStringParameters).toEqual({ kind: 'bug,copy', q: 'a&b' });
    expect(event.rawQueryString).toBe('kind=bug&kind=copy&q=a%26b');
  });

  test('headers are lower-cased and joined, cookies stand apart', () => {
    const headers = { 'X-One': ['a', 'b'], Cookie: 'c=1; d=2' };
    const event = toEvent({ method: 'GET', path: '/x', headers }, api);
    expect(event.headers).toEqual({ 'x-one': 'a,b' });
    expect(event.cookies).toEqual(['c=1', 'd=2']);
  });

  test('text travels as text, anything else as base64', () => {
    const send = (type: string) =>
      toEvent({ method: 'POST', path: '/x', headers: { 'content-type': type }, body: '{}' }, api);
    expect(send('application/json')).toMatchObject({ body: '{}', isBase64Encoded: false });
    expect(send('image/png')).toMatchObject({ body: 'e30=', isBase64Encoded: true });
  });

  test('a request without a body has none', () => {
    expect(toEvent({ method: 'GET', path: '/x', body: '' }, api)).not.toHaveProperty('body');
  });
});

describe('the answer', () => {
  test('WWW-Authenticate comes out renamed', () => {
    const answer = fromResult({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: '' });
    expect(answer.headers).toEqual({ 'x-amzn-remapped-www-authenticate': 'Bearer' });
  });

  test('over 6 MB, also by its encoding, is a 500', () => {
    const body = 'x'.repeat(6 * 1024 * 1024);
    expect(fromResult({ statusCode: 200, headers: {}, body })).toMatchObject({ status: 500 });
    expect(fromResult({ statusCode: 200, headers: {}, body: '"'.repeat(4 * 1024 * 1024) }).status).toBe(500);
    expect(fromResult({ statusCode: 200, headers: {}, body: body.slice(1000) }).status).toBe(200);
  });

  test('base64 is decoded', () => {
    const answer = fromResult({ statusCode: 200, headers: {}, body: 'AAEC', isBase64Encoded: true });
    expect([...answer.body]).toEqual([0, 1, 2]);
  });

  test.each([{ statusCode: 'no' }, { statusCode: 200, body: 7 }])('%j is a 500', (result) => {
    expect(fromResult(result).status).toBe(500);
  });
});

describe('a request through the gateway', () => {
  test('the edge secret is added whatever the caller sent, the caller keeps its address', () => {
    const headers = { 'x-origin-secret': 'guess', 'x-client-ip': '10.1.2.3' };
    const { event } = gatewayEvent({ method: 'GET', path: '/api/health', headers });
    expect(event.headers['x-origin-secret']).toBe(process.env.ORIGIN_SECRETS?.split(',')[0]);
    expect(event.headers['x-client-ip']).toBe('10.1.2.3');
  });

  test('clients see the challenge in WWW-Authenticate', async () => {
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
  ])('answers %i before or without an area', async (status, request) => {
    expect((await invoke(request)).status).toBe(status);
  });
});
