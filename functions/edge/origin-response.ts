import type { CloudFrontHeaders, CloudFrontResponseEvent, CloudFrontResponseResult } from 'aws-lambda';
import { SAFE_HEADERS } from '../kit/http/respond.ts';
import { lambda } from '../kit/lambda.ts';
import { refusedWith } from './refusals.ts';

const CARRIERS = ['x-challenge', 'x-amzn-remapped-www-authenticate'];

/** Every answer of our functions has this header; what the gateway in front of them says by itself has not. */
const isOurs = (headers: CloudFrontHeaders) => headers['x-content-type-options'] !== undefined;

const copyChallenge = (headers: CloudFrontHeaders) => {
  const value = CARRIERS.map((name) => headers[name]?.[0]?.value).find((found) => found !== undefined);
  if (value !== undefined && !headers['www-authenticate']) {
    headers['www-authenticate'] = [{ key: 'WWW-Authenticate', value }];
  }
  delete headers['x-challenge'];
};

const asHeaders = (plain: Readonly<Record<string, string>>): CloudFrontHeaders =>
  Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, [{ key, value }]]));

/** The same status with a `detail` and our headers. What the origin said cannot be read here, and is dropped. */
const replaced = (status: string, statusDescription: string, requestId: string): CloudFrontResponseResult => {
  const { retryAfterSeconds, ...body } = refusedWith(status);
  return {
    status,
    statusDescription,
    headers: asHeaders({
      ...SAFE_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-request-id, retry-after',
      'x-request-id': requestId,
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    }),
    bodyEncoding: 'text',
    body: JSON.stringify(body),
  };
};

/**
 * Lambda@Edge, on what the origin answered: API Gateway renames `WWW-Authenticate`, so it is copied back; and a refusal that
 * none of our functions made gets our form.
 */
export const handler = lambda([], (event: CloudFrontResponseEvent): CloudFrontResponseResult => {
  const { response, config } = event.Records[0]?.cf ?? {};
  if (!response || !config) throw new Error('CloudFront sent no response.');
  if (Number(response.status) >= 400 && !isOurs(response.headers)) {
    return replaced(response.status, response.statusDescription, config.requestId);
  }
  copyChallenge(response.headers);
  return response;
});
