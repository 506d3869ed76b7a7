import type { Call, Forward, Reply } from './reply.ts';

type Attributes = Record<string, Record<string, unknown>>;

/** A row written by a request. */
export interface Written {
  table: string;
  key: Attributes;
}

interface Description {
  AttributeDefinitions: unknown;
  KeySchema: unknown;
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown; Projection: unknown }[];
}

interface Pending extends Written {
  since: number;
  /** The row after the write; undefined if it was deleted. Read in list order, so a later one is never older. */
  row: Promise<Attributes | undefined>;
}

const BATCH = 25;
/** DynamoDB's lag is usually much shorter. */
export const INDEX_LAG_MS = 2000;

/**
 * Answers index queries from a copy of the table that lags `INDEX_LAG_MS` behind. Uses real time: the lag is a property
 * of the store, so advancing domain time doesn't shorten it.
 */
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

  /** Copies a table with indexes before the first request changes it, and returns the copy's name. */
  copyOf(call: Call, table: string): Promise<string | undefined> {
    const known = this.#copies.get(table);
    if (known) return known;
    const copy = this.#copy(call, table);
    this.#copies.set(table, copy);
    return copy;
  }

  /** Records the current state of these rows, to be shown later. */
  wrote(call: Call, written: readonly Written[]): void {
    const since = this.#now();
    for (const { table, key } of written) {
      const asked = { TableName: table, Key: key, ConsistentRead: true };
      const row = this.#ask<{ Item?: Attributes }>(call, 'GetItem', asked).then(({ Item }) => Item);
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

  /** Applies writes until that time, or all of them. */
  show(call: Call, until = this.#now()): Promise<void> {
    this.#applied = this.#applied.then(async () => {
      const late = this.#pending.findIndex(({ since }) => since > until);
      const due = this.#pending.splice(0, late < 0 ? this.#pending.length : late);
      // Later reads see only the last state of each row.
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
    for (let start = 0; start < writes.length; start += BATCH) {
      await this.#ask(call, 'BatchWriteItem', { RequestItems: { [TableName]: writes.slice(start, start + BATCH) } });
    }
  }

  async #copy(call: Call, table: string): Promise<string | undefined> {
    const { Table } = await this.#ask<{ Table: Description }>(call, 'DescribeTable', { TableName: table });
    if (!Table.GlobalSecondaryIndexes?.length) return undefined;
    this.#number += 1;
    const TableName = `${table}-lag-${this.#number}-${Date.now()}`;
    await this.#ask(call, 'CreateTable', {
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
      const asked = { TableName: table, ConsistentRead: true, ExclusiveStartKey: after };
      const page = await this.#ask<{ Items: Attributes[]; LastEvaluatedKey?: Attributes }>(call, 'Scan', asked);
      await this.#write(
        call,
        TableName,
        page.Items.map((Item) => ({ PutRequest: { Item } })),
      );
      after = page.LastEvaluatedKey;
    } while (after);
    return TableName;
  }

  /** A request of the proxy itself, with the headers of the one that caused it. */
  async #ask<Answer>(call: Call, action: string, input: object): Promise<Answer> {
    const { 'x-amz-target': target, ...headers } = call.headers;
    const asked = { ...headers, 'x-amz-target': String(target).replace(/\..*/, `.${action}`) };
    const reply = await this.#forward({ ...call, headers: asked, body: Buffer.from(JSON.stringify(input)) });
    const text = reply.body.toString('utf8');
    if (reply.status !== 200) throw new Error(`${action} answered ${reply.status}: ${text}`);
    return JSON.parse(text) as Answer;
  }
}
