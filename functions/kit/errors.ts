import type { Code } from '../codes/codes.ts';
import type { REFUSALS, RefusalCode } from '../codes/refusals.ts';
import type { Filled, Values, ValuesOf } from '../codes/sentence.ts';

/** `loc` starts with path, query, header or body. */
export interface Misfit {
  loc: (string | number)[];
  type: string;
  code: Code;
  values?: Values;
  /** If its sentence is not a refusal's. */
  msg?: string;
}

export interface RefusalFields {
  reason?: string;
  message?: string;
  wallet_topup_url?: string;
  daily_remaining?: number;
  /** Of OAuth (RFC 6749, 5.2). */
  error?: string;
  workspaces?: readonly { id: string; name: string }[];
}

interface More {
  fields?: RefusalFields;
  headers?: Record<string, string>;
  misfits?: readonly Misfit[];
}

/** The one error a caller sees; everything else is a bug and a 500. The answer words it, so workers carry no texts. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: Code;
  readonly values: Values;
  readonly fields: RefusalFields;
  readonly headers: Record<string, string>;
  readonly misfits: readonly Misfit[];

  constructor(status: number, code: Code, values: Values = {}, { fields = {}, headers = {}, misfits = [] }: More = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.values = values;
    this.fields = fields;
    this.headers = headers;
    this.misfits = misfits;
  }
}

type Args<C extends RefusalCode, Rest extends unknown[] = []> = Filled<(typeof REFUSALS)[C], Rest>;

export const badRequest = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  new Refusal(400, code, values, fields && { fields });

export const paymentRequired = <C extends RefusalCode>(
  code: C,
  values: ValuesOf<(typeof REFUSALS)[C]>,
  fields: RefusalFields,
) => new Refusal(402, code, values, { fields });

export const forbidden = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  new Refusal(403, code, values, fields && { fields });

export const insufficientRole = () => new Refusal(403, 'insufficient_role');

/** The same bytes for absent, foreign and malformed, so that no one can tell them apart. */
export const notFound = (code: RefusalCode = 'not_found', headers: Record<string, string> = {}) =>
  new Refusal(404, code, undefined, { headers });

export const noSuchRoute = () => new Refusal(404, 'no_such_route');

export const notThroughEdge = () => new Refusal(403, 'not_through_edge');

export const internalError = () => new Refusal(500, 'internal_error');

export const conflict = <C extends RefusalCode>(code: C, ...[values, fields]: Args<C, [fields: RefusalFields]>) =>
  new Refusal(409, code, values, fields && { fields });

export const gone = (reason: string, code: RefusalCode) => new Refusal(410, code, undefined, { fields: { reason } });

export const misfit = (loc: (string | number)[], code: Code, values?: Values, type = 'value_error'): Misfit => ({
  loc,
  type,
  code,
  ...(values && { values }),
});

export const invalid = (code: Code, misfits: readonly Misfit[]) => new Refusal(422, code, {}, { misfits });

export const unprocessable = <C extends RefusalCode>(
  loc: (string | number)[],
  code: C,
  ...[values, type]: Args<C, [type: string]>
) => invalid(code, [misfit(loc, code, values, type)]);

export const tooManyRequests = (
  code: RefusalCode,
  values: Values,
  retryAfterSeconds: number,
  fields: RefusalFields = {},
) =>
  new Refusal(429, code, values, {
    fields: { reason: code, ...fields },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });

const FAULTS = {
  missing: 'credential_missing',
  malformed: 'credential_malformed',
  unknown: 'credential_unknown',
  revoked: 'credential_revoked',
  expired: 'credential_expired',
  'workspace deleted': 'credential_workspace_deleted',
  'account deleted': 'credential_account_deleted',
  'session ended': 'credential_session_ended',
  'an API token': 'credential_is_api_token',
  'an MCP token': 'credential_is_mcp_token',
  'an OAuth access token': 'credential_is_access_token',
  'a widget token': 'credential_is_widget_token',
  'a stakeholder token': 'credential_is_stakeholder_token',
  'a share token': 'credential_is_share_token',
} as const satisfies Record<string, RefusalCode>;

export type CredentialFault = keyof typeof FAULTS;

export const CREDENTIAL_FAULTS = /* @__PURE__ */ Object.keys(FAULTS);

/** Also sent as `x-challenge`, because API Gateway may rename `WWW-Authenticate`; the edge copies it back. */
export const unauthorized = (fault: CredentialFault) => {
  const challenge = `Bearer error="invalid_token", error_description="${fault}"`;
  return new Refusal(401, FAULTS[fault], undefined, {
    headers: { 'www-authenticate': challenge, 'x-challenge': challenge },
  });
};

/** The same refusal, whose challenge goes on with `more`. */
export const challenging = ({ status, code, values, fields, headers }: Refusal, more: string) => {
  const challenge = [headers['www-authenticate'] ?? 'Bearer', more].join(headers['www-authenticate'] ? ', ' : ' ');
  return new Refusal(status, code, values, {
    fields,
    headers: { ...headers, 'www-authenticate': challenge, 'x-challenge': challenge },
  });
};

/** A passing fault is worth another try after a short, unknown time. */
export const unavailable = (code: RefusalCode) =>
  new Refusal(503, code, undefined, { headers: { 'retry-after': '2' } });
