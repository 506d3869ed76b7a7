import { setTimeout as wait } from 'node:timers/promises';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { cleaned, without } from '../../functions/data/erase/addresses.ts';
import { auditMonthsSince } from '../../functions/kit/audit/audit-log.ts';
import { MINUTE, type Milliseconds, now } from '../../functions/kit/clock.ts';
import { auditPartition, type Key, keys, kindOf, partitions, type RecordName } from '../../functions/kit/table/keys.ts';
import { allOf, idsIn, requireIds } from '../../functions/kit/table/record.ts';
import { fromStored, toStored } from '../../functions/kit/table/stored-form.ts';
import { type Item, type StoredRow, Table } from '../../functions/kit/table/table.ts';
import {
  erasedNotesOf,
  type Named,
  ownerOf,
  restoredRow,
  rootOf,
  type Skipped,
  skippedByItself,
  skippedByTable,
  type WorkspaceToday,
  workspaceToday,
} from './restore-rules.ts';
import { SUMS } from './sums.ts';

const PAGE = 100;
const AT_ONCE = 10;
/** A run takes hours in which users delete more. */
const LOOK_AGAIN_MS = MINUTE;
/** An audit entry has the time at which its write was composed, which can be retried before it commits. */
const LATEST_COMMIT_MS = MINUTE;

export interface RestoreOptions {
  from: string;
  to: string;
  named: Named;
  /** Of the restored table, in milliseconds; later deletions are respected. */
  restoredAt: number;
  copy: boolean;
  rate: number;
}

export interface Progress {
  after: Key | null;
  done: boolean;
  read: number;
  copied: Record<string, number>;
  skipped: Partial<Record<Skipped, number>>;
  dropped: Record<string, number>;
}

export const newProgress = (): Progress => ({
  after: null,
  done: false,
  read: 0,
  copied: {},
  skipped: {},
  dropped: {},
});

const count = (counts: Record<string, number | undefined>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

const textKey = ({ pk, sk }: Key) => `${pk}\n${sk}`;
/** Retries wait up to 20 seconds; `--rate` limits the rest. */
const openClient = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 20 }), {
    marshallOptions: { removeUndefinedValues: true },
  });

class Restore {
  readonly #client = openClient();
  readonly #options: RestoreOptions;
  readonly #table: Table;
  readonly #source: Table;
  readonly #workspaces = new Map<string, { at: Milliseconds; today: Promise<WorkspaceToday> }>();
  #root: { key: string; row: StoredRow | null } = { key: '', row: null };

  constructor(options: RestoreOptions) {
    this.#options = options;
    this.#table = new Table(this.#client, { main: options.to, scratch: options.to });
    this.#source = new Table(this.#client, { main: options.from, scratch: options.from });
  }

  close = () => this.#client.destroy();

  async readPage(after: Key | null): Promise<{ rows: StoredRow[]; last: Key | null }> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new ScanCommand({ TableName: this.#options.from, Limit: PAGE, ExclusiveStartKey: after ?? undefined }),
    );
    // Every row has the table's key.
    return { rows: Items as StoredRow[], last: (LastEvaluatedKey as Key | undefined) ?? null };
  }

  async #present(wanted: readonly Key[]): Promise<Set<string>> {
    const { to } = this.#options;
    const found = new Set<string>();
    let open: Item[] = wanted.map(({ pk, sk }) => ({ pk, sk }));
    for (let tries = 0; open.length > 0; tries += 1) {
      if (tries > 0) await wait(Math.min(5000, 50 * 2 ** tries));
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetCommand({
          RequestItems: { [to]: { Keys: open, ProjectionExpression: 'pk, sk', ConsistentRead: true } },
        }),
      );
      for (const row of Responses?.[to] ?? []) found.add(textKey(row as Key));
      open = UnprocessedKeys?.[to]?.Keys ?? [];
    }
    return found;
  }

  async #auditedIn(ws: string, since: number): Promise<Item[]> {
    const entries: Item[] = [];
    for (const month of auditMonthsSince(since)) {
      entries.push(...(await this.#table.queryAll({ partition: auditPartition(ws, month), consistent: true })));
    }
    return entries.filter(({ created_at }) => Number(created_at) >= since);
  }

  #today(row: StoredRow): Promise<WorkspaceToday> | undefined {
    const ws = ownerOf(row);
    return ws === undefined ? undefined : this.#todayOf(ws);
  }

  #todayOf(ws: string): Promise<WorkspaceToday> {
    const look = async () => {
      const { restoredAt } = this.#options;
      const exists = (await this.#present([keys.workspace(ws)])).size > 0;
      const entries = await this.#auditedIn(ws, restoredAt - LATEST_COMMIT_MS);
      const since = entries.filter(({ created_at }) => Number(created_at) >= restoredAt);
      return workspaceToday(ws, exists, entries, since);
    };
    const at = now();
    const known = this.#workspaces.get(ws);
    if (known && at - known.at < LOOK_AGAIN_MS) return known.today;
    const today = look();
    this.#workspaces.set(ws, { at, today });
    return today;
  }

  /** Of that time; null if it was gone, undefined if the row is a root or has none. */
  async #rootRow(row: StoredRow): Promise<StoredRow | null | undefined> {
    const Key = rootOf(row);
    if (!Key || textKey(Key) === textKey(row)) return undefined;
    if (this.#root.key === textKey(Key)) return this.#root.row;
    const { Item: root } = await this.#client.send(new GetCommand({ TableName: this.#options.from, Key }));
    const found = (root as StoredRow | undefined) ?? null;
    this.#root = { key: textKey(Key), row: found };
    return found;
  }

  async #skippedByRoot(row: StoredRow): Promise<Skipped | undefined> {
    const root = await this.#rootRow(row);
    if (!root) return root === null ? 'deleted' : undefined;
    return skippedByItself(root, { ...this.#options.named, only: false }, now()) ?? this.#skippedByOthers(root);
  }

  async #isSubscribedAgain(row: StoredRow): Promise<boolean> {
    const [address] = idsIn(keys.suppression, row) ?? [];
    if (address === undefined || row.reason !== 'unsubscribed') return false;
    const users = await this.#table.queryAll({ index: 'person', partition: address, sort: ['=', keys.user('').sk] });
    for (const user of users) {
      const [id] = requireIds(keys.user, user);
      for (const member of await this.#table.queryAll({ index: 'gsi1', partition: partitions.userWorkspaces(id) })) {
        const { ended } = await this.#todayOf(requireIds(keys.member, member)[0]);
        if (ended.has(`suppression ${id}`)) return true;
      }
    }
    return false;
  }

  async #skippedByOthers(row: StoredRow): Promise<Skipped | undefined> {
    if (await this.#isSubscribedAgain(row)) return 'deleted';
    return skippedByTable(row, this.#options.named, await this.#today(row)) ?? this.#skippedByRoot(row);
  }

  /** Also of rows that come back later in this run. */
  async #sumOf(kind: RecordName, ids: string[], today: WorkspaceToday, amountOf: (row: Item) => number) {
    const { named } = this.#options;
    const all = { ...allOf<string[]>(keys[kind], ...ids), consistent: true };
    const [before, present] = await Promise.all([this.#source.queryAll(all), this.#table.queryAll(all)]);
    const lost = before.filter((row) => !skippedByItself(row, named, now()) && !skippedByTable(row, named, today));
    const values = new Map(lost.map((row) => [row.sk, amountOf(restoredRow(row, today))]));
    for (const row of present) values.set(row.sk, amountOf(row));
    return [...values.values()].reduce((sum, value) => sum + value, 0);
  }

  /** A link may have got its address after the note. */
  async #emailsOf(ws: string, note: string): Promise<unknown[]> {
    const [context, annotation] = await Promise.all([
      this.#source.get(keys.context(ws, note)),
      this.#source.get(keys.annotation(ws, note)),
    ]);
    const [site, link] = [annotation?.site_id, annotation?.stakeholder_id];
    const isLinked = typeof site === 'string' && typeof link === 'string';
    const stakeholder = isLinked ? await this.#source.get(keys.stakeholder(ws, site, link)) : undefined;
    return [context?.email, stakeholder?.email];
  }

  async #withoutErased(row: StoredRow, item: Item, today: WorkspaceToday): Promise<Item> {
    if (today.erased.size === 0) return item;
    const root = await this.#rootRow(row);
    const notes = new Set([row, ...(root ? [root] : [])].flatMap((one) => erasedNotesOf(one, today)));
    const ws = ownerOf(row) ?? '';
    const emails = await Promise.all([...notes].map((note) => this.#emailsOf(ws, note)));
    const flat = fromStored(item);
    return toStored({ ...flat, ...cleaned(flat, without(emails.flat())) });
  }

  async #asOfToday(row: StoredRow): Promise<Item> {
    const today = await this.#today(row);
    const item = restoredRow(row, today);
    if (!today) return item;
    const kind = kindOf(row);
    const sums = Object.entries((kind && SUMS[kind]) ?? {}).map(async ([name, [of, amountOf]]) => {
      const ids = kind ? requireIds<string[]>(keys[kind], row) : [];
      return [name, await this.#sumOf(of, ids, today, amountOf)];
    });
    return this.#withoutErased(row, { ...item, ...Object.fromEntries(await Promise.all(sums)) }, today);
  }

  async #put(row: StoredRow): Promise<boolean> {
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#options.to,
          Item: await this.#asOfToday(row),
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async #copy(row: StoredRow, progress: Progress): Promise<void> {
    if (this.#options.copy && !(await this.#put(row))) return count(progress.skipped, 'present');
    count(progress.copied, kindOf(row) ?? 'unknown');
    if (row.job !== undefined) count(progress.dropped, `${row.job}`);
  }

  async work(rows: readonly StoredRow[], progress: Progress): Promise<void> {
    const { named, copy, rate } = this.#options;
    const possible = rows.filter((row) => {
      const skipped = skippedByItself(row, named, now());
      if (skipped) count(progress.skipped, skipped);
      return !skipped;
    });
    const present = await this.#present(possible);
    const missing: StoredRow[] = [];
    for (const row of possible) {
      const skipped = present.has(textKey(row)) ? 'present' : await this.#skippedByOthers(row);
      if (skipped) count(progress.skipped, skipped);
      else missing.push(row);
    }
    const size = Math.max(1, Math.min(AT_ONCE, rate));
    for (let start = 0; start < missing.length; start += size) {
      const batch = missing.slice(start, start + size);
      const pause = copy ? wait((batch.length / rate) * 1000) : undefined;
      await Promise.all([pause, ...batch.map((row) => this.#copy(row, progress))]);
    }
    progress.read += rows.length;
  }
}

/** Overwrites nothing. Safe to repeat, and to resume from the progress that `save` receives after each page. */
export const restore = async (
  options: RestoreOptions,
  progress: Progress,
  save: (progress: Progress) => Promise<void>,
): Promise<Progress> => {
  const run = new Restore(options);
  try {
    while (!progress.done) {
      const { rows, last } = await run.readPage(progress.after);
      await run.work(rows, progress);
      progress.after = last ?? progress.after;
      progress.done = last === null;
      await save(progress);
    }
    return progress;
  } finally {
    run.close();
  }
};
