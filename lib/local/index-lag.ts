import { chunksOf } from '../../functions/kit/chunks.ts';
import type { Call, Reply } from './server.ts';
import { type Attributes, type Forward, type RowWrite, request } from './table-protocol.ts';

interface Description {
  AttributeDefinitions: unknown;
  KeySchema: unknown;
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown; Projection: unknown }[];
}

interface Pending extends Pick<RowWrite, 'table' | 'key'> {
  since: number;
  /** Undefined if it was deleted. Read in list order, so a later one is never older. */
  row: Promise<Attributes | undefined>;
}

const BATCH = 25;
/** DynamoDB's lag is usually much shorter. */
export const INDEX_LAG_MS = 2000;

/** Uses real time: the lag is a property of the store, so advancing domain time doesn't shorten it. */
export class IndexLag {
  readonly #forward: Forward;
  readonly #now: () => number;
  readonly #copies = new Map<string, Promise<string | undefined>>();
  #pending: Pending[] = [];
  #applied: Promise<void> = Promise.resolve();
  #number = 0;

  constructor(forward: Forward, now = Date.now) {
    this.#forward = forward;
    this.#now = now;
  }

  copyOf(call: Call, table: string): Promise<string | undefined> {
    const known = this.#copies.get(table);
    if (known) return known;
    const copy = this.#copy(call, table);
    this.#copies.set(table, copy);
    return copy;
  }

  wrote(call: Call, written: readonly Pick<RowWrite, 'table' | 'key'>[]): void {
    const since = this.#now();
    for (const { table, key } of written) {
      const wanted = { TableName: table, Key: key, ConsistentRead: true };
      const row = request<{ Item?: Attributes }>(this.#forward, call, 'GetItem', wanted).then(({ Item }) => Item);
      // A failed read surfaces when the row is applied.
      row.catch(() => undefined);
      this.#pending.push({ table, key, since, row });
    }
  }

  async query(call: Call, table: string, input: object): Promise<Reply> {
    await this.show(call, this.#now() - INDEX_LAG_MS);
    const copy = await this.copyOf(call, table);
    return this.#forward(copy ? { ...call, body: Buffer.from(JSON.stringify({ ...input, TableName: copy })) } : call);
  }

  show(call: Call, until = this.#now()): Promise<void> {
    this.#applied = this.#applied.then(async () => {
      const late = this.#pending.findIndex(({ since }) => since > until);
      const due = this.#pending.splice(0, late < 0 ? this.#pending.length : late);
      const last = new Map(due.map((one) => [`${one.table} ${JSON.stringify(one.key)}`, one]));
      await this.#apply(call, [...last.values()]);
    });
    return this.#applied;
  }

  forget(): void {
    this.#copies.clear();
    this.#pending = [];
  }

  async #apply(call: Call, due: readonly Pending[]): Promise<void> {
    for (const table of new Set(due.map((one) => one.table))) {
      const TableName = await this.copyOf(call, table);
      if (!TableName) continue;
      const writes = due
        .filter((one) => one.table === table)
        .map(async ({ key, row }) => {
          const Item = await row;
          return Item ? { PutRequest: { Item } } : { DeleteRequest: { Key: key } };
        });
      await this.#write(call, TableName, await Promise.all(writes));
    }
  }

  async #write(call: Call, TableName: string, writes: readonly object[]): Promise<void> {
    for (const some of chunksOf(writes, BATCH)) {
      await request(this.#forward, call, 'BatchWriteItem', { RequestItems: { [TableName]: some } });
    }
  }

  async #copy(call: Call, table: string): Promise<string | undefined> {
    const { Table } = await request<{ Table: Description }>(this.#forward, call, 'DescribeTable', { TableName: table });
    if (!Table.GlobalSecondaryIndexes?.length) return undefined;
    this.#number += 1;
    const TableName = `${table}-lag-${this.#number}-${Date.now()}`;
    await request(this.#forward, call, 'CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table.AttributeDefinitions,
      KeySchema: Table.KeySchema,
      GlobalSecondaryIndexes: Table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    });
    let after: Attributes | undefined;
    do {
      const wanted = { TableName: table, ConsistentRead: true, ExclusiveStartKey: after };
      const page = await request<{ Items: Attributes[]; LastEvaluatedKey?: Attributes }>(
        this.#forward,
        call,
        'Scan',
        wanted,
      );
      await this.#write(
        call,
        TableName,
        page.Items.map((Item) => ({ PutRequest: { Item } })),
      );
      after = page.LastEvaluatedKey;
    } while (after);
    return TableName;
  }
}
