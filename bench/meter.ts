import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rowName, touchesOf, type Use, usesOf } from '../lib/local/partitions.ts';
import { type Attributes, type RowRequest, writesIn } from '../lib/local/table-protocol.ts';

export interface Measured {
  /** Sequential DynamoDB requests. */
  trips: number;
  requests: number;
  /** Request units, rounded as DynamoDB bills them. */
  reads: number;
  writes: number;
  /** Names of the requests sent, for debugging: `GetItem`, `Query`… */
  commands: string[];
  /** Units by partition of a table or index, per request in the order of responses. */
  uses: Use[][];
}

interface Sent {
  began: number;
  ended: number;
}

interface Capacity {
  CapacityUnits?: number;
}

const READ = /^(BatchGet|Get|Query|Scan|TransactGet)/;

/** The longest chain of requests that each began after the previous one had ended. */
const longestChain = (sent: readonly Sent[]): number => {
  let chain = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { began, ended } of sent.toSorted((a, b) => a.ended - b.ended)) {
    if (began < free) continue;
    chain += 1;
    free = ended;
  }
  return chain;
};

const unitsOf = (output: object): number => {
  const capacity = 'ConsumedCapacity' in output ? output.ConsumedCapacity : undefined;
  const all = (Array.isArray(capacity) ? capacity : [capacity ?? {}]) as Capacity[];
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

/**
 * Counts the SDK's DynamoDB requests while `measure` runs. Times are its own ticks, so that a fast response counts too.
 */
class Meter {
  #tick = 0;
  #sent: Sent[] = [];
  #measured = { reads: 0, writes: 0, commands: [] as string[], uses: [] as Use[][] };
  #on = false;
  /** Reads rows before they are written, unmeasured, because a write also uses the row's previous index partition. */
  #aside: DynamoDBClient | undefined;

  async measure<T>(work: () => Promise<T>): Promise<{ answer: T; measured: Measured }> {
    this.#sent = [];
    this.#measured = { reads: 0, writes: 0, commands: [], uses: [] };
    this.#on = true;
    try {
      const answer = await work();
      const sent = this.#sent;
      return { answer, measured: { ...this.#measured, requests: sent.length, trips: longestChain(sent) } };
    } finally {
      this.#on = false;
    }
  }

  async #rowBefore({ table, key }: ReturnType<typeof writesIn>[number]) {
    this.#aside ??= new DynamoDBClient();
    const { pk, sk } = key as { pk: { S: string }; sk: { S: string } };
    const { Item } = await this.#aside.send(
      new GetItemCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }),
    );
    return [rowName(table, key), Item as Attributes | undefined] as const;
  }

  watch(client: DynamoDBDocumentClient): void {
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (!this.#on) return next(args);
        const sent = { began: ++this.#tick, ended: Number.POSITIVE_INFINITY };
        this.#sent.push(sent);
        const command = String(context.commandName ?? '').replace(/Command$/, '');
        this.#measured.commands.push(command);
        const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' };
        try {
          const result = await next({ ...args, input } as typeof args);
          this.#measured[READ.test(command) ? 'reads' : 'writes'] += unitsOf(result.output);
          return result;
        } finally {
          sent.ended = ++this.#tick;
        }
      },
      { step: 'initialize', priority: 'high', name: 'benchMeter', override: true },
    );
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (!this.#on) return next(args);
        const { body } = args.request as { body: string | Uint8Array };
        const action = String(context.commandName ?? '').replace(/Command$/, '');
        const input = JSON.parse(Buffer.from(body).toString('utf8')) as RowRequest;
        const before = new Map(await Promise.all(writesIn(action, input).map((one) => this.#rowBefore(one))));
        const result = await next(args);
        const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Parameters<typeof usesOf>[1] };
        this.#measured.uses.push(usesOf(touchesOf(action, input, before), ConsumedCapacity));
        return result;
      },
      { step: 'build', name: 'benchPartitions', override: true },
    );
  }
}

export const meter = new Meter();

/** Adds the meter to all clients opened from now on. Handlers open theirs at load time. */
export const watchClients = (): void => {
  const from = DynamoDBDocumentClient.from;
  DynamoDBDocumentClient.from = (...given) => {
    const client = from.apply(DynamoDBDocumentClient, given);
    meter.watch(client);
    return client;
  };
};
