import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { setting } from '../kit/config.ts';
import type { Request as Incoming } from '../kit/contract/request.ts';
import { type Answer, SAFE_HEADERS } from '../kit/http/respond.ts';

/** Browser pages of other origins may not call. */
export const isOwnOrigin = (origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).origin === new URL(setting('BASE_URL')).origin;

/** The MCP token that a request presents: the path's, or at `/mcp` the Bearer's. Undefined for any other path. */
export const presentedToken = (
  path: string,
  headers: Incoming['headers'],
): { token: string | undefined } | undefined => {
  const [, segment] = /^\/mcp(?:\/([^/]+))?$/.exec(path) ?? [];
  if (segment !== undefined) return { token: segment };
  if (path !== '/mcp') return undefined;
  return { token: /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1] };
};

const KEPT = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id'];

/** The event as the SDK's web request, without the token: neither path nor Authorization go further than this. */
export const toWebRequest = (event: APIGatewayProxyEventV2, incoming: Incoming): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (KEPT.includes(name) || name.startsWith('mcp-')) headers.set(name, value);
  }
  const { method } = event.requestContext.http;
  return new Request(new URL('/mcp', setting('BASE_URL')), { method, headers, body: incoming.body });
};

/** The SDK's answer as the function URL's, read to its end: nothing stays open after it. */
export const toAnswer = async (response: Response): Promise<Answer> => ({
  statusCode: response.status,
  headers: { ...SAFE_HEADERS, ...Object.fromEntries(response.headers) },
  body: await response.text(),
});
