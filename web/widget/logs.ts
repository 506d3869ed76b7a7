import type { Logs } from './runtime.ts';

const say = (value: unknown): string =>
  value instanceof Error || Object(value) !== value ? String(value) : `[${typeof value}]`;

/** Calls pass unchanged. Objects are named, never read, so that no getter of the page runs; the core cleans URLs. */
export const listen = (own: string): Logs => {
  const logs: Logs = { console: [], requests: [], clicks: [] };
  const keep = <T>(list: T[], entry: T): void => {
    if (list.push(entry) > 20) list.shift();
  };
  const error = (message: string): void => keep(logs.console, { message: message.slice(0, 500), at: Date.now() });
  const failed = (address: unknown, status: number, method = 'GET'): void => {
    const url = String(address);
    if ((status && status < 400) || url.startsWith(own)) return;
    keep(logs.requests, { method, url, status, at: Date.now() });
  };

  const wrap = <O extends object>(
    object: O,
    name: keyof O,
    around: (call: () => unknown, args: never, self: never) => unknown,
  ) => {
    object[name] = new Proxy(object[name] as (...args: never) => void, {
      apply: (target, self: never, args: never) => around(() => target.apply(self, args), args, self),
    }) as O[keyof O];
  };
  wrap(console, 'error', (call, args: unknown[]) => {
    error(args.map(say).join(' '));
    return call();
  });
  addEventListener('click', (event) => keep(logs.clicks, { target: event.composedPath()[0], at: Date.now() }), true);
  addEventListener(
    'error',
    (event) => {
      const { src, href = src } = event.target as HTMLImageElement & (HTMLLinkElement | SVGImageElement);
      // A failed resource has none. The window of a script's error may have a global `src`.
      if (event.message) error(`${event.message} (${event.filename}:${event.lineno})`);
      else if (href) failed((href as SVGAnimatedString).baseVal ?? href, 0);
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => error(`Unhandled: ${say(event.reason)}`));

  wrap(window, 'fetch', (call, [input, init]: [Request, RequestInit?]) => {
    const note = (status: number) => failed(input?.url ?? input, status, init?.method ?? input?.method);
    // The page gets the derived promise: a second handler on the original would hide rejections that the page forgot to handle.
    return (call() as Promise<Response>).then(
      (answer) => {
        // An opaque response has no status and hasn't failed.
        note(answer.status || 200);
        return answer;
      },
      (reason) => {
        if (reason?.name !== 'AbortError') note(0);
        throw reason;
      },
    );
  });
  wrap(XMLHttpRequest.prototype, 'open', (call, [method, url]: [string, string], self: XMLHttpRequest) => {
    const note = () => failed(url, self.status, method);
    self.addEventListener('load', note);
    self.addEventListener('error', note);
    return call();
  });
  return logs;
};
