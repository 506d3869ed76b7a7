import type { Sentence } from './sentence.ts';

/** Of functions that serve documents alone, which carry no other code. */
export const EVERYWHERE = {
  no_such_route: ['No such route.', 'See /llms.txt for the available routes.'],
  internal_error: ['Something went wrong on our side.', 'Try again. If the problem persists, report the x-request-id.'],
  not_through_edge: ['This request bypassed the public address of the service.', 'Call the public address instead.'],
  unknown_field: ['{field} is unknown.', 'Perhaps you meant {nearest}.'],
  unknown_fields: ['These fields are unknown: {fields}.', 'Leave them out.'],
} as const satisfies Record<string, Sentence>;
