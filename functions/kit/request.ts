import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { setting } from './config.ts';
import { Refusal } from './errors.ts';
import { newId } from './ids.ts';
import { isSame } from './server-keys.ts';

/** A request as the rest of the kit sees it. */
export interface Request {
  id: string;
  route_key: string;
  headers: Readonly<Record<string, string>>;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: string;
  /** The viewer's address, written by our own edge; forwarding headers of callers are never read. */
  ip: string;
  origin: string | undefined;
}

const REQUEST_ID = /^[\w.:/=+@-]{1,128}$/;

/** The caller's `X-Request-Id` where it is harmless in a log line, else a new id. */
const requestIdOf = (presented: string | undefined) => (presented && REQUEST_ID.test(presented) ? presented : newId());

export const readRequest = (event: APIGatewayProxyEventV2): Request => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {}))
    if (value !== undefined) headers[name.toLowerCase()] = value;
  const text = event.body ?? '';
  return {
    id: requestIdOf(headers['x-request-id']),
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

/** Refuses whoever did not come through the edge: it alone knows one of the (at most two) valid secrets. */
export const requireEdge = (request: Request): void => {
  const presented = request.headers['x-origin-secret'] ?? '';
  const known = setting('ORIGIN_SECRETS').split(',');
  if (!known.some((secret) => isSame(secret.trim(), presented))) {
    throw new Refusal(403, 'Call the public address of this service, not the address behind it.');
  }
};
