import { usageParts } from '../../functions/kit/table/keys.ts';
import { THROTTLED_ATTEMPTS } from '../../functions/kit/table/patience.ts';
import { API_LIMITS } from '../../lib/stack/api-settings.ts';
import { assumed } from '../prices.ts';

/** AWS's limits of one account in one region, and the limits that our stack sets. */
export interface Account {
  /** Requests per second that API Gateway passes on. */
  apiPerSecond: number;
  /** Concurrent Lambda executions. */
  concurrency: number;
  /** Requests per second of the function at the edge, in one region. */
  edgePerSecond: number;
  /** Share of loader requests that CloudFront answers from its cache. */
  loaderCached: number;
  /** Number of partitions for a month's usage counters. */
  usageParts: number;
  /** Concurrent purges. */
  purges: number;
  /** Attempts of a request that DynamoDB throttles. */
  attempts: number;
}

/** Milliseconds. The last two are from docs/cost.md. */
export const TIMES = { edge: 2, trip: assumed.tripMs, handler: assumed.ownMs } as const;

/** Stream shards: DynamoDB creates at least one per partition, as many as this load needs. */
export const SHARDS = 8;
/** Records per batch of the stream. */
export const BATCH = 100;
/** A partial batch waits this long. */
export const BATCH_SECONDS = 60;

/** The stage before simulations: quotas as the runbook requests them, limits of that time. */
export const BEFORE: Account = {
  apiPerSecond: 2000,
  concurrency: 1000,
  edgePerSecond: 10_000,
  loaderCached: 0,
  usageParts: 1,
  purges: 2,
  attempts: 8,
};

/** The current stage. One page view in twenty misses CloudFront's cache of the loader. */
export const AFTER: Account = {
  ...BEFORE,
  apiPerSecond: API_LIMITS.perSecond,
  loaderCached: 0.95,
  usageParts: usageParts.length,
  purges: 10,
  attempts: THROTTLED_ATTEMPTS,
};
