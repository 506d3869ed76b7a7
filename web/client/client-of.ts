import { ApiError, toApiError } from './api-error.ts';
import type { CallOptions, ClientOf, OperationId } from './types.ts';

export interface ClientSettings {
  /** The service's base URL, such as https://notes.example.com. */
  baseUrl: string;
  /** An API token (`svat_…`) or a session's ID token; a function is called before every request. Public routes need none. */
  credential?: string | (() => string | Promise<string>);
  /** The workspace for session requests; API tokens belong to one. */
  workspaceId?: string;
  /**
   * Retries after a 429, a 503 or a broken connection, respecting `Retry-After`. Default 0. The first try may have succeeded:
   * a repeated deletion that finds nothing is reported as done by its path's ID, but `removeMember` then throws a 404,
   * `revokeInvitation` a 410 and `transferOwner` a 403.
   */
  retries?: number;
  /** Maximum wait before a retry; a longer `Retry-After` ends the call. Default 60. */
  maxWaitSeconds?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

interface Given {
  query?: Record<string, unknown>;
  body?: unknown;
  [variable: string]: unknown;
}

const addressOf = (baseUrl: string, path: string, given: Given): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return `${baseUrl.replace(/\/+$/, '')}${filled}${query.size > 0 ? `?${query}` : ''}`;
};

const wait = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });

/** Seconds until a retry; undefined if it isn't worth one. */
const pauseBefore = (error: unknown, tries: number): number | undefined => {
  const backoff = Math.random() * 2 ** tries;
  if (!(error instanceof ApiError)) return error instanceof TypeError ? backoff : undefined;
  return error.status === 429 || error.status === 503 ? (error.retryAfterSeconds ?? backoff) : undefined;
};

export type OperationRow = readonly [method: string, path: string, as?: 'blob' | 'gone'];

const readAnswer = async (answer: Response, as: OperationRow[2]): Promise<unknown> => {
  if (as === 'blob') return answer.blob();
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('json')) return answer.json();
  return type.startsWith('text/') ? answer.text() : answer.blob();
};

/** A client of some operations, so that a page can load without the table of all. */
export const clientOf = <const Operations extends { readonly [Id in OperationId]?: OperationRow }>(
  operations: Operations,
  settings: ClientSettings,
): ClientOf<keyof Operations & OperationId> => {
  const { baseUrl, credential, workspaceId, retries = 0, maxWaitSeconds = 60 } = settings;
  const send = settings.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  const headersFor = (method: string, given: Given, options: CallOptions): Record<string, string> => {
    const once = options.idempotencyKey ?? (method === 'POST' && retries > 0 ? crypto.randomUUID() : undefined);
    return {
      accept: 'application/json, text/*;q=0.9, */*;q=0.8',
      ...(workspaceId && { 'x-svc-workspace': workspaceId }),
      ...(given.body !== undefined && { 'content-type': 'application/json' }),
      ...(once && { 'idempotency-key': once }),
      ...(options.requestId && { 'x-request-id': options.requestId }),
    };
  };

  const authorization = async (): Promise<Record<string, string>> => {
    const secret = typeof credential === 'function' ? await credential() : credential;
    return secret ? { authorization: `Bearer ${secret}` } : {};
  };

  const call =
    ([method, path, as]: OperationRow) =>
    async (given: Given = {}, options: CallOptions = {}) => {
      const url = addressOf(baseUrl, path, given);
      const lasting = headersFor(method, given, options);
      const init: RequestInit = {
        method,
        ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
        ...(options.signal && { signal: options.signal }),
      };
      for (let tries = 0; ; tries += 1) {
        const headers = { ...lasting, ...(await authorization()) };
        try {
          const answer = await send(url, { ...init, headers });
          if (!answer.ok) throw await toApiError(answer);
          return await readAnswer(answer, as);
        } catch (error) {
          const pause = tries < retries ? pauseBefore(error, tries) : undefined;
          if (pause === undefined || pause > maxWaitSeconds) throw error;
          await wait(pause, options.signal);
        }
      }
    };

  const methods = Object.entries(operations).map(([id, row]) => [id, call(row)]);
  return Object.fromEntries(methods) as ClientOf<keyof Operations & OperationId>;
};
