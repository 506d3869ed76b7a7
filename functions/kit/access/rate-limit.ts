import { now, SECOND, ttlAt } from '../clock.ts';
import type { RateLimit } from '../contract/contract.ts';
import { type Refusal, tooManyRequests } from '../errors.ts';
import { scratchKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

const REMEMBERED = 10_000;
const exhausted = new Map<string, number>();

/** IPv6 counts by /64, since one host owns that many. */
export const addressBucket = (ip: string): string => {
  if (!ip.includes(':')) return ip;
  const mapped = /^(?:0*:){2,5}ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(ip);
  if (mapped) {
    const [, dotted, high = '', low = ''] = mapped;
    return dotted ?? [...Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex')].join('.');
  }
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/** A bucket known to be full is refused from memory until its window rolls. */
export const countRequest = async (table: Table, limit: RateLimit, bucket: string): Promise<Refusal | undefined> => {
  const length = limit.per_seconds * SECOND;
  const window = Math.floor(now() / length);
  const rolls = (window + 1) * length;
  // The size is in the name, so that requests on one surface don't use up the smaller window of another.
  const name = `${limit.bucket}#${limit.max}/${limit.per_seconds}#${bucket}`;
  const refusal = () =>
    tooManyRequests(
      limit.bucket === 'ip' ? 'ip_rate_limit' : 'credential_rate_limit',
      { max: limit.max, seconds: limit.per_seconds },
      (rolls - now()) / SECOND,
    );
  if ((exhausted.get(name) ?? 0) > now()) return refusal();
  const { count } = await table.count(
    scratchKeys.window(name, String(window)),
    { count: 1 },
    { ttl: ttlAt(rolls + 5 * 60 * SECOND) },
  );
  if (typeof count !== 'number' || count <= limit.max) return undefined;
  if (exhausted.size >= REMEMBERED) exhausted.clear();
  exhausted.set(name, rolls);
  return refusal();
};
