import type { Sentence } from './sentence.ts';

/** Of answers that the service's own functions don't make, or that only some of them make. */
export const AT_THE_EDGE = {
  unreadable_request: ['This request can’t be read.', 'Check its address for broken percent escapes.'],
  rejected_request: [
    'This request was rejected before it reached the service.',
    'Check its address and headers against /llms.txt.',
  ],
  body_too_large: ['The body is too large.', 'Send at most 256 KB.'],
  short_upload_too_large: [
    'The file is too large for this address.',
    'Send at most 4 MB here, or PUT it to `url` with `headers`.',
  ],
  address_too_long: ['The address is too long.', 'Send at most 8 KB.'],
  headers_too_large: ['The headers are too large.', 'Send at most 10 KB.'],
  service_busy: ['The service is receiving too many requests.', 'Wait a moment, then try again.'],
  service_timeout: ['The service didn’t answer in time.', 'Try again in a moment.'],
  rate_limited: ['Too many requests from your address.', 'Wait five minutes, then send fewer.'],
} as const satisfies Record<string, Sentence>;
