/** One place where a request does not fit its shape. */
export interface ValidationItem {
  /** path, query, header or body, then the way to the field. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

interface ErrorBody {
  detail?: string | ValidationItem[];
  reason?: string;
  [field: string]: unknown;
}

const inWords = (detail: string | ValidationItem[]): string =>
  typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ');

/** What the service refused, and why. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. After a 401 stop using the credential. */
  readonly status: number;
  /** What to change: a sentence, or on 422 a list of places. */
  readonly detail: string | ValidationItem[];
  /** A fixed word for programs, where the service gives one. */
  readonly reason: string | undefined;
  /** The whole body, for fields such as `wallet_topup_url`. */
  readonly body: Readonly<ErrorBody>;
  /** Seconds to wait before another try, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's name in the service's logs. */
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody, headers: Headers) {
    const detail = body.detail ?? `The service answered ${status}.`;
    super(inWords(detail));
    this.status = status;
    this.detail = detail;
    this.reason = body.reason;
    this.body = body;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** The error of an answer that is no success; also where its body is not ours, such as a proxy's page. */
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
