import type { Code } from '../../functions/codes/codes.ts';
import type { Values } from '../../functions/codes/sentence.ts';

/** One place where a request does not fit its shape. */
export interface ValidationItem {
  /** path, query, header or body, then the path of the field. */
  loc: (string | number)[];
  msg: string;
  type: string;
  /** Names the fault for programs. */
  code: Code;
  /** The values in the text. */
  values?: Values | undefined;
}

interface ErrorBody {
  detail?: string | ValidationItem[];
  code?: Code;
  values?: Values;
  reason?: string;
  [field: string]: unknown;
}

const inWords = (detail: string | ValidationItem[]): string =>
  typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ');

/** An error response of the service. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. After a 401, do not retry with the credential. */
  readonly status: number;
  /** A sentence that says what to change, or on 422 a list of fields. */
  readonly detail: string | ValidationItem[];
  /** Names the refusal for programs; the texts may change. Undefined if the body isn't the service's. */
  readonly code: Code | undefined;
  /** The values in the text. */
  readonly values: Values | undefined;
  /** A fixed word for programs, where the service gives one. */
  readonly reason: string | undefined;
  /** The whole body, for fields such as `wallet_topup_url`. */
  readonly body: Readonly<ErrorBody>;
  /** Seconds to wait before a retry, if the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's ID in the service's logs. */
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody, headers: Headers) {
    const detail = body.detail ?? `The service answered ${status}.`;
    super(inWords(detail));
    this.status = status;
    this.detail = detail;
    this.code = body.code;
    this.values = body.values;
    this.reason = body.reason;
    this.body = body;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** Also handles bodies that aren't the service's, such as a proxy's page. */
export const toApiError = async (answer: Response): Promise<ApiError> => {
  const text = await answer.text();
  let body: ErrorBody = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) body = { ...parsed };
  } catch {
    body = {};
  }
  return new ApiError(answer.status, body, answer.headers);
};
