import { EVERYWHERE } from '../codes/everywhere.ts';
import { inWords } from '../codes/sentence.ts';

interface Refused {
  code: keyof typeof EVERYWHERE;
  reason?: string;
  retryAfterSeconds?: number;
}

/** In the place of what API Gateway and function URLs say by themselves, by status. */
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

export const refusedWith = (status: string): Refused & { detail: string } => {
  const refused = REFUSALS[status] ?? { code: Number(status) < 500 ? 'rejected_request' : 'internal_error' };
  return { detail: inWords(EVERYWHERE[refused.code]), ...refused };
};
