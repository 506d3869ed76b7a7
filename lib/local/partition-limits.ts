import type { Kind, Touch, Use } from './partition-use.ts';

/**
 * Request units per second of one partition key of a table or index ("Designing partition keys to distribute your
 * workload" in the DynamoDB developer guide).
 */
export const UNITS_PER_SECOND: Readonly<Record<Kind, number>> = { read: 3000, write: 1000 };

interface Bucket {
  level: number;
  at: number;
}

/**
 * Partitions as token buckets that hold one second's units. A request is admitted if every partition it touches has
 * tokens left, and then takes what it used, so a large request leaves a debt. The fault mode and the simulation in
 * `bench/scale` both use it; `scale` lowers the limits for a small load.
 */
export class PartitionLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #scale: number;

  constructor(scale = 1) {
    this.#scale = scale;
  }

  /** Partitions without tokens at `at` seconds. */
  exhausted<T extends Touch>(touches: readonly T[], at: number): T[] {
    return touches.filter((touch) => this.#bucket(touch, at).level <= 0);
  }

  take(uses: readonly Use[], at: number): void {
    for (const use of uses) this.#bucket(use, at).level -= use.units;
  }

  #bucket(touch: Touch, at: number): Bucket {
    const name = `${touch.kind} ${touch.table} ${touch.index ?? ''} ${touch.partition}`;
    const rate = UNITS_PER_SECOND[touch.kind] * this.#scale;
    const bucket = this.#buckets.get(name);
    if (!bucket) {
      const full = { level: rate, at };
      this.#buckets.set(name, full);
      return full;
    }
    bucket.level = Math.min(rate, bucket.level + (at - bucket.at) * rate);
    bucket.at = at;
    return bucket;
  }
}
