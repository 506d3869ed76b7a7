import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isOwnNetwork, isPublicAddress } from './public-address.ts';

const MAX_ADDRESSES = 4;
const ATTEMPT_MS = 1000;

export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

export const resolveAll: Resolve = async (hostname) =>
  (await lookUp(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

interface Guard {
  resolve: Resolve;
  ports: ReadonlySet<number>;
  allowed: ReadonlySet<string>;
  signal: AbortSignal;
  connectTimeoutMs: number;
}

/** Names that no public resolver answers (RFC 6761, 6762, 8375 and ICANN's `internal`). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa|test|invalid|onion)\.?$/i;
const isPublicName = (hostname: string) => /\.[^.]/.test(hostname) && !PRIVATE_NAME.test(hostname);

export class NotPublic extends Error {}

const refused = (what: string) => new NotPublic(`${what} is not public.`);

/** undici's connector returns the socket at once, while it connects, although its type doesn't say so. */
const opened = (given: unknown): Socket => given as Socket;

/** Fetchers mostly run where there is no IPv6; the first of each kind come first. */
const inOrder = (addresses: readonly string[]) => {
  const ofKind = (version: number) => addresses.filter((address) => isIP(address) === version);
  const [v4, v6] = [ofKind(4), ofKind(6)];
  return [...v4.slice(0, MAX_ADDRESSES - 1), ...v6].slice(0, MAX_ADDRESSES);
};

/** The only way to a socket: the address that was checked is the address that is used. */
export const guardedConnector =
  ({ resolve, ports, allowed, signal, connectTimeoutMs }: Guard): buildConnector.connector =>
  (options, callback) => {
    const { hostname } = options;
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    const isAllowed = allowed.has(`${host}:${port}`);
    const mayReach = (address: string) =>
      isIP(address) !== 0 && (isAllowed || (isPublicAddress(address) && !isOwnNetwork(address)));

    const isReachable = isIP(hostname) === 0 ? isAllowed || isPublicName(hostname) : mayReach(hostname);
    if ((!isAllowed && !ports.has(port)) || !isReachable) {
      callback(refused(`${host}:${port}`), null);
      return;
    }

    const lookup: LookupFunction = (name, { all }, found) => {
      resolve(name).then(
        (addresses) => {
          const list = inOrder(addresses.filter(mayReach)).map((address) => ({ address, family: isIP(address) }));
          const [first] = list;
          if (!first || signal.aborted) found(refused(name), []);
          else if (all) found(null, list);
          else found(null, first.address, first.family);
        },
        (error: Error) => found(error as NodeJS.ErrnoException, []),
      );
    };

    const connect = buildConnector({
      lookup,
      allowH2: false,
      maxCachedSessions: 0,
      keepAlive: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      timeout: connectTimeoutMs,
    } as buildConnector.BuildOptions);
    const socket = opened(
      connect(options, (...[error, connected]) => {
        if (error) return callback(error, null);
        if (mayReach(connected.remoteAddress ?? '')) return callback(null, connected);
        connected.destroy();
        callback(refused(host), null);
      }),
    );
    // Otherwise it would keep trying addresses after the request has ended.
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
  };
