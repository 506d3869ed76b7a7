import { setTimeout as wait } from 'node:timers/promises';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { auditMonth } from '../../functions/kit/audit/audit-log.ts';
import { auditPartition, type Key, keys } from '../../functions/kit/table/keys.ts';
import type { Item } from '../../functions/kit/table/table.ts';
import {
  type Named,
  removedBy,
  rootOf,
  type Skipped,
  skippedByItself,
  skippedByTable,
  type WorkspaceToday,
  withoutOwed,
  workspaceOf,
} from './restore-rules.ts';

const PAGE = 100;
const AT_ONCE = 10;

export interface RestoreOptions {
  /** The table created by point-in-time recovery. */
  from: string;
  /** The stage's table of records. */
  to: string;
  named: Named;
  /** The point in time of the restored table, in milliseconds; later deletions are respected. */
  restoredAt: number;
  now: number;
  /** Writes if true; otherwise only counts. */
  copy: boolean;
  /** Maximum rows written per second. */
  rate: number;
}

/** Progress of a run, from which it can resume. */
export interface Progress {
  /** The last key processed; null at the start. */
  after: Key | null;
  done: boolean;
  read: number;
  /** Rows copied, or missing in a dry run, by the first part of the sort key. */
  copied: Record<string, number>;
  skipped: Partial<Record<Skipped, number>>;
  /** Jobs removed from copied rows, by kind. */
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

const textKey = ({ pk, sk }: Item) => `${pk}\n${sk}`;
const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

/** Throttled requests are retried with growing delays of up to 20 seconds; `--rate` limits the rest. */
const openClient = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 20 }), {
    marshallOptions: { removeUndefinedValues: true },
  });

class Restore {
  readonly #client = openClient();
  readonly #options: RestoreOptions;
  readonly #workspaces = new Map<string, Promise<WorkspaceToday>>();
  /** The annotation or review of the last rows read. */
  #root: { pk: string; row: Item | undefined } = { pk: '', row: undefined };

  constructor(options: RestoreOptions) {
    this.#options = options;
  }

  close = () => this.#client.destroy();

  async readPage(after: Key | null): Promise<{ rows: Item[]; last: Key | null }> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new ScanCommand({ TableName: this.#options.from, Limit: PAGE, ExclusiveStartKey: after ?? undefined }),
    );
    return { rows: Items, last: LastEvaluatedKey ? keyOf(LastEvaluatedKey) : null };
  }

  /** Keys of these rows that exist in the stage's table, as text. */
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
      for (const row of Responses?.[to] ?? []) found.add(textKey(row));
      open = UnprocessedKeys?.[to]?.Keys ?? [];
    }
    return found;
  }

  async #deletedIn(ws: string): Promise<Set<string>> {
    const { to, restoredAt, now } = this.#options;
    const months = new Set<string>();
    for (let at = restoredAt; at < now; at += 20 * 24 * 3_600_000) months.add(auditMonth(at));
    months.add(auditMonth(now));
    const deleted = new Set<string>();
    for (const month of months) {
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await this.#client.send(
          new QueryCommand({
            TableName: to,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': auditPartition(ws, month) },
            ConsistentRead: true,
            ExclusiveStartKey,
          }),
        );
        for (const entry of page.Items ?? []) {
          const id = removedBy(entry);
          if (id !== undefined && Number(entry.created_at) >= restoredAt) deleted.add(id);
        }
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    }
    return deleted;
  }

  #today(row: Item): Promise<WorkspaceToday> | undefined {
    const ws = workspaceOf(String(row.pk));
    if (ws === undefined) return undefined;
    const known = this.#workspaces.get(ws);
    if (known) return known;
    const look = async (): Promise<WorkspaceToday> => ({
      exists: (await this.#present([keys.workspace(ws)])).size > 0,
      deleted: await this.#deletedIn(ws),
    });
    const today = look();
    this.#workspaces.set(ws, today);
    return today;
  }

  /** Rows of an annotation or a review are copied only if its own row is: rows of a deleted record are unreachable. */
  async #skippedByRoot(row: Item): Promise<Skipped | undefined> {
    const { from, named, now } = this.#options;
    const [pk, sk] = [String(row.pk), rootOf(String(row.pk))];
    if (sk === undefined || row.sk === sk) return undefined;
    if (this.#root.pk !== pk) {
      const { Item: root } = await this.#client.send(new GetCommand({ TableName: from, Key: { pk, sk } }));
      this.#root = { pk, row: root };
    }
    const { row: root } = this.#root;
    if (!root) return 'deleted';
    return skippedByItself(root, named, now) ?? skippedByTable(root, named, await this.#today(root));
  }

  async #skipped(row: Item, present: ReadonlySet<string>): Promise<Skipped | undefined> {
    if (present.has(textKey(row))) return 'present';
    return skippedByTable(row, this.#options.named, await this.#today(row)) ?? this.#skippedByRoot(row);
  }

  /** False if the row was created concurrently. */
  async #put(row: Item): Promise<boolean> {
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#options.to,
          Item: withoutOwed(row),
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async #copy(row: Item, progress: Progress): Promise<void> {
    if (this.#options.copy && !(await this.#put(row))) return count(progress.skipped, 'present');
    count(progress.copied, String(row.sk).split('#')[0] ?? '');
    if (row.job !== undefined) count(progress.dropped, String(row.job));
  }

  /** Processes one page and updates the progress. */
  async work(rows: readonly Item[], progress: Progress): Promise<void> {
    const { named, now, copy, rate } = this.#options;
    const possible = rows.filter((row) => {
      const skipped = skippedByItself(row, named, now);
      if (skipped) count(progress.skipped, skipped);
      return !skipped;
    });
    const present = await this.#present(possible.map(keyOf));
    const missing: Item[] = [];
    for (const row of possible) {
      const skipped = await this.#skipped(row, present);
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

/**
 * Copies rows that the stage's table lacks from a restored table: rows of existing workspaces and the named ones. It
 * overwrites nothing and skips what has expired or been deleted since, and owed work. Safe to repeat. `save` receives
 * the progress after each page, from which a later run can resume.
 */
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
