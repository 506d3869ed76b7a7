import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isRecord } from '../../functions/kit/unknown.ts';

export interface LocalRequest {
  method: string;
  path: string;
  headers?: Record<string, string | readonly string[] | undefined>;
  body?: string | Uint8Array | undefined;
}

export interface LocalAnswer {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
}

export interface Target {
  route_key: string;
  params: Record<string, string>;
  /** HTTP APIs pass the path decoded, function URLs as received. */
  kind: 'http-api' | 'function-url';
}

const TEXT = /^(text\/|application\/(json|javascript|xml|graphql)\b|application\/[\w.-]+\+(json|xml)\b)/i;

const joined = (headers: LocalRequest['headers'] = {}) => {
  const lower: Record<string, string> = {};
  const cookies: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    const values = typeof value === 'string' ? [value] : value;
    if (key === 'cookie') cookies.push(...values.flatMap((text) => text.split(/;\s*/)).filter(Boolean));
    else lower[key] = [...(key in lower ? [lower[key]] : []), ...values].join(',');
  }
  return { headers: lower, cookies };
};

const queryOf = (raw: string): Record<string, string> | undefined => {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw)) {
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return raw === '' ? undefined : query;
};

/** An HTTP API decodes the path and cuts it at a question mark that the decoding reveals. */
export const decodedPath = (path: string): string => decodeURIComponent(path).split('?')[0] ?? '';

export const splitPath = (path: string): [path: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};

export const toEvent = (request: LocalRequest, target: Target): APIGatewayProxyEventV2 => {
  const [path, query] = splitPath(request.path);
  const { headers, cookies } = joined(request.headers);
  const rawPath = target.kind === 'http-api' ? decodedPath(path) : path;
  const bytes = request.body === undefined ? undefined : Buffer.from(request.body);
  const isBase64Encoded = bytes !== undefined && bytes.length > 0 && !TEXT.test(headers['content-type'] ?? '');
  const queryStringParameters = queryOf(query);
  const host = headers.host ?? '127.0.0.1';
  const at = new Date();
  return {
    version: '2.0',
    routeKey: target.route_key,
    rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(queryStringParameters && { queryStringParameters }),
    ...(Object.keys(target.params).length > 0 && { pathParameters: target.params }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split(/[.:]/)[0] ?? host,
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: headers['x-client-ip'] ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: target.route_key,
      stage: '$default',
      time: at.toUTCString(),
      timeEpoch: at.getTime(),
    },
    ...(bytes && bytes.length > 0 && { body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
};

export const answer = (status: number, headers: Record<string, string>, body: Buffer | string): LocalAnswer => ({
  status,
  headers,
  cookies: [],
  body: Buffer.from(body),
});

export const gatewayError = (status: number, message: string): LocalAnswer =>
  answer(status, { 'content-type': 'application/json' }, JSON.stringify({ message }));

const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

export const isOverPayload = (payload: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(payload) ?? '') > MAX_PAYLOAD_BYTES;

export const fromResult = (result: unknown): LocalAnswer => {
  if (isOverPayload(result)) return gatewayError(500, 'Internal Server Error');
  if (!isRecord(result) || result.statusCode === undefined) {
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return answer(200, { 'content-type': 'application/json' }, text);
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded = false } = result;
  if (!Number.isInteger(statusCode) || !isRecord(headers) || typeof body !== 'string') {
    return gatewayError(500, 'Internal Server Error');
  }
  const answered: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    answered[key === 'www-authenticate' ? 'x-amzn-remapped-www-authenticate' : key] = String(value);
  }
  return {
    status: Number(statusCode),
    headers: { ...(body && !answered['content-type'] && { 'content-type': 'text/plain;charset=UTF-8' }), ...answered },
    cookies: Array.isArray(cookies) ? cookies.map(String) : [],
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
};
