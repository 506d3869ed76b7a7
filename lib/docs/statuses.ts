import { REFUSALS } from '../../functions/codes/refusals.ts';
import type { Sentence } from '../../functions/codes/sentence.ts';
import { limitsOf, type RateLimit, type Row, refusesUnknown } from '../../functions/kit/contract/contract.ts';
import { type Endpoint, pathVariables } from './endpoints.ts';

export const ERRORS: Readonly<Record<number, { name: string; when: string }>> = {
  400: { name: 'BadRequest', when: 'Unknown status value or time zone, invalid cursor, or unusable Idempotency-Key' },
  401: {
    name: 'Unauthorized',
    when: 'Credential missing, malformed, unknown, revoked or expired, or its workspace was deleted: do not retry with it',
  },
  402: { name: 'PaymentRequired', when: 'The wallet is empty; top it up at `wallet_topup_url`' },
  403: { name: 'Forbidden', when: 'The credential is valid, but its role or kind is not sufficient' },
  404: {
    name: 'NotFound',
    when: 'Does not exist, or the caller cannot see it; both get the same answer',
  },
  409: {
    name: 'Conflict',
    when: 'Modified concurrently: read it again, then decide. Or a limit of the workspace: `code` says which',
  },
  410: {
    name: 'Gone',
    when: 'No longer valid: a cursor, invitation or link that expired, was used or was revoked; `code` says which',
  },
  413: {
    name: 'ContentTooLarge',
    when: 'The body is far too large; `detail` names the limit. A body closer to it is a 422 with the same code',
  },
  414: { name: 'AddressTooLong', when: 'The address is longer than 8 KB' },
  422: { name: 'Unprocessable', when: 'Invalid body or parameters; `detail` lists each field and what to change' },
  429: {
    name: 'TooManyRequests',
    when: 'Rate limit exceeded; `reason` says which. Wait `Retry-After` seconds before you retry',
  },
  500: { name: 'ServerError', when: 'Internal error. Try again; if the problem persists, report the `x-request-id`' },
  503: { name: 'Unavailable', when: 'Temporarily overloaded. Wait `Retry-After` seconds, then retry' },
};

const has = (shape: unknown, field: string): boolean =>
  typeof shape === 'object' && shape !== null && 'shape' in shape && field in (shape.shape as object);

/** X-SVC-Workspace, of a session. */
export const readsWorkspaceHeader = (row: Row): boolean =>
  row.by.includes('session') && (row.scope ?? 'workspace') === 'workspace' && row.role !== 'admin';

export const successStatuses = ({ row }: Endpoint): number[] => {
  if (row.redirects) return [row.redirects === 307 ? 307 : 302];
  return [row.created ?? 200, ...(row.redirects_large ? [303] : [])];
};

export const errorStatuses = ({ row }: Endpoint): number[] => {
  const isAuthorized = row.by.length > 0;
  // A widget's workspace may be deleted.
  const isInWorkspace = row.by.includes('widget') || (row.by.includes('session') && row.scope !== 'user');
  const isLookedUp = pathVariables(row.path).length > 0 || isInWorkspace;
  const canBeBadRequest =
    row.method === 'POST' || [row.query, row.body].some((shape) => has(shape, 'cursor') || has(shape, 'status'));
  const isValidated =
    row.query || row.body || row.method === 'POST' || refusesUnknown(row).query || readsWorkspaceHeader(row);
  const applying = [
    ...(canBeBadRequest ? [400] : []),
    ...(isAuthorized ? [401, 403] : []),
    ...(isLookedUp ? [404] : []),
    ...(!row.malformed && isValidated ? [422] : []),
    // The edge refuses very large bodies, and limits every route per address, even routes without their own limit.
    ...(row.body || row.method === 'PUT' ? [413] : []),
    ...(row.query ? [414] : []),
    429,
    500,
    ...(isAuthorized || limitsOf(row).length > 0 ? [503] : []),
    ...(row.refuses ?? []),
  ];
  return [...new Set(applying)].sort((a, b) => a - b);
};

const limitText = ({ bucket, max, per_seconds }: RateLimit) =>
  `${max} per ${per_seconds} s per ${bucket === 'ip' ? 'address' : 'credential'}`;

/** `600 per 60 s per credential and 30 per 60 s per address` */
export const limitsText = ({ row }: Endpoint): string => limitsOf(row).map(limitText).join(' and ') || 'none';

const CREDENTIALS = { session: 'session', token: 'API token', widget: 'widget token', mcp: 'MCP token' } as const;

export const callersText = ({ row }: Endpoint): string =>
  row.by.map((kind) => CREDENTIALS[kind]).join(' or ') || 'anyone';

export const roleText = ({ row }: Endpoint): string => (row.role ?? '–') + (row.oneself ? ', or yourself' : '');

export const codeTable = (): string =>
  [
    '| code | what happened | what to do |',
    '| --- | --- | --- |',
    ...Object.entries<Sentence>(REFUSALS).map(([code, [what, remedy = '']]) => `| ${code} | ${what} | ${remedy} |`),
  ].join('\n');
