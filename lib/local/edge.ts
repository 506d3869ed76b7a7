import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CloudFrontResponseEvent, CloudFrontResultResponse } from 'aws-lambda';
import { handler as originResponse } from '../../functions/edge/origin-response.ts';
import { answer, type LocalAnswer, type LocalRequest } from './event.ts';

type Valued = Record<string, { value: string }>;

interface ViewerRequestEvent {
  version: '1.0';
  context: { distributionDomainName: string; distributionId: string; eventType: 'viewer-request'; requestId: string };
  viewer: { ip: string };
  request: { method: string; uri: string; querystring: object; headers: Valued; cookies: object };
}

export type ViewerRequestResult =
  | ViewerRequestEvent['request']
  | { statusCode: number; statusDescription: string; headers: Valued; body?: { encoding: 'text'; data: string } };

const DISTRIBUTION = { distributionDomainName: 'd111111abcdef8.cloudfront.net', distributionId: 'EDFDVBD6EXAMPLE' };

export const edgeRequestId = (): string => `${randomBytes(38).toString('base64url')}==`;

const code = readFileSync(join(import.meta.dirname, '../../functions/edge/viewer-request.js'), 'utf8');
let compiled: ((event: ViewerRequestEvent) => ViewerRequestResult) | undefined;

export const viewerRequest = (event: ViewerRequestEvent): ViewerRequestResult => {
  compiled ??= new Script(`${code}; handler`).runInThisContext() as NonNullable<typeof compiled>;
  return compiled(event);
};

const valued = (headers: Record<string, string>): Valued =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));

const contentLength = ({ headers = {}, body }: LocalRequest): string | undefined => {
  const { 'content-length': given, 'transfer-encoding': chunked } = headers;
  if (given !== undefined) return String(given);
  return body === undefined || chunked !== undefined ? undefined : String(Buffer.byteLength(body));
};

/** Also the answer to a preflight. */
export const answerOfEdge = (request: LocalRequest, requestId: string): LocalAnswer | undefined => {
  const { method, path } = request;
  const length = contentLength(request);
  const { origin } = request.headers ?? {};
  const headers = valued({
    ...(length !== undefined && { 'content-length': length }),
    ...(typeof origin === 'string' && { origin }),
  });
  const result = viewerRequest({
    version: '1.0',
    context: { ...DISTRIBUTION, eventType: 'viewer-request', requestId },
    viewer: { ip: '127.0.0.1' },
    request: { method, uri: path.split('?')[0] ?? '/', querystring: {}, headers, cookies: {} },
  });
  if (!('statusCode' in result)) return undefined;
  const answered = Object.entries(result.headers).map(([name, { value }]) => [name, value]);
  return answer(result.statusCode, Object.fromEntries(answered), result.body?.data ?? '');
};

export const throughEdge = async (answer: LocalAnswer, requestId: string): Promise<LocalAnswer> => {
  const status = String(answer.status);
  const named = Object.entries(answer.headers).map(([key, value]) => [key.toLowerCase(), [{ key, value }]] as const);
  const response = { status, statusDescription: STATUS_CODES[status] ?? '', headers: Object.fromEntries(named) };
  const config = { ...DISTRIBUTION, eventType: 'origin-response', requestId };
  const event = { Records: [{ cf: { config, response } }] } as unknown as CloudFrontResponseEvent;
  // The function always responds, and its headers have values.
  const result = (await originResponse(event)) as CloudFrontResultResponse;
  const headers = Object.entries(result.headers ?? {}).map(([name, [first]]) => [name, first?.value ?? '']);
  return {
    ...answer,
    headers: Object.fromEntries(headers),
    ...(result.body !== undefined && { body: Buffer.from(result.body) }),
  };
};
