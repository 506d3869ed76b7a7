import { authoriseMcp } from '../kit/access/authorize.ts';
import { now } from '../kit/clock.ts';
import type { Request as Incoming } from '../kit/contract/request.ts';
import { forbidden, Refusal, unauthorised } from '../kit/errors.ts';
import { type Event, serveHttp } from '../kit/http/edge.ts';
import { type Answer, json } from '../kit/http/respond.ts';
import { answerOnce } from './server.ts';
import type { AgentTool, Clients } from './tool.ts';
import { isOwnOrigin, presentedToken, toAnswer, toWebRequest } from './web.ts';

const MAX_BODY = 256 * 1024;

const rpcError = (status: number, code: number, message: string, headers: Record<string, string> = {}): Answer =>
  json(status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers);

const isBatch = (body: string) => body.trimStart().startsWith('[');

/** The function URL's handler: edge secret → origin → rate window and token → one MCP message. */
export const mcpEndpoint = (clients: Clients, tools: readonly AgentTool[]) => {
  const answer = async (request: Incoming, event: Event): Promise<Answer> => {
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
  // The path may hold the token.
  return serveHttp(answer, { route: ({ requestContext }) => `${requestContext.http.method} /mcp/***` });
};
