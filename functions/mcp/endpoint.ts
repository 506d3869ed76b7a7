import { loadRefusals } from '../codes/load-refusals.ts';
import { inWords } from '../codes/sentence.ts';
import { authorizeMcp } from '../kit/access/authorize.ts';
import { noteUse } from '../kit/access/last-use.ts';
import { MCP_SCOPES, type McpScope } from '../kit/access/scopes.ts';
import { now } from '../kit/clock.ts';
import { setting } from '../kit/config.ts';
import { MAX_BODY_BYTES } from '../kit/contract/parse.ts';
import type { Request as Incoming } from '../kit/contract/request.ts';
import { badRequest, challenging, forbidden, notFound, Refusal, unauthorized } from '../kit/errors.ts';
import { type Event, serveHttp } from '../kit/http/edge.ts';
import { requireSendable } from '../kit/http/fit.ts';
import { connect, primed } from '../kit/http/prime.ts';
import { type Answer, json, SAFE_HEADERS } from '../kit/http/respond.ts';
import { rehearse } from './rehearse.ts';
import { answerOnce } from './server.ts';
import type { AgentTool, Clients } from './tool.ts';

const isOwnOrigin = (origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).origin === new URL(setting('BASE_URL')).origin;

interface Token {
  text: string | undefined;
  isFrom: 'path' | 'header';
}

const presentedToken = (path: string, headers: Incoming['headers']): Token | undefined => {
  const [, segment] = /^\/mcp(?:\/([^/]+))?$/.exec(path) ?? [];
  if (segment !== undefined) return { text: segment, isFrom: 'path' };
  if (path !== '/mcp') return undefined;
  return { text: /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1], isFrom: 'header' };
};

/** Enough to work on notes; a client asks for more when it needs it. */
const FIRST_SCOPES = ['read', 'write'] as const;

/** Parameters of a challenge (RFC 9728, 5.1; RFC 6750, 3). */
const whereToSignIn = (scopes: readonly McpScope[]): string => {
  const document = `${setting('BASE_URL')}/.well-known/oauth-protected-resource/mcp`;
  return `resource_metadata="${document}", scope="${scopes.join(' ')}"`;
};

const callOfTool = (body: string): { name: string; arguments: object } | undefined => {
  try {
    const { method, params } = JSON.parse(body);
    if (method !== 'tools/call' || typeof params?.name !== 'string') return undefined;
    const { name, arguments: args } = params;
    return { name, arguments: typeof args === 'object' && args !== null ? args : {} };
  } catch {
    return undefined;
  }
};

const tooLarge = (tools: readonly AgentTool[], body: string): 'body_too_large' | 'pictures_too_large' | undefined => {
  const bytes = Buffer.byteLength(body);
  if (bytes <= MAX_BODY_BYTES) return undefined;
  const called = callOfTool(body)?.name;
  const most = tools.find(({ name }) => name === called)?.maxBody;
  if (most === undefined) return 'body_too_large';
  return bytes > most ? 'pictures_too_large' : undefined;
};

/** One challenge names everything that is missing: all tools read what they work on. */
const requireScope = (tools: readonly AgentTool[], scopes: readonly McpScope[], body: string): void => {
  const called = callOfTool(body);
  const asked = tools.find(({ name }) => name === called?.name)?.scope ?? 'read';
  const scope = typeof asked === 'string' ? asked : asked({ ...called?.arguments });
  if (scopes.includes(scope)) return;
  const wanted = MCP_SCOPES.filter((one) => one === scope || scopes.includes(one));
  throw challenging(forbidden('mcp_scope_missing', { scope }), `error="insufficient_scope", ${whereToSignIn(wanted)}`);
};

/** Clients that want fewer tools, or none that write, name those they want. */
const chosenTools = (tools: readonly AgentTool[], named: string | undefined): readonly AgentTool[] => {
  if (named === undefined) return tools;
  const names = named.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !tools.some((one) => one.name === name));
  if (unknown !== undefined) throw badRequest('mcp_tools_unknown', { name: unknown.slice(0, 40) });
  return tools.filter(({ name }) => names.includes(name));
};

const KEPT = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id'];

const address = () => new URL('/mcp', setting('BASE_URL'));

/** Without the token: neither path nor Authorization go further than this. */
const toWebRequest = (event: Event, incoming: Incoming): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (KEPT.includes(name) || name.startsWith('mcp-')) headers.set(name, value);
  }
  const { method } = event.requestContext.http;
  return new Request(address(), { method, headers, body: incoming.body });
};

/** Read to its end: nothing stays open after it. */
const toAnswer = async (response: Response): Promise<Answer> => {
  const body = await response.text();
  requireSendable(Buffer.byteLength(body));
  return { statusCode: response.status, headers: { ...SAFE_HEADERS, ...Object.fromEntries(response.headers) }, body };
};

const rpcError = async (
  status: number,
  code: number,
  refusal: 'method_not_allowed' | 'body_too_large' | 'pictures_too_large' | 'batch_refused',
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const error = { code, message: inWords((await loadRefusals())[refusal]), data: { code: refusal } };
  return json(status, { jsonrpc: '2.0', id: null, error }, headers);
};

const isBatch = (body: string) => body.trimStart().startsWith('[');

export const mcpEndpoint = (clients: Clients, tools: readonly AgentTool[]) => {
  const answer = async (request: Incoming, event: Event): Promise<Answer> => {
    const presented = presentedToken(event.rawPath, request.headers);
    if (!presented) throw notFound('mcp_address_unknown');
    if (request.origin !== undefined && !isOwnOrigin(request.origin)) {
      throw forbidden('mcp_origin_not_allowed', {}, { reason: 'origin_not_allowed' });
    }
    const { use, scopes, ...authorized } = await authorizeMcp(clients.table, presented, request.ip).catch(
      (error: unknown) => {
        const maySignIn = error instanceof Refusal && error.status === 401 && presented.isFrom === 'header';
        throw maySignIn ? challenging(error, whereToSignIn(FIRST_SCOPES)) : error;
      },
    );
    if (event.requestContext.http.method !== 'POST') {
      return rpcError(405, -32000, 'method_not_allowed', { allow: 'POST' });
    }
    const large = tooLarge(tools, request.body);
    if (large) return rpcError(413, -32600, large);
    // Both revisions dropped batches, and one would count once in the rate window regardless of its size.
    if (isBatch(request.body)) return rpcError(400, -32600, 'batch_refused');
    const chosen = chosenTools(tools, request.headers['x-mcp-tools']);
    const { actor } = authorized;
    if (actor.kind !== 'mcp') throw unauthorized('unknown');
    if (scopes) requireScope(tools, scopes, request.body);
    const call = { ...authorized, actor, now: now(), request, ...clients };
    const noted = noteUse(clients.table, use);
    try {
      return await toAnswer(await answerOnce(chosen, call, toWebRequest(event, request)));
    } finally {
      await noted();
    }
  };
  // The path may hold the token.
  const handler = serveHttp(answer, {
    sentences: loadRefusals,
    route: ({ requestContext }) => `${requestContext.http.method} /mcp/***`,
  });
  return primed(handler, () => Promise.all([connect(clients.table), rehearse(clients, tools, address())]));
};
