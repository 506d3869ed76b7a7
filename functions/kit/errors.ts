/** One place where a request does not fit its shape. `loc` starts with path, query, header or body. */
export interface ValidationItem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** Stands beside `detail` in an error's body. */
export interface RefusalFields {
  reason?: string;
  message?: string;
  wallet_topup_url?: string;
  daily_remaining?: number;
  workspaces?: readonly { id: string; name: string }[];
}

/** The one error a caller sees; everything else is a bug and a 500. `detail` says what to change. */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: string | ValidationItem[];
  readonly fields: RefusalFields;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string | ValidationItem[],
    fields: RefusalFields = {},
    headers: Record<string, string> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'The request does not fit its shape.');
    this.status = status;
    this.detail = detail;
    this.fields = fields;
    this.headers = headers;
  }
}

export const badRequest = (detail: string) => new Refusal(400, detail);

export const forbidden = (detail = 'Insufficient role', fields: RefusalFields = {}) => new Refusal(403, detail, fields);

/** The same bytes for what is absent, foreign or malformed, so that nobody can tell them apart. */
export const notFound = () => new Refusal(404, 'Not found. Check the id, and that it belongs to this workspace.');

export const conflict = (detail: string, fields: RefusalFields = {}) => new Refusal(409, detail, fields);

export const gone = (reason: string, detail: string) => new Refusal(410, detail, { reason });

/** A shape that only a look at the stored data can refuse. */
export const unprocessable = (loc: (string | number)[], msg: string, type = 'value_error') =>
  new Refusal(422, [{ loc, msg, type }]);

export const tooManyRequests = (reason: string, detail: string, retryAfterSeconds: number) =>
  new Refusal(429, detail, { reason }, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) });

export type CredentialFault =
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'workspace deleted'
  | 'account deleted';

const FAULTS: Record<CredentialFault, string> = {
  missing: 'Send the header "Authorization: Bearer <credential>".',
  malformed: 'The credential is badly formatted. Send "Authorization: Bearer <credential>" exactly as it was issued.',
  unknown: 'The credential is not known here. Ask an OWNER of the workspace for a new one.',
  revoked: 'The credential was revoked. Ask an OWNER of the workspace for a new one.',
  expired: 'The credential has expired. Sign in again, or ask an OWNER of the workspace for a new one.',
  'workspace deleted': 'The workspace of this credential was deleted. An OWNER can restore it within 30 days.',
  'account deleted': 'The account of this credential was deleted. Sign up again to start over.',
};

/**
 * A 401. The challenge also travels as `x-challenge`, because API Gateway may rename `WWW-Authenticate`;
 * the edge copies it back.
 */
export const unauthorised = (fault: CredentialFault) => {
  const challenge = `Bearer error="invalid_token", error_description="${fault}"`;
  return new Refusal(401, FAULTS[fault], {}, { 'www-authenticate': challenge, 'x-challenge': challenge });
};

/** The time after which a passing fault is worth another try is short and unknown. */
export const unavailable = (detail: string) => new Refusal(503, detail, {}, { 'retry-after': '2' });
