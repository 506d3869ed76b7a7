import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../chunks.ts';
import { setting } from '../config.ts';
import { unavailable } from '../errors.ts';
import { openClient } from './client.ts';
import { type Change, changeExpression, Expressions, type Test } from './expression.ts';
import { type IndexName, type Key, tables } from './keys.ts';
import { ATTEMPTS, patiently, pause } from './patience.ts';
import { fromStored, placeIn, placeInIndex, toStored } from './stored-form.ts';

export type Item = Record<string, unknown>;
export type StoredRow = Key & Item;
export type TableName = keyof typeof tables;

/** If its `when` fails, nothing is written, and the first `else` of the failed writes is thrown, or ConditionFailed. */
export type Write = { in?: TableName; when?: readonly Test[]; else?: () => Error } & (
  | { put: Key & Item }
  | ({ update: Key } & Change)
  | { delete: Key }
  | { check: Key }
);

export class ConditionFailed extends Error {
  readonly failed: readonly number[];
  constructor(failed: readonly number[]) {
    super(`The condition of write ${failed.join(', ')} does not hold.`);
    this.failed = failed;
  }
}

export interface Query {
  in?: TableName;
  index?: IndexName;
  partition: string;
  sort?:
    | readonly ['=' | '>=' | '<=' | '<' | '>', string | number]
    | readonly ['begins_with', string]
    | readonly ['between', string, string];
  filter?: readonly Test[];
  limit?: number;
  newestFirst?: boolean;
  after?: Item | undefined;
  consistent?: boolean;
  /** Reading costs the same, sending and unpacking less. */
  project?: readonly string[];
}

export interface QueryPage {
  items: StoredRow[];
  last: StoredRow | undefined;
}

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

const placeOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

export class Table {
  readonly #client: DynamoDBDocumentClient;
  /** Retries while the store is busy. */
  readonly #send: DynamoDBDocumentClient['send'];
  readonly #names: Record<TableName, string>;

  constructor(client: DynamoDBDocumentClient, names: Record<TableName, string>) {
    this.#client = client;
    this.#send = ((command: GetCommand) => patiently(() => client.send(command))) as typeof client.send;
    this.#names = names;
  }

  async get(key: Key, options: { in?: TableName; consistent?: boolean } = {}): Promise<StoredRow | undefined> {
    const { Item } = await this.#send(
      new GetCommand({
        TableName: this.#names[options.in ?? 'main'],
        Key: { pk: key.pk, sk: key.sk },
        ConsistentRead: options.consistent ?? true,
      }),
    );
    return Item && fromStored(Item);
  }

  /** Up to 100 rows, in no order. */
  async getMany(wanted: readonly Key[], options: { in?: TableName; consistent?: boolean } = {}): Promise<StoredRow[]> {
    const ConsistentRead = options.consistent ?? false;
    const name = this.#names[options.in ?? 'main'];
    const found: StoredRow[] = [];
    let open: Item[] = wanted.map(({ pk, sk }) => ({ pk, sk }));
    for (let tries = 0; open.length > 0; tries += 1) {
      if (tries === ATTEMPTS) throw unavailable('store_busy');
      if (tries > 0) await pause(tries);
      const batch = open.slice(0, 100);
      const answer = await this.#send(
        new BatchGetCommand({ RequestItems: { [name]: { Keys: batch, ConsistentRead } } }),
      );
      found.push(...(answer.Responses?.[name] ?? []).map(fromStored));
      const left = answer.UnprocessedKeys?.[name]?.Keys ?? [];
      if (left.length === 0) tries = -1;
      open = [...left, ...open.slice(100)];
    }
    return found;
  }

  /** In the order of the keys, which may repeat or be undefined. */
  async getEach(
    wanted: readonly (Key | undefined)[],
    options?: { consistent?: boolean },
  ): Promise<(StoredRow | undefined)[]> {
    const unique = [...new Map(wanted.flatMap((key) => (key ? [[placeOf(key), key] as const] : []))).values()];
    const rows = await this.getMany(unique, options);
    const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
    return wanted.map((key) => key && byPlace.get(placeOf(key)));
  }

  async query(query: Query): Promise<QueryPage> {
    const { partition, sort } = query.index
      ? tables.main.indexes[query.index]
      : { partition: { name: 'pk' }, sort: { name: 'sk' } };
    const expressions = new Expressions(query.index && placeInIndex);
    const conditions: Test[] = [['=', partition.name, query.partition]];
    if (query.sort) {
      const [operator, ...operands] = query.sort;
      conditions.push([operator, sort.name, ...operands] as unknown as Test);
    }
    const KeyConditionExpression = expressions.all(conditions);
    const FilterExpression = query.filter?.length ? expressions.all(query.filter) : undefined;
    const ProjectionExpression = query.project?.map((name) => expressions.name(name)).join(', ');
    const answer = await this.#send(
      new QueryCommand({
        TableName: this.#names[query.in ?? 'main'],
        IndexName: query.index,
        KeyConditionExpression,
        FilterExpression,
        ProjectionExpression,
        ...expressions.attributes,
        Limit: query.limit,
        ScanIndexForward: !query.newestFirst,
        ExclusiveStartKey: query.after,
        ConsistentRead: query.index ? undefined : (query.consistent ?? false),
      }),
    );
    return { items: (answer.Items ?? []).map(fromStored), last: answer.LastEvaluatedKey as StoredRow | undefined };
  }

  async *pages(query: Query): AsyncGenerator<StoredRow[]> {
    let after = query.after;
    do {
      const page = await this.query({ ...query, after });
      yield page.items;
      after = page.last;
    } while (after);
  }

  /** For partitions whose size is bounded. */
  async queryAll(query: Query): Promise<StoredRow[]> {
    const items: StoredRow[] = [];
    for await (const page of this.pages(query)) items.push(...page);
    return items;
  }

  /** The number of an index partition's rows, at most `most`. */
  async tally(index: IndexName, partition: string, most: number): Promise<number> {
    const expressions = new Expressions();
    const KeyConditionExpression = expressions.all([['=', tables.main.indexes[index].partition.name, partition]]);
    const answer = await this.#send(
      new QueryCommand({
        TableName: this.#names.main,
        IndexName: index,
        KeyConditionExpression,
        ...expressions.attributes,
        Select: 'COUNT',
        Limit: most,
      }),
    );
    return answer.Count ?? 0;
  }

  async put(item: Key & Item, options: { in?: TableName } = {}): Promise<void> {
    await this.#send(new PutCommand({ TableName: this.#names[options.in ?? 'main'], Item: toStored(item) }));
  }

  /** False if there is one, maybe of an earlier attempt of this very call. */
  async putNew(item: Key & Item, options: { in?: TableName } = {}): Promise<boolean> {
    return this.putIf(item, [['absent', 'pk']], options);
  }

  /** False if the condition doesn't hold, maybe because of an earlier attempt of this very call. */
  async putIf(item: Key & Item, when: readonly Test[], options: { in?: TableName } = {}): Promise<boolean> {
    const expressions = new Expressions(placeIn(item.sk));
    const ConditionExpression = expressions.all(when);
    const TableName = this.#names[options.in ?? 'main'];
    try {
      await this.#send(
        new PutCommand({ TableName, Item: toStored(item), ConditionExpression, ...expressions.attributes }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  /** In the scratch table. The row remembers who added last: a retry after a lost answer adds nothing, unless another came in between. */
  async count(key: Key, add: Record<string, number>, set: Item = {}): Promise<Item> {
    const expressions = new Expressions(placeIn(key.sk));
    const counted_by = randomUUID().slice(0, 8);
    const UpdateExpression = changeExpression(expressions, { set: { ...set, counted_by }, add });
    const ConditionExpression = expressions.all([
      ['any', [[['absent', 'counted_by']], [['<>', 'counted_by', counted_by]]]],
    ]);
    try {
      const answer = await this.#send(
        new UpdateCommand({
          TableName: this.#names.scratch,
          Key: { pk: key.pk, sk: key.sk },
          UpdateExpression,
          ConditionExpression,
          ...expressions.attributes,
          ReturnValues: 'ALL_NEW',
        }),
      );
      return fromStored(answer.Attributes ?? {});
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await this.get(key, { in: 'scratch' })) ?? {};
    }
  }

  /** Best effort: one attempt, errors ignored. */
  async tryUpdate(key: Key, set: Item, when: readonly Test[], remove: readonly string[] = []): Promise<boolean> {
    const expressions = new Expressions(placeIn(key.sk));
    const input = {
      TableName: this.#names.main,
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: changeExpression(expressions, { set, remove }),
      ConditionExpression: expressions.all(when),
      ...expressions.attributes,
    };
    return this.#client.send(new UpdateCommand(input)).then(
      () => true,
      () => false,
    );
  }

  /** Repeating it changes nothing. */
  async addTo(key: Key, add: Record<string, Set<string>>, options: { in?: TableName } = {}): Promise<void> {
    const expressions = new Expressions(placeIn(key.sk));
    await this.#send(
      new UpdateCommand({
        TableName: this.#names[options.in ?? 'main'],
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: changeExpression(expressions, { add }),
        ...expressions.attributes,
      }),
    );
  }

  async removeMany(rows: readonly Key[], options: { in?: TableName } = {}): Promise<void> {
    const name = this.#names[options.in ?? 'main'];
    for (const batch of chunksOf(rows, 25)) {
      let open = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      for (let tries = 0; open.length > 0; tries += 1) {
        if (tries === ATTEMPTS) throw unavailable('store_busy');
        if (tries > 0) await pause(tries);
        const answer = await this.#send(new BatchWriteCommand({ RequestItems: { [name]: open } }));
        open = (answer.UnprocessedItems?.[name] ?? []) as typeof open;
      }
    }
  }

  /** Retried under one ClientRequestToken, so that a write whose answer was lost is not done twice. */
  async transact(writes: readonly Write[]): Promise<void> {
    const input: TransactWriteCommandInput = {
      ClientRequestToken: randomUUID(),
      TransactItems: writes.map((write) => this.#transactItem(write)),
    };
    try {
      await this.#send(new TransactWriteCommand(input));
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const failed = (error.CancellationReasons ?? []).flatMap((reason, index) =>
        reason.Code === 'ConditionalCheckFailed' ? [index] : [],
      );
      if (failed.length === 0) throw error;
      const refusal = failed.map((index) => writes[index]?.else).find((one) => one !== undefined);
      throw refusal?.() ?? new ConditionFailed(failed);
    }
  }

  /** Returns the indexes of the writes whose conditions failed. */
  async failedWrites(writes: readonly Write[]): Promise<readonly number[]> {
    try {
      await this.transact(writes);
      return [];
    } catch (error) {
      if (error instanceof ConditionFailed) return error.failed;
      throw error;
    }
  }

  async tryTransact(writes: readonly Write[]): Promise<boolean> {
    return (await this.failedWrites(writes)).length === 0;
  }

  async tryEach(all: readonly (readonly Write[])[]): Promise<void> {
    for (const some of chunksOf(all, 20)) await Promise.all(some.map((writes) => this.tryTransact(writes)));
  }

  #transactItem(write: Write): NonNullable<TransactWriteCommandInput['TransactItems']>[number] {
    const { pk, sk } = keyOf(write);
    const expressions = new Expressions(placeIn(sk));
    const TableName = this.#names[write.in ?? 'main'];
    const ConditionExpression = write.when?.length ? expressions.all(write.when) : undefined;
    if ('put' in write)
      return { Put: { TableName, Item: toStored(write.put), ConditionExpression, ...expressions.attributes } };
    const Key = { pk, sk };
    if ('update' in write) {
      const UpdateExpression = changeExpression(expressions, write);
      return { Update: { TableName, Key, UpdateExpression, ConditionExpression, ...expressions.attributes } };
    }
    if ('delete' in write) return { Delete: { TableName, Key, ConditionExpression, ...expressions.attributes } };
    return {
      ConditionCheck: { TableName, Key, ConditionExpression: ConditionExpression ?? '', ...expressions.attributes },
    };
  }
}

export const openTable = (): Table =>
  new Table(openClient(), { main: setting(tables.main.setting), scratch: setting(tables.scratch.setting) });

let shared: { names: string; table: Table } | undefined;

/** One for all that a worker does, opened with its first message. */
export const sharedTable = (): Table => {
  const names = `${setting(tables.main.setting)} ${setting(tables.scratch.setting)}`;
  if (shared?.names !== names) shared = { names, table: openTable() };
  return shared.table;
};
