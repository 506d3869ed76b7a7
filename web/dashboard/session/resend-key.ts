const KEPT_MS = 600_000;

interface Open {
  key: string;
  until: number;
}

const KEY = 'idempotency-key';

/** After an error like these, the request may have succeeded all the same. */
const isOpen = ({ status }: Response) => status >= 500 || status === 429;

/** Without a response, a creation may have succeeded, so resending the same one reuses its idempotency key. */
export const reuseKeyOnResend = (send: typeof fetch): typeof fetch => {
  const open = new Map<string, Open>();
  return async (input, init = {}) => {
    const headers = init.headers as Record<string, string> | undefined;
    const fresh = headers?.[KEY];
    if (!fresh) return send(input, init);
    const what = JSON.stringify([input, headers['x-svc-workspace'], init.body]);
    const known = open.get(what);
    const key = known && performance.now() < known.until ? known.key : fresh;
    open.set(what, { key, until: performance.now() + KEPT_MS });
    const answer = await send(input, { ...init, headers: { ...headers, [KEY]: key } });
    if (!isOpen(answer)) open.delete(what);
    return answer;
  };
};
