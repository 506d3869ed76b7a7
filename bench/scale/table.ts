import { dueParts } from '../../functions/kit/table/keys.ts';
import type { PartitionLimits, Use } from '../../lib/local/partitions.ts';
import type { ShapedUse } from './operations.ts';

/** Number of partitions per key pattern, by the name of the varying part. */
const PARTS: Readonly<Record<string, number>> = { '{part}': dueParts.length };

const hashOf = (text: string) => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  return sum;
};

/** A use, and the key pattern of its partition. */
export interface PatternedUse extends Use {
  pattern: string;
}

/** Fills a key pattern. Parts are selected by the request's subject. */
export const filled = (use: ShapedUse, keys: Readonly<Record<string, string>>): PatternedUse => ({
  ...use,
  pattern: use.partition,
  partition: use.partition.replaceAll(/\{(\w+)\}/g, (pattern, name: string) => {
    const parts = PARTS[pattern];
    return parts === undefined ? (keys[name] ?? name) : String(hashOf(keys.id ?? '') % parts);
  }),
});

/** `scratch USAGE#{month} write` */
const nameOf = ({ pattern, table, index, kind }: PatternedUse) => `${index ?? table} ${pattern} ${kind}`;

/** A table with partition limits that records the demand on each partition. */
export class SimulatedTable {
  /** Requested units by pattern, then by partition. */
  readonly demand = new Map<string, Map<string, number>>();
  /** Rejected requests by pattern. */
  readonly refused = new Map<string, number>();
  readonly #limits: PartitionLimits | undefined;

  constructor(limits: PartitionLimits | undefined) {
    this.#limits = limits;
  }

  /** Whether the request is served. `isFirst` is false for a retry. */
  serve(uses: readonly PatternedUse[], at: number, isFirst: boolean): boolean {
    if (isFirst) for (const use of uses) this.#note(use);
    const hot = this.#limits?.exhausted(uses, at) ?? [];
    if (hot.length === 0) this.#limits?.take(uses, at);
    for (const use of hot) this.refused.set(nameOf(use), (this.refused.get(nameOf(use)) ?? 0) + 1);
    return hot.length === 0;
  }

  #note(use: PatternedUse): void {
    const name = nameOf(use);
    const all = this.demand.get(name) ?? new Map<string, number>();
    this.demand.set(name, all);
    all.set(use.partition, (all.get(use.partition) ?? 0) + use.units);
  }
}
