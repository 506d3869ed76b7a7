import type { CloudFrontHeaders, CloudFrontResponseEvent, CloudFrontResponseResult } from 'aws-lambda';
import { AT_THE_EDGE } from '../codes/at-the-edge.ts';
import { EVERYWHERE } from '../codes/everywhere.ts';
import { inWords } from '../codes/sentence.ts';
import { SAFE_HEADERS } from '../kit/http/respond.ts';
import { lambda } from '../kit/lambda.ts';

const SENTENCES = { ...EVERYWHERE, ...AT_THE_EDGE };

interface Refused {
  code: keyof typeof SENTENCES;
  reason?: string;
  retryAfterSeconds?: number;
}

const REFUSALS: Readonly<Record<string, Refused>> = {
  400: { code: 'unreadable_request' },
  404: { code: 'no_such_route' },
  413: { code: 'body_too_large' },
  414: { code: 'address_too_long' },
  429: { code: 'service_busy', reason: 'service_busy', retryAfterSeconds: 1 },
  431: { code: 'headers_too_large' },
  503: { code: 'service_timeout', retryAfterSeconds: 2 },
  504: { code: 'service_timeout', retryAfterSeconds: 2 },
};

const refusedWith = (status: string): Refused & { detail: string } => {
  const refused = REFUSALS[status] ?? { code: Number(status) < 500 ? 'rejected_request' : 'internal_error' };
  return { detail: inWords(SENTENCES[refused.code]), ...refused };
};

const CARRIERS = ['x-challenge', 'x-amzn-remapped-www-authenticate'];

/** Answers that the gateway makes by itself don't have this header. */
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

/** The origin's body can't be read here, and is dropped. */
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

/** API Gateway renames `WWW-Authenticate`, so it is copied back; its own refusals get our form. */
export const handler = lambda([], (event: CloudFrontResponseEvent): CloudFrontResponseResult => {
  const { response, config } = event.Records[0]?.cf ?? {};
  if (!response || !config) throw new Error('CloudFront sent no response.');
  if (Number(response.status) >= 400 && !isOurs(response.headers)) {
    return replaced(response.status, response.statusDescription, config.requestId);
  }
  copyChallenge(response.headers);
  return response;
});
