import { tables } from '../../functions/kit/table/keys.ts';

/** Attributes in DynamoDB's format: `{pk: {S: 'WS#…'}}`. */
export type Attributes = Record<string, Record<string, unknown>>;

export type Kind = 'read' | 'write';

/** A partition of a table, or of one of its indexes. */
export interface Touch {
  table: string;
  /** Absent: the table itself. */
  index?: string;
  partition: string;
  kind: Kind;
}

/** Request units that a request used of a partition, as DynamoDB bills them. */
export interface Use extends Touch {
  units: number;
}

interface OneWrite {
  TableName?: string;
  Key?: Attributes;
  Item?: Attributes;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Attributes;
}

interface OneRead {
  TableName?: string;
  Key?: Attributes;
}

/** The body of any request that reads or writes rows. */
export interface RowRequest extends OneWrite {
  IndexName?: string;
  KeyConditionExpression?: string;
  TransactItems?: Record<string, OneWrite & OneRead>[];
  RequestItems?: Record<string, { Keys?: Attributes[] } | Record<string, OneWrite>[]>;
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

/** All rows that a request writes, and whether it is a transaction. */
export const writesIn = (action: string, input: RowRequest): { table: string; key: Attributes; write: OneWrite }[] => {
  const writes: (readonly [string | undefined, OneWrite])[] =
    action === 'TransactWriteItems'
      ? (input.TransactItems ?? []).flatMap((item) =>
          Object.values(item).map((write) => [write.TableName, write] as const),
        )
      : action === 'BatchWriteItem'
        ? Object.entries(input.RequestItems ?? {}).flatMap(([table, list]) =>
            Array.isArray(list)
              ? list.flatMap((one) => Object.values(one).map((write) => [table, write] as const))
              : [],
          )
        : ['PutItem', 'UpdateItem', 'DeleteItem'].includes(action)
          ? [[input.TableName, input]]
          : [];
  return writes.map(([table = '', write]) => ({ table, key: write.Key ?? write.Item ?? {}, write }));
};

const readsIn = (action: string, input: RowRequest): Touch[] => {
  const kind = 'read';
  if (action === 'GetItem') return [{ table: input.TableName ?? '', partition: text(input.Key?.pk), kind }];
  if (action === 'BatchGetItem') {
    return Object.entries(input.RequestItems ?? {}).flatMap(([table, wanted]) =>
      Array.isArray(wanted) ? [] : (wanted.Keys ?? []).map(({ pk }) => ({ table, partition: text(pk), kind }) as const),
    );
  }
  if (action === 'TransactGetItems') {
    return (input.TransactItems ?? []).flatMap((item) =>
      Object.values(item).map(
        ({ TableName = '', Key }) => ({ table: TableName, partition: text(Key?.pk), kind }) as const,
      ),
    );
  }
  if (action !== 'Query') return [];
  const [, , value = ''] = /^\s*\(?\s*(#?\w+)\s*=\s*(:\w+)/.exec(input.KeyConditionExpression ?? '') ?? [];
  const partition = text(input.ExpressionAttributeValues?.[value]);
  return [{ table: input.TableName ?? '', ...(input.IndexName && { index: input.IndexName }), partition, kind }];
};

/** Values that an update expression sets. */
const setTo = (
  { UpdateExpression = '', ExpressionAttributeNames, ExpressionAttributeValues }: OneWrite,
  wanted: string,
) =>
  [...UpdateExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)].flatMap(([, name = '', value = '']) =>
    (ExpressionAttributeNames?.[name] ?? name) === wanted ? [text(ExpressionAttributeValues?.[value])] : [],
  );

/**
 * Partitions that a request reads or writes. `before` holds rows before the write, by `rowName`: a write uses a row's
 * previous partition of an index as well as its new one.
 */
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

/**
 * Units that an answered request used of each partition. DynamoDB bills a request per table and index; a request over
 * several rows is assumed to have used its partitions evenly.
 */
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
