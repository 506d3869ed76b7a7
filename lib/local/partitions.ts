import { tables } from '../../functions/kit/table/keys.ts';
import { type Attributes, type RowRequest, writesIn } from './table-protocol.ts';

export type Kind = 'read' | 'write';

export interface Touch {
  table: string;
  index?: string;
  partition: string;
  kind: Kind;
}

export interface Use extends Touch {
  units: number;
}

interface Capacity {
  TableName?: string;
  CapacityUnits?: number;
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

const INDEXES = Object.entries(tables.main.indexes).map(([name, { partition }]) => ({ name, by: partition.name }));

const text = (value: Record<string, unknown> | undefined) => String(Object.values(value ?? {})[0] ?? '');

export const rowName = (table: string, { pk, sk }: Attributes) => `${table} ${text(pk)} ${text(sk)}`;

const readOf = (table = '', key: Attributes = {}): Touch => ({ table, partition: text(key.pk), kind: 'read' });

const readsIn = (action: string, input: RowRequest): Touch[] => {
  if (action === 'GetItem') return [readOf(input.TableName, input.Key)];
  if (action === 'BatchGetItem') {
    return Object.entries(input.RequestItems ?? {}).flatMap(([table, wanted]) =>
      Array.isArray(wanted) ? [] : (wanted.Keys ?? []).map((key) => readOf(table, key)),
    );
  }
  if (action === 'TransactGetItems') {
    const reads = (input.TransactItems ?? []).flatMap((item) => Object.values(item));
    return reads.map(({ TableName, Key }) => readOf(TableName, Key));
  }
  if (action !== 'Query') return [];
  const [, , value = ''] = /^\s*\(?\s*(#?\w+)\s*=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
  const partition = text(input.ExpressionAttributeValues?.[value]);
  return [
    { table: input.TableName ?? '', ...(input.IndexName && { index: input.IndexName }), partition, kind: 'read' },
  ];
};

const setTo = (
  { UpdateExpression = '', ExpressionAttributeNames, ExpressionAttributeValues }: RowRequest,
  wanted: string,
) =>
  [...UpdateExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)].flatMap(([, name = '', value = '']) =>
    (ExpressionAttributeNames?.[name] ?? name) === wanted ? [text(ExpressionAttributeValues?.[value])] : [],
  );

/** A write uses a row's previous partition of an index, too; `before` holds rows before the write, by `rowName`. */
export const touchesOf = (
  action: string,
  input: RowRequest,
  before: ReadonlyMap<string, Attributes | undefined> = new Map(),
): Touch[] => [
  ...readsIn(action, input),
  ...writesIn(action, input).flatMap(({ table, key, write }): Touch[] => {
    const former = before.get(rowName(table, key)) ?? {};
    const indexed = INDEXES.flatMap(({ name, by }) => {
      const values = [former[by], write.Item?.[by]].flatMap((value) => (value ? [text(value)] : []));
      const all = new Set([...values, ...setTo(write, by)]);
      return [...all].map((partition) => ({ table, index: name, partition, kind: 'write' }) as const);
    });
    return [{ table, partition: text(key.pk), kind: 'write' }, ...indexed];
  }),
];

const spread = (touches: readonly Touch[], units = 0): Use[] =>
  units > 0 ? touches.map((touch) => ({ ...touch, units: units / touches.length })) : [];

/** DynamoDB bills a request per table and index; one over several rows is assumed to use its partitions evenly. */
export const usesOf = (touches: readonly Touch[], consumed: Capacity | readonly Capacity[] | undefined): Use[] =>
  [consumed ?? []].flat().flatMap(({ TableName, CapacityUnits, Table, GlobalSecondaryIndexes = {} }) => {
    const here = touches.filter(({ table }) => table === TableName);
    const indexes = Object.entries(GlobalSecondaryIndexes);
    const own = here.filter(({ index }) => index === undefined);
    return [
      ...spread(own, own.length > 0 ? (Table?.CapacityUnits ?? CapacityUnits) : 0),
      ...indexes.flatMap(([name, { CapacityUnits: units }]) =>
        spread(
          here.filter(({ index }) => index === name),
          units,
        ),
      ),
    ];
  });

/** Of one partition key ("Designing partition keys to distribute your workload" in the DynamoDB developer guide). */
export const UNITS_PER_SECOND: Readonly<Record<Kind, number>> = { read: 3000, write: 1000 };

interface Bucket {
  level: number;
  at: number;
}

/** Token buckets of one second's units. Admitted requests take what they used, so a large one leaves a debt. */
export class PartitionLimits {
  readonly #buckets = new Map<string, Bucket>();
  readonly #scale: number;

  constructor(scale = 1) {
    this.#scale = scale;
  }

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
