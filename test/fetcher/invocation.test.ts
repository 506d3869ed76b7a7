import type { ServerResponse } from 'node:http';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BUSY, UNREACHABLE } from '../../functions/fetcher/fetched-page.ts';
import { fetchPage } from '../../functions/reviews/read/fetch-page.ts';
import { startLambdaEndpoint } from '../../lib/local/lambda-endpoint.ts';
import { stage } from '../driver.ts';
import { type Origin, startOrigin } from './origin.ts';

const allow = (host: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stage().base_url}/__local/fetch-allow`, { method: 'POST', headers, body: JSON.stringify({ host }) });

describe('a page fetched through the stage’s Lambda', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin(({ url }, response) => {
      if (url === '/slow') return;
      response.writeHead(url === '/none' ? 404 : 200, { 'content-type': 'text/html' }).end('<h1>Grüße</h1>'.repeat(9));
    });
  });
  afterAll(() => origin.close());

  test('is reached only on hosts that the stage allows', async () => {
    expect(await fetchPage(`${origin.url}/a`, { timeout_ms: 500 })).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(origin.connections()).toBe(0);
    const allowed = await allow(origin.host);
    expect([allowed.status, ((await allowed.json()) as { allowed: string[] }).allowed]).toEqual([
      200,
      expect.arrayContaining([origin.host]),
    ]);
    const page = await fetchPage(`${origin.url}/a`);
    expect(page).toMatchObject({ ok: true, url: `${origin.url}/a`, text: '<h1>Grüße</h1>'.repeat(9) });
    expect(await fetchPage(`${origin.url}/none`)).toMatchObject({ ok: false, reason: 'error_status' });
    expect(await fetchPage(`http://localhost:${origin.port}/a`, { timeout_ms: 500 })).toMatchObject({ ok: false });
  });

  test('respects the caller’s limits within the fetcher’s own', async () => {
    await allow(origin.host);
    const cut = await fetchPage(origin.url, { max_bytes: 5 });
    expect(cut).toMatchObject({ ok: true, truncated: true, bytes: 5 });
    const whole = await fetchPage(origin.url, { max_bytes: 1e12, timeout_ms: 1e12 });
    expect(whole).toMatchObject({ ok: true, truncated: false });
    const began = performance.now();
    expect(await fetchPage(`${origin.url}/slow`, { timeout_ms: 300 })).toMatchObject({ reason: 'unreachable' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('is unreachable if it is the stage itself, with the usual message', async () => {
    const limits = { timeout_ms: 300 };
    const inside = [
      stage().base_url,
      `${stage().base_url}/__local/env`,
      process.env.AWS_ENDPOINT_URL_DYNAMODB,
      process.env.AWS_ENDPOINT_URL_LAMBDA,
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/',
      'http://nobody.invalid/',
      'no address',
    ];
    const pages = await Promise.all(inside.map((url) => fetchPage(url ?? '', limits)));
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    expect(pages[0]).toMatchObject({ ok: false, reason: 'unreachable' });
  });

  test.each([
    ['', 422],
    ['127.0.0.1', 422],
    ['*:80', 422],
    ['a.example:80,b.example:80', 422],
    [7, 422],
  ])('is not allowed by the helper for %j', async (host, status) => {
    expect((await allow(host)).status).toBe(status);
  });

  test('is not allowed by a cross-site page', async () => {
    expect((await allow('127.0.0.1:1', { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('the local Lambda endpoint', () => {
  let endpoint: Awaited<ReturnType<typeof startLambdaEndpoint>>;
  let client: LambdaClient;
  beforeAll(async () => {
    endpoint = await startLambdaEndpoint({
      echo: { handler: async (event) => event, timeoutSeconds: 5 },
      nothing: { handler: async () => undefined, timeoutSeconds: 5 },
      large: { handler: async () => 'x'.repeat(6 * 1024 * 1024), timeoutSeconds: 5 },
      broken: { handler: () => Promise.reject(new TypeError('no')), timeoutSeconds: 5 },
      endless: { handler: () => new Promise(() => undefined), timeoutSeconds: 0.05 },
    });
    client = new LambdaClient({ endpoint: endpoint.url, maxAttempts: 1 });
  });
  afterAll(() => endpoint.stop());

  const invoke = async (FunctionName: string, payload?: unknown) => {
    const { StatusCode, FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, ...(payload !== undefined && { Payload: JSON.stringify(payload) }) }),
    );
    return { StatusCode, FunctionError, payload: JSON.parse(Payload?.transformToString() ?? '') };
  };

  test('runs a named function and returns its result', async () => {
    expect(await invoke('echo', { ä: [1] })).toEqual({
      StatusCode: 200,
      FunctionError: undefined,
      payload: { ä: [1] },
    });
    expect(await invoke('nothing')).toMatchObject({ payload: null });
  });

  test('reports a function’s error as Lambda does', async () => {
    const { StatusCode, FunctionError, payload } = await invoke('broken');
    expect([StatusCode, FunctionError, payload]).toEqual([
      200,
      'Unhandled',
      { errorType: 'TypeError', errorMessage: 'no' },
    ]);
    expect(await invoke('endless')).toMatchObject({
      FunctionError: 'Unhandled',
      payload: { errorMessage: expect.stringContaining('timed out') },
    });
    expect(await invoke('large')).toMatchObject({
      FunctionError: 'Unhandled',
      payload: { errorType: 'Function.ResponseSizeTooLarge' },
    });
  });

  test('rejects what Lambda rejects', async () => {
    await expect(invoke('absent')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(invoke('constructor')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(invoke('echo', 'x'.repeat(6 * 1024 * 1024))).rejects.toMatchObject({
      name: 'RequestTooLargeException',
    });
    const path = `${endpoint.url}/2015-03-31/functions/echo/invocations`;
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).toBe(403);
    expect((await fetch(path, { headers: { authorization: 'x' } })).status).toBe(404);
    expect((await fetch(path, { method: 'POST', body: '{', headers: { authorization: 'x' } })).status).toBe(400);
  });
});

describe('a failing fetcher', () => {
  /** The client keeps the endpoint that it found first. */
  const freshFetchPage = async (settings: Record<string, string>) => {
    const kept = { ...process.env };
    Object.assign(process.env, settings);
    try {
      let page: unknown;
      await jest.isolateModulesAsync(async () => {
        const fresh = await import('../../functions/reviews/read/fetch-page.ts');
        page = await fresh.fetchPage('http://127.0.0.1/');
      });
      return page;
    } finally {
      Object.assign(process.env, kept);
    }
  };
  const failing = async (answer: (response: ServerResponse) => unknown) => {
    const endpoint = await startOrigin((request, response) => request.resume().on('end', () => answer(response)));
    try {
      return await freshFetchPage({ AWS_ENDPOINT_URL_LAMBDA: endpoint.url });
    } finally {
      await endpoint.close();
    }
  };

  test('a fetcher that fails on a page is reported as an unreachable page', async () => {
    const page = await failing((response) =>
      response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end('{"errorMessage":"out of memory"}'),
    );
    expect(page).toEqual(UNREACHABLE);
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['throttling', (response) => response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{}')],
    ['an internal error', (response) => response.writeHead(500, { 'x-amzn-errortype': 'ServiceException' }).end('{}')],
    ['a dropped connection', (response) => response.destroy()],
  ])('a fetcher is reported as busy and retryable because of %s', async (_, answer) => {
    expect(await failing(answer)).toEqual(BUSY);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a missing permission', () => freshFetchPage({ FETCHER_FUNCTION: 'absent' })],
    ['a malformed response', () => failing((response) => response.writeHead(200).end('<html>'))],
    ['an unexpected response shape', () => failing((response) => response.writeHead(200).end('{"ok":true}'))],
  ])('a fetcher is reported as busy and as our bug because of %s', async (_, fetchIt) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      expect(await fetchIt()).toEqual(BUSY);
      expect(logged.mock.calls.flat().join()).toContain('"level":"error"');
    } finally {
      logged.mockRestore();
    }
  });
});
