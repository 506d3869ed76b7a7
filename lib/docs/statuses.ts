import { limitsOf, type RateLimit } from '../../functions/kit/contract/contract.ts';
import { type Endpoint, pathVariables } from './endpoints.ts';

/** What each error status means here, as every reader of the documents is told. */
export const ERRORS: Readonly<Record<number, { name: string; when: string }>> = {
  400: { name: 'BadRequest', when: 'Unknown status value, tampered cursor, or an unusable Idempotency-Key' },
  401: {
    name: 'Unauthorised',
    when: 'Credential missing, malformed, unknown, revoked or expired, or its workspace deleted: stop retrying with it',
  },
  402: { name: 'PaymentRequired', when: 'The wallet is empty; `wallet_topup_url` says where to top it up' },
  403: { name: 'Forbidden', when: 'The credential is valid, but its role or kind is not enough here' },
  404: {
    name: 'NotFound',
    when: 'Absent, or in a workspace or site that the caller does not see; both answer the same',
  },
  409: { name: 'Conflict', when: 'Somebody else changed it meanwhile: read again, then decide' },
  410: { name: 'Gone', when: 'It was accepted or revoked before' },
  422: { name: 'Unprocessable', when: 'Body or parameters do not fit; `detail` lists where and what to change' },
  429: {
    name: 'TooManyRequests',
    when: 'Rate limit exceeded; `reason` says which. No retry before: wait for `Retry-After` seconds',
  },
  500: { name: 'ServerError', when: 'A bug of ours; report the `x-request-id`' },
  503: { name: 'Unavailable', when: 'Busy for a moment; nothing was refused for good. Wait for `Retry-After` seconds' },
};

const has = (shape: unknown, field: string): boolean =>
  typeof shape === 'object' && shape !== null && 'shape' in shape && field in (shape.shape as object);

/** The error statuses that a caller of this row may meet. */
export const errorStatuses = ({ row }: Endpoint): number[] => {
  const isAuthorised = row.by.length > 0;
  const isLookedUp = pathVariables(row.path).length > 0 || (row.by.includes('session') && row.scope !== 'user');
  const mayBeBad =
    row.method === 'POST' || [row.query, row.body].some((shape) => has(shape, 'cursor') || has(shape, 'status'));
  const applying = [
    ...(mayBeBad ? [400] : []),
    ...(isAuthorised ? [401, 403] : []),
    ...(isLookedUp ? [404] : []),
    ...(row.query || row.body || row.method === 'POST' ? [422] : []),
    // The edge's own per-address rule covers every route, whatever the row counts itself.
    429,
    500,
    ...(isAuthorised || limitsOf(row).length > 0 ? [503] : []),
    ...(row.refuses ?? []),
  ];
  return [...new Set(applying)].sort((a, b) => a - b);
};

const limitText = ({ bucket, max, per_seconds }: RateLimit) =>
  `${max} per ${per_seconds} s per ${bucket === 'ip' ? 'address' : 'credential'}`;

/** `600 per 60 s per credential and 30 per 60 s per address`. */
export const limitsText = ({ row }: Endpoint): string => limitsOf(row).map(limitText).join(' and ') || 'none';

const CREDENTIALS = { session: 'session', token: 'API token', widget: 'widget token', mcp: 'MCP token' } as const;

/** Who may call, in words. */
export const callersText = ({ row }: Endpoint): string =>
  row.by.map((kind) => CREDENTIALS[kind]).join(' or ') || 'anyone';

/** The least role, and who needs none. */
export const roleText = ({ row }: Endpoint): string => (row.role ?? '–') + (row.oneself ? ', or oneself' : '');
