import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { authoriseMcp } from '../kit/access/authorize.ts';
import { now } from '../kit/clock.ts';
import { type Request as Incoming, otherIds, readRequest, requireEdge } from '../kit/contract/request.ts';
import { forbidden, Refusal, unauthorised } from '../kit/errors.ts';
import { type Answer, encodeBody, json } from '../kit/http/respond.ts';
import { logBug, logLine } from '../kit/log.ts';
import { onBehalfOf } from '../kit/trace.ts';
import { answerOnce } from './server.ts';
import type { AgentTool, Clients } from './tool.ts';
import { isOwnOrigin, presentedToken, toAnswer, toWebRequest } from './web.ts';

const MAX_BODY = 256 * 1024;

const rpcError = (status: number, code: number, message: string, headers: Record<string, string> = {}): Answer =>
  json(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers);

const problem = (error: unknown, id: string): Answer => {
  if (error instanceof Refusal) return json(error.status, { detail: error.detail, ...error.fields }, error.headers);
  logBug(id, error);
  return json(500, { detail: 'Something went wrong on our side. Try again; if it stays, report the x-request-id.' });
};

const isBatch = (body: string) => body.trimStart().startsWith('[');

const handle = async (
  clients: Clients,
  tools: readonly AgentTool[],
  event: APIGatewayProxyEventV2,
  request: Incoming,
) => {
  requireEdge(request);
  const presented = presentedToken(event.rawPath, request.headers);
  if (!presented) throw new Refusal(404, 'No such route. The MCP address is /mcp/<mcp_token>; see /mcp.json.');
  if (request.origin !== undefined && !isOwnOrigin(request.origin)) {
    throw forbidden('Pages of other origins may not call this server.', { reason: 'origin_not_allowed' });
  }
  const authorised = await authoriseMcp(clients.table, presented.token, request.ip);
  if (event.requestContext.http.method !== 'POST') {
    return rpcError(405, -32000, 'Method not allowed. This server keeps no session and opens no stream: POST only.', {
      allow: 'POST',
    });
  }
  if (Buffer.byteLength(request.body) > MAX_BODY) return rpcError(413, -32600, 'The body is over 256 KB. Send less.');
  // Both revisions dropped batches, and one would count once in the rate window whatever it holds.
  if (isBatch(request.body)) return rpcError(400, -32600, 'Batches are not served. Send one message per request.');
  const { actor } = authorised;
  if (actor.kind !== 'mcp') throw unauthorised('unknown');
  const call = { ...authorised, actor, now: now(), request, ...clients };
  return toAnswer(await answerOnce(tools, call, toWebRequest(event, request)));
};

/** The function URL's handler: edge secret → origin → rate window and token → one MCP message. */
export const mcpEndpoint =
  (clients: Clients, tools: readonly AgentTool[]) =>
  async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const started = Date.now();
    const request = readRequest(event);
    const answer = await onBehalfOf(request.id, () =>
      handle(clients, tools, event, request).catch((error: unknown) => problem(error, request.id)),
    );
    answer.headers['x-request-id'] = request.id;
    logLine({
      id: request.id,
      route: `${event.requestContext.http.method} /mcp/***`,
      status: answer.statusCode ?? 0,
      ms: Date.now() - started,
      ...otherIds(request, event),
    });
    return encodeBody(answer, request.headers['accept-encoding']);
  };
