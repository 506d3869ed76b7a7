import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { areas } from '../../functions/areas.ts';
import { accessLine } from '../stack/api-settings.ts';
import { answerOfEdge, edgeRequestId, throughEdge } from './edge.ts';
import {
  fromResult,
  gatewayError,
  isOverPayload,
  type LocalAnswer,
  type LocalRequest,
  splitPath,
  toEvent,
} from './event.ts';
import { loadHandler } from './invocation.ts';
import { createRouter } from './routes.ts';

const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;
const MAX_URL_BYTES = 8192;
const INTEGRATION_SECONDS = 30;

const router = createRouter(areas);

const loaded = new Map<string, ReturnType<typeof loadHandler<APIGatewayProxyEventV2>>>();

const handlerOf = (folder: string) => {
  const known = loaded.get(folder) ?? loadHandler<APIGatewayProxyEventV2>(`${folder}/index.ts`);
  loaded.set(folder, known);
  // A module that failed to load is retried: its error answers this request only.
  known.catch(() => loaded.delete(folder));
  return known;
};

export const loadAll = async (): Promise<void> => {
  await Promise.all([...areas.map((area) => area.name), 'mcp', 'not-found'].map(handlerOf));
};

const headerBytes = (headers: LocalRequest['headers'] = {}) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value ?? '').length + 4, 0);

const refusalOf = (request: LocalRequest): LocalAnswer | undefined => {
  if (request.path.length > MAX_URL_BYTES) return gatewayError(414, 'URI Too Long');
  if (headerBytes(request.headers) > MAX_HEADER_BYTES) return gatewayError(431, 'Request Header Fields Too Large');
  if (Buffer.byteLength(request.body ?? '') > MAX_REQUEST_BYTES) return gatewayError(413, 'Request Entity Too Large');
  const [path] = splitPath(request.path);
  try {
    decodeURIComponent(path);
  } catch {
    return gatewayError(400, 'Bad Request');
  }
  return undefined;
};

const withTimeout = async (work: Promise<unknown>): Promise<LocalAnswer> => {
  const late = Promise.withResolvers<LocalAnswer>();
  const timer = setTimeout(() => late.resolve(gatewayError(503, 'Service Unavailable')), INTEGRATION_SECONDS * 1000);
  try {
    return await Promise.race([late.promise, work.then(fromResult)]);
  } finally {
    clearTimeout(timer);
  }
};

export const gatewayEvent = (
  request: LocalRequest,
  edgeId = edgeRequestId(),
): { folder: string; event: APIGatewayProxyEventV2 } => {
  const match = router(request.method, splitPath(request.path)[0]);
  const secret = (process.env.ORIGIN_SECRETS ?? '').split(',')[0] ?? '';
  const headers = {
    'x-client-ip': '127.0.0.1',
    ...request.headers,
    'x-origin-secret': secret,
    'x-amz-cf-id': edgeId,
  };
  return { folder: match.folder, event: toEvent({ ...request, headers }, match) };
};

const invokeEvent = async (folder: string, event: APIGatewayProxyEventV2): Promise<LocalAnswer> => {
  if (isOverPayload(event)) return gatewayError(500, 'Internal Server Error');
  try {
    const handler = await handlerOf(folder);
    return await withTimeout(handler(event, { awsRequestId: event.requestContext.requestId }));
  } catch (error) {
    console.error(`${event.routeKey} failed:`, error);
    return gatewayError(500, 'Internal Server Error');
  }
};

const answerOf = async (
  request: LocalRequest,
  edgeId: string,
  log: ((line: string) => void) | undefined,
): Promise<LocalAnswer> => {
  const refusal = refusalOf(request);
  if (refusal) return refusal;
  const { folder, event } = gatewayEvent(request, edgeId);
  const { requestId, timeEpoch } = event.requestContext;
  const answer = await invokeEvent(folder, event);
  const ms = Date.now() - timeEpoch;
  log?.(
    accessLine({
      '$context.requestId': requestId,
      '$context.integration.requestId': requestId,
      '$context.requestTimeEpoch': timeEpoch,
      '$context.routeKey': event.routeKey,
      '$context.status': answer.status,
      '$context.responseLength': answer.body.length,
      '$context.responseLatency': ms,
      '$context.integration.latency': ms,
    }),
  );
  return answer;
};

/** `x-client-ip` is trusted as if the edge had written it; `log` receives API Gateway's line of the access log. */
export const invoke = async (request: LocalRequest, log?: (line: string) => void): Promise<LocalAnswer> => {
  const edgeId = edgeRequestId();
  const own = answerOfEdge(request, edgeId);
  if (own) return own;
  const answer = await answerOf(request, edgeId, log);
  // As in lib/stack/front.ts.
  return request.path.startsWith('/w/') ? answer : throughEdge(answer, edgeId);
};
