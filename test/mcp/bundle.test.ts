import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { handler } from '../../functions/mcp/index.ts';
import { lambda } from '../../functions/mcp/lambda.ts';
import { bundleLambda, writeBundle } from '../../lib/build/bundling.ts';
import { gatewayEvent } from '../../lib/local/gateway.ts';
import { newWorkspace } from '../driver.ts';

const SCRIPT = `
const [, bundle, events] = process.argv;
const { handler } = require(bundle);
(async () => {
  const answers = [];
  for (const event of JSON.parse(events)) answers.push(await handler(event, { awsRequestId: 'r' }));
  console.log(JSON.stringify(answers));
})();`;

const call = (method: string, params: object = {}, id: number | undefined = 1) => ({
  jsonrpc: '2.0',
  ...(id && { id }),
  method,
  params,
});

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const LIST = { name: 'list_annotations', arguments: { status: 'pending' } };
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Of both revisions, the newer one with its headers. */
const legacy = (body: unknown, headers = {}) => ({ method: 'POST', headers: { ...HEADERS, ...headers }, body });
const modern = (method: string, params: { name?: string } = {}, id?: number) =>
  legacy(call(method, { ...params, _meta }, id), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(params.name && { 'mcp-name': params.name }),
  });

const REQUESTS = {
  'legacy initialize': legacy(
    call('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }),
  ),
  'legacy tools/list': legacy(call('tools/list')),
  'legacy tools/call': legacy(call('tools/call', LIST)),
  'legacy unknown tool': legacy(call('tools/call', { name: 'nonsense' })),
  'legacy ping': legacy(call('ping')),
  'legacy unknown method': legacy(call('nonsense')),
  'legacy notification': legacy(call('notifications/initialized', {}, 0)),
  'legacy unknown revision': legacy(call('tools/list'), { 'mcp-protocol-version': '1999-01-01' }),
  'legacy without accept': legacy(call('tools/list'), { accept: 'text/html' }),
  'legacy text': legacy(call('tools/list'), { 'content-type': 'text/plain' }),
  'modern discover': modern('server/discover'),
  'modern tools/list': modern('tools/list'),
  'modern tools/call': modern('tools/call', LIST),
  'modern wrong arguments': modern('tools/call', { ...LIST, arguments: { limit: 'ä' } } as object),
  'modern resources/list': modern('resources/list'),
  'modern prompts/list': modern('prompts/list'),
  'modern subscription': modern('subscriptions/listen'),
  'modern without its header': legacy(call('tools/list', { _meta })),
  'modern with another method': { ...modern('tools/list'), body: call('prompts/list', { _meta }) },
  'no JSON': legacy('{"jsonrpc":'),
  nothing: legacy(''),
  GET: { method: 'GET', headers: HEADERS, body: undefined },
};

let answers: unknown[] = [];
let events: APIGatewayProxyEventV2[] = [];

beforeAll(async () => {
  const site = await (await newWorkspace()).site();
  events = Object.values(REQUESTS).map(
    ({ method, headers, body }) =>
      gatewayEvent(
        {
          method,
          path: `/mcp/${site.mcp_token}`,
          headers: { 'accept-encoding': 'identity', ...headers },
          body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        },
        // A random one may look like a secret, which each side would replace by another id.
        'edge-id',
      ).event,
  );
  const folder = writeBundle(await bundleLambda('functions/mcp/index.ts'), lambda.files);
  const args = ['-e', SCRIPT, folder, JSON.stringify(events)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: process.env, maxBuffer: 1e8 });
  answers = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}, 60_000);

describe('the bundle of MCP', () => {
  test('gives answers of every kind to these requests', () => {
    const statuses = (answers as { statusCode: number }[]).map(({ statusCode }) => statusCode);
    expect([...new Set(statuses)].sort()).toEqual([200, 202, 400, 405, 406, 415]);
  });

  test.each(Object.keys(REQUESTS).map((name, at) => [name, at] as const))(
    'answers as the sources do: %s',
    async (_, at) => {
      const answer = await handler(events[at]!, { awsRequestId: 'r' });
      expect(answers[at]).toEqual(JSON.parse(JSON.stringify(answer)));
    },
  );
});
