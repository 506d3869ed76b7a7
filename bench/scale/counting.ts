import { type Account, BATCH, BATCH_SECONDS, SHARDS, TIMES } from './account.ts';
import type { Agenda } from './agenda.ts';
import type { Operation, ShapedUse } from './operations.ts';
import { filled, type SimulatedTable } from './table.ts';

interface Counted {
  caller: string;
  id: string;
}

const hashOf = (text: string) => [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) >>> 0, 7);

/** The worker that counts usage from the stream: one batch per shard at a time, retried until it succeeds. */
export class Counting {
  records = 0;
  counted = 0;
  readonly #waiting: Counted[][] = Array.from({ length: SHARDS }, () => []);
  readonly #isBusy: boolean[] = Array.from({ length: SHARDS }, () => false);
  readonly #uses: readonly ShapedUse[];
  readonly #account: Account;
  readonly #table: SimulatedTable;
  readonly #agenda: Agenda<(at: number) => void>;
  readonly #random: () => number;

  constructor(
    one: Operation,
    account: Account,
    table: SimulatedTable,
    agenda: Agenda<(at: number) => void>,
    random: () => number,
  ) {
    this.#uses = one.requests.flat();
    this.#account = account;
    this.#table = table;
    this.#agenda = agenda;
    this.#random = random;
  }

  /** Records written but not counted. */
  get backlog(): number {
    return this.records - this.counted;
  }

  add({ caller = '', id = '', workspace = '' }: Readonly<Record<string, string>>, at: number): void {
    this.records += 1;
    // A shard holds the rows of some partitions; a tenant's audit rows are one partition.
    const shard = hashOf(workspace) % SHARDS;
    const waiting = this.#waiting[shard] ?? [];
    waiting.push({ caller, id });
    if (waiting.length === 1) this.#agenda.add(at + BATCH_SECONDS, (then) => this.#start(shard, then, true));
    this.#start(shard, at, false);
  }

  #start(shard: number, at: number, isDue: boolean): void {
    const waiting = this.#waiting[shard] ?? [];
    if (this.#isBusy[shard] || waiting.length === 0 || (waiting.length < BATCH && !isDue)) return;
    this.#isBusy[shard] = true;
    this.#run(shard, waiting.splice(0, BATCH), at, true);
  }

  #run(shard: number, batch: readonly Counted[], at: number, isFirst: boolean): void {
    const callers = new Set(batch.map(({ caller }) => caller));
    const uses = this.#uses.flatMap((use) => {
      // A batch reads and writes the lists of the most active once.
      if (use.partition === 'USAGE_TOP') return [filled(use, {})];
      const of = use.partition.startsWith('USAGE#') ? [...callers] : batch.map(({ id }) => id);
      return of.map((id) => filled(use, { id, usage: String(hashOf(id) % this.#account.usageParts) }));
    });
    if (this.#table.serve(uses, at, isFirst)) {
      this.counted += batch.length;
      this.#agenda.add(at + (TIMES.handler + TIMES.trip) / 1000, (then) => {
        this.#isBusy[shard] = false;
        this.#start(shard, then, false);
      });
      return;
    }
    this.#agenda.add(at + TIMES.trip / 1000 + this.#random(), (then) => this.#run(shard, batch, then, false));
  }
}
