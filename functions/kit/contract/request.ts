import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { setting } from '../config.ts';
import { notThroughEdge } from '../errors.ts';
import { logLine } from '../log.ts';
import { isSame } from '../server-keys.ts';

export interface Request {
  id: string;
  route_key: string;
  headers: Readonly<Record<string, string>>;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: string;
  /** Written by our own edge; forwarding headers of callers are never read. */
  ip: string;
  origin: string | undefined;
}

const REQUEST_ID = /^[\w.:/=+@-]{1,128}$/;
const SECRET = /sv[a-z]{2}_/;

const isSafeInLogs = (id: string | undefined): id is string =>
  id !== undefined && REQUEST_ID.test(id) && !SECRET.test(id);

/** The caller's id if it is safe in a log line, otherwise CloudFront's, which is `x-edge-request-id` in its log. */
const requestIdOf = (presented: string | undefined, at_edge: string | undefined) =>
  [presented, at_edge].find(isSafeInLogs) ?? randomUUID();

/** Reading an event twice may give it two ids. */
export const readRequest = (event: APIGatewayProxyEventV2): Request => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {}))
    if (value !== undefined) headers[name.toLowerCase()] = value;
  const text = event.body ?? '';
  return {
    id: requestIdOf(headers['x-request-id'], headers['x-amz-cf-id']),
    route_key: event.routeKey,
    headers,
    params: Object.fromEntries(Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? ''])),
    query: Object.fromEntries(
      Object.entries(event.queryStringParameters ?? {}).map(([name, value]) => [name, value ?? '']),
    ),
    body: event.isBase64Encoded ? Buffer.from(text, 'base64').toString('utf8') : text,
    ip: headers['x-client-ip'] ?? '0.0.0.0',
    origin: headers.origin,
  };
};

export const otherIds = (request: Request, event: APIGatewayProxyEventV2) => {
  const edge = request.headers['x-amz-cf-id'];
  return { ...(edge !== request.id && isSafeInLogs(edge) && { edge }), gateway: event.requestContext.requestId };
};

/** Only the edge knows one of the (at most two) valid secrets. */
export const requireEdge = (request: Request): void => {
  const presented = request.headers['x-origin-secret'] ?? '';
  const known = setting('ORIGIN_SECRETS').split(',');
  if (!known.some((secret) => isSame(secret.trim(), presented))) {
    logLine({ id: request.id, refused: 'edge' });
    throw notThroughEdge();
  }
};
