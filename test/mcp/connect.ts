import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Answer } from '../../functions/kit/respond.ts';

export type McpHandler = (event: APIGatewayProxyEventV2) => Promise<Answer>;

/** A function URL's event for a web request that came through the edge. */
const toEvent = async (request: Request, edge: Record<string, string>): Promise<APIGatewayProxyEventV2> => {
  const url = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), ...edge };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    body: request.body ? await request.text() : undefined,
    isBase64Encoded: false,
    requestContext: {
      http: { method: request.method, path: url.pathname, protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' },
    },
  } as unknown as APIGatewayProxyEventV2;
};

const NO_BODY = new Set([202, 204, 304]);

/** `fetch` straight into the handler, as the edge would call it. */
export const fetchInto =
  (handler: McpHandler, edge: Record<string, string> = {}) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, signal: null });
    const secret = process.env.ORIGIN_SECRETS?.split(',')[0] ?? '';
    const event = await toEvent(request, { 'x-origin-secret': secret, 'x-client-ip': '192.0.2.1', ...edge });
    const { statusCode = 500, headers, body = '', isBase64Encoded } = await handler(event);
    const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : body;
    return new Response(NO_BODY.has(statusCode) ? null : bytes, { status: statusCode, headers });
  };

export type Revision = '2026-07-28' | '2025-11-25';

/** The official client, speaking one revision. */
export const connectClient = async (
  url: URL,
  revision: Revision,
  fetch: ReturnType<typeof fetchInto>,
): Promise<Client> => {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  const client = new Client({ name: 'agent-under-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
  return client;
};

/** The text blocks of a tool's answer: the server's own words first, then what strangers wrote. */
export const callTool = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { isError: isError === true, trusted: texts[0] ?? '', untrusted: texts[1] ?? '', texts };
};
