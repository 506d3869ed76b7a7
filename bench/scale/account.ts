import { usageParts } from '../../functions/kit/table/keys.ts';
import { THROTTLED_ATTEMPTS } from '../../functions/kit/table/patience.ts';
import { API_LIMITS } from '../../lib/stack/api-limits.ts';
import { assumed } from '../prices.ts';

/** AWS's limits of one account in one region, and our stack's own. */
export interface Account {
  /** Requests per second that API Gateway passes on. */
  apiPerSecond: number;
  /** Lambda executions at once. */
  concurrency: number;
  /** Requests per second of the function at the edge, in one region. */
  edgePerSecond: number;
  /** The part of the loader's requests that CloudFront answers itself. */
  loaderCached: number;
  /** Partitions that a month's usage counters are spread over. */
  usageParts: number;
  /** Purges at once. */
  purges: number;
  /** Attempts at a request that DynamoDB throttles. */
  attempts: number;
}

/** Milliseconds. The last two are those of docs/cost.md. */
export const TIMES = { edge: 2, trip: assumed.tripMs, handler: assumed.ownMs } as const;

/** Stream shards: DynamoDB makes at least one for each of its partitions, which this load needs. */
export const SHARDS = 8;
/** Records per batch of the stream. */
export const BATCH = 100;
/** A batch that is not full waits this long. */
export const BATCH_SECONDS = 60;

/** The stage before it was simulated: quotas as the runbook asks for them, limits as they were. */
export const BEFORE: Account = {
  apiPerSecond: 2000,
  concurrency: 1000,
  edgePerSecond: 10_000,
  loaderCached: 0,
  usageParts: 1,
  purges: 2,
  attempts: 8,
};

/** The stage as it is. One page view in twenty finds the loader in no location of CloudFront. */
export const AFTER: Account = {
  ...BEFORE,
  apiPerSecond: API_LIMITS.perSecond,
  loaderCached: 0.95,
  usageParts: usageParts.length,
  purges: 10,
  attempts: THROTTLED_ATTEMPTS,
};
