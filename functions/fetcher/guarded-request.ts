import { setTimeout as wait } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { hostsOf } from './allowed-hosts.ts';
import { guardedConnector, type Resolve, resolveAll, WEB_PORTS } from './guarded-connector.ts';

const MAX_HEADER_BYTES = 16_384;
/** Early failures are reported at this share of the time limit, later ones at its end, so that timing reveals little. */
const REPORTED_AT = 0.2;

export interface Surroundings {
  resolve?: Resolve;
  ports?: ReadonlySet<number>;
}

export interface Guarded {
  dispatcher: Dispatcher;
  signal: AbortSignal;
  /** Whether a public address accepted a connection. */
  isConnected: () => boolean;
}

/** Never throws: every failure, and the end of the time, is `unreachable`. */
export const guardedRequest = async <Result>(
  timeout_ms: number,
  { resolve = resolveAll, ports = WEB_PORTS }: Surroundings,
  unreachable: Result,
  request: (guarded: Guarded) => Promise<Result>,
): Promise<Result> => {
  const began = performance.now();
  const ending = new AbortController();
  const { signal } = ending;
  let connected = false;
  const connect = guardedConnector({
    resolve,
    ports,
    allowed: hostsOf('FETCH_ALLOW'),
    signal,
    connectTimeoutMs: timeout_ms,
  });
  const dispatcher = new Agent({
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        connected ||= socket !== null;
        if (error) callback(error, null);
        else callback(null, socket);
      }),
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The time limit ends the request. undici's own timers can end it a moment sooner, as if the connection broke.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const atEnd = wait(timeout_ms, unreachable, { signal });
  try {
    const guarded = { dispatcher, signal, isConnected: () => connected };
    const result = await Promise.race([request(guarded).catch(() => unreachable), atEnd]);
    if (result !== unreachable) return result;
    const early = timeout_ms * REPORTED_AT - (performance.now() - began);
    await (early > 0 ? wait(early) : atEnd);
    return unreachable;
  } finally {
    atEnd.catch(() => undefined);
    ending.abort();
    dispatcher.destroy().catch(() => undefined);
  }
};
