import type { Sentence } from './sentence.ts';

export const EVERYWHERE = {
  no_such_route: ['No such route.', 'See /llms.txt for the available routes.'],
  internal_error: ['Something went wrong on our side.', 'Try again. If the problem persists, report the x-request-id.'],
  not_through_edge: ['This request bypassed the public address of the service.', 'Call the public address instead.'],
  unreadable_request: ['This request can’t be read.', 'Check its address for broken percent escapes.'],
  rejected_request: [
    'This request was rejected before it reached the service.',
    'Check its address and headers against /llms.txt.',
  ],
  body_too_large: ['The body is too large.', 'Send at most 256 KB.'],
  address_too_long: ['The address is too long.', 'Send at most 8 KB.'],
  headers_too_large: ['The headers are too large.', 'Send at most 10 KB.'],
  service_busy: ['The service is receiving too many requests.', 'Wait a moment, then try again.'],
  service_timeout: ['The service didn’t answer in time.', 'Try again in a moment.'],
  rate_limited: ['Too many requests from your address.', 'Wait five minutes, then send fewer.'],
} as const satisfies Record<string, Sentence>;
