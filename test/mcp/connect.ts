import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { invoke } from '../../lib/local/gateway.ts';
import { freshIp, stage } from '../driver.ts';

const NO_BODY = new Set([202, 204, 304]);

const inProcess = async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const headers = { 'x-client-ip': freshIp(), ...Object.fromEntries(request.headers) };
  const body = request.body ? await request.text() : undefined;
  const answer = await invoke({ method: request.method, path: pathname + search, headers, body });
  const bytes = NO_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
  return new Response(bytes, { status: answer.status, headers: answer.headers });
};

/** `fetch` through the handlers in this process, or over HTTP to the stage that TEST_BASE_URL names. */
export const throughStage = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  return process.env.TEST_BASE_URL ? fetch(request) : inProcess(request);
};

/** The MCP address of a token; without one, the address that takes it as a Bearer. */
export const mcpUrl = (token?: string): URL =>
  new URL(token === undefined ? '/mcp' : `/mcp/${token}`, process.env.TEST_BASE_URL ?? stage().base_url);

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** The official client, speaking one revision. */
export const connectClient = async (
  token: string,
  revision: Revision = '2026-07-28',
  headers: Record<string, string> = {},
): Promise<Client> => {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  const client = new Client({ name: 'agent-under-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(mcpUrl(token), { fetch: throughStage, requestInit: { headers } }),
  );
  return client;
};

/** A tool's answer: the server's own words, parsed where they are JSON, and apart from them what strangers wrote. */
export const callTool = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const [first = '', untrusted = ''] = texts;
  return {
    isError: isError === true,
    text: first,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
    trusted: (first.startsWith('{') ? JSON.parse(first) : undefined) as any,
    untrusted,
    texts,
  };
};

/** A JSON-RPC message as plain HTTP, for what the official client would never send. */
export const post = (url: URL, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  throughStage(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
