import type { Code } from '../codes/codes.ts';
import { EVERYWHERE } from '../codes/everywhere.ts';
import { REFUSALS, type RefusalCode } from '../codes/refusals.ts';
import { type Filled, inWords, type Values, type ValuesOf } from '../codes/sentence.ts';

/** One place where a request does not fit its shape. `loc` starts with path, query, header or body. */
export interface ValidationItem {
  loc: (string | number)[];
  msg: string;
  type: string;
  code: Code;
  values?: Values;
}

/** Further fields of an error's body. */
export interface RefusalFields {
  reason?: string;
  message?: string;
  wallet_topup_url?: string;
  daily_remaining?: number;
  workspaces?: readonly { id: string; name: string }[];
}

interface More {
  fields?: RefusalFields;
  headers?: Record<string, string>;
}

/** `values` if there are any. */
const valuesIn = (values: Values | undefined) => (values && Object.keys(values).length > 0 ? { values } : {});

/** The one error a caller sees; everything else is a bug and a 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: Code;
  readonly detail: string | ValidationItem[];
  readonly values: Values;
  readonly fields: RefusalFields;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: Code,
    detail: string | ValidationItem[],
    values: Values = {},
    { fields = {}, headers = {} }: More = {},
  ) {
    super(typeof detail === 'string' ? detail : code);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.values = values;
    this.fields = fields;
    this.headers = headers;
  }

  get body() {
    return { detail: this.detail, code: this.code, ...valuesIn(this.values), ...this.fields };
  }
}

type Args<C extends RefusalCode, Rest extends unknown[] = []> = Filled<(typeof REFUSALS)[C], Rest>;

const refuse = (status: number, code: RefusalCode, values?: Values, more?: More) =>
  new Refusal(status, code, inWords(REFUSALS[code], values), values, more);

export const badRequest = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  refuse(400, code, values, fields && { fields });

export const paymentRequired = <C extends RefusalCode>(
  code: C,
  values: ValuesOf<(typeof REFUSALS)[C]>,
  fields: RefusalFields,
) => refuse(402, code, values, { fields });

export const forbidden = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  refuse(403, code, values, fields && { fields });

/** The specification fixes these two words. */
export const insufficientRole = () => new Refusal(403, 'insufficient_role', REFUSALS.insufficient_role[0]);

/** The same bytes for what is absent, foreign or malformed, so that nobody can tell them apart. */
export const notFound = (code: RefusalCode = 'not_found', headers: Record<string, string> = {}) =>
  refuse(404, code, undefined, { headers });

const plain = (status: number, code: keyof typeof EVERYWHERE) => new Refusal(status, code, inWords(EVERYWHERE[code]));

export const noSuchRoute = () => plain(404, 'no_such_route');

export const notThroughEdge = () => plain(403, 'not_through_edge');

/** The answer to a bug. */
export const internalError = () => plain(500, 'internal_error');

export const conflict = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  refuse(409, code, values, fields && { fields });

export const gone = (reason: string, code: RefusalCode) => refuse(410, code, undefined, { fields: { reason } });

/** One place that does not fit. */
export const misfit = (
  loc: (string | number)[],
  code: RefusalCode,
  values?: Values,
  type = 'value_error',
): ValidationItem => ({ loc, msg: inWords(REFUSALS[code], values), type, code, ...valuesIn(values) });

/** A shape that only a look at the stored data can refuse. */
export const unprocessable = <C extends RefusalCode>(
  loc: (string | number)[],
  code: C,
  ...[values, type]: Args<C, [type: string]>
) => new Refusal(422, code, [misfit(loc, code, values, type)]);

/** The code is the `reason` as well. */
export const tooManyRequests = (
  code: RefusalCode,
  values: Values,
  retryAfterSeconds: number,
  fields: RefusalFields = {},
) =>
  refuse(429, code, values, {
    fields: { reason: code, ...fields },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });

export type CredentialFault =
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'workspace deleted'
  | 'account deleted';

const FAULTS = {
  missing: 'credential_missing',
  malformed: 'credential_malformed',
  unknown: 'credential_unknown',
  revoked: 'credential_revoked',
  expired: 'credential_expired',
  'workspace deleted': 'credential_workspace_deleted',
  'account deleted': 'credential_account_deleted',
} as const satisfies Record<CredentialFault, RefusalCode>;

/**
 * A 401. The challenge also travels as `x-challenge`, because API Gateway may rename `WWW-Authenticate`;
 * the edge copies it back.
 */
export const unauthorised = (fault: CredentialFault) => {
  const challenge = `Bearer error="invalid_token", error_description="${fault}"`;
  return refuse(401, FAULTS[fault], undefined, {
    headers: { 'www-authenticate': challenge, 'x-challenge': challenge },
  });
};

/** The time after which a passing fault is worth another try is short and unknown. */
export const unavailable = (code: RefusalCode) => refuse(503, code, undefined, { headers: { 'retry-after': '2' } });
