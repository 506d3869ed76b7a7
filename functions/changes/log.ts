import { DAY, now, ttlAt } from '../kit/clock.ts';
import { unavailable } from '../kit/errors.ts';
import { fields, listOf, number, oneOf, text } from '../kit/table/fields.ts';
import { changesPartition, keys } from '../kit/table/keys.ts';
import { numberAt } from '../kit/table/record.ts';
import type { StoredRow, Table } from '../kit/table/table.ts';

export const CHANGE_TYPES = ['annotation.created', 'annotation.changed', 'annotation.removed'] as const;

const readChange = fields({
  /** The same if it is delivered again. */
  id: text,
  type: oneOf(CHANGE_TYPES),
  annotation_id: text,
  site_id: text,
});
export type Change = ReturnType<typeof readChange>;

const readRow = fields({ at: number, changes: listOf(readChange) });

export const KEPT_MS = 30 * DAY;
/** A row of so many stays below 1 KB, one write unit. */
const CHANGES_IN_ROW = 6;
/** A stream record that comes again finds itself among the newest rows. */
const TAIL = 20;
const ATTEMPTS = 8;

/** Row 1 is the first. Numbers have no gaps, and only `append` makes them. */
export const rowKey = (ws: string, number: number) => keys.changes(ws, String(number).padStart(12, '0'));

const toRow = (row: StoredRow) => ({ ...readRow(row), number: Number(row.sk) });

const readTail = async (table: Table, ws: string, limit: number): Promise<StoredRow[]> =>
  (await table.query({ partition: changesPartition(ws), newestFirst: true, limit, consistent: true })).items;

/** The newest row has no `ttl`: the next one counts on from it, however long that takes. */
const letExpire = async (table: Table, rows: readonly StoredRow[]): Promise<void> => {
  const lasting = rows.filter(({ ttl }) => ttl === undefined);
  await Promise.all(
    lasting.map((row) => table.tryUpdate(row, { ttl: ttlAt(numberAt(row, 'at') + KEPT_MS) }, [['exists', 'pk']])),
  );
};

/**
 * Takes the next free number for each row, so that a row exists only once all rows before it do: a reader that has seen
 * a row has missed none. What the log already holds isn't added again.
 */
export const append = async (table: Table, ws: string, changes: readonly Change[]): Promise<void> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const tail = await readTail(table, ws, TAIL);
    const known = new Set(tail.flatMap((row) => toRow(row).changes.map(({ id }) => id)));
    let open = changes.filter(({ id }) => !known.has(id));
    let last = tail[0] ? toRow(tail[0]).number : 0;
    while (open.length > 0) {
      const part = open.slice(0, CHANGES_IN_ROW);
      open = open.slice(CHANGES_IN_ROW);
      const at = now();
      const expiry = open.length > 0 ? { ttl: ttlAt(at + KEPT_MS) } : {};
      if (!(await table.putNew({ ...rowKey(ws, last + 1), at, changes: part, ...expiry }))) break;
      last += 1;
      if (open.length > 0) continue;
      await letExpire(table, tail);
      return;
    }
    if (changes.every(({ id }) => known.has(id))) return;
  }
  throw unavailable('store_busy');
};

/** All rows before `number` and `taken` changes of it have been read. */
export interface Position {
  number: number;
  taken: number;
}

export interface ReadChange extends Change {
  at: number;
  position: Position;
}

const isExpired = (at: number) => at <= now() - KEPT_MS;

/** After the newest change. */
export const endOfLog = async (table: Table, ws: string): Promise<Position> => {
  const [newest] = await readTail(table, ws, 1);
  return { number: (newest ? toRow(newest).number : 0) + 1, taken: 0 };
};

/** Rows after their time wait for days until the table deletes them. */
const SKIPPED_AT_ONCE = 1000;

/** Undefined if what comes next is no longer kept. One read, or more without a position while old rows come first. */
export const readFrom = async (
  table: Table,
  ws: string,
  from: Position | undefined,
  limit: number,
): Promise<{ changes: ReadChange[]; end: Position; has_more: boolean } | undefined> => {
  const read = async ({ number }: Position, most: number) => {
    const sort = ['>=', rowKey(ws, number).sk] as const;
    const { items, last } = await table.query({ partition: changesPartition(ws), sort, limit: most });
    return { rows: items.map(toRow), last };
  };
  let start = from ?? { number: 1, taken: 0 };
  let { rows, last } = await read(start, limit);
  for (let newest = rows.at(-1); !from && last && newest && isExpired(newest.at); newest = rows.at(-1)) {
    start = { number: newest.number + 1, taken: 0 };
    ({ rows, last } = await read(start, SKIPPED_AT_ONCE));
  }
  const [first] = rows;
  if (from && first && (first.number > from.number || isExpired(first.at))) return undefined;
  const changes: ReadChange[] = [];
  let end = start;
  for (const row of rows) {
    const isFirstKept = !from && changes.length === 0;
    // Rows that expired in between: the next read says so.
    if (!isFirstKept && row.number > end.number) break;
    end = { number: row.number + 1, taken: 0 };
    if (isFirstKept && isExpired(row.at)) continue;
    const skipped = row.number === start.number ? start.taken : 0;
    row.changes.forEach((change, index) => {
      const isLast = index === row.changes.length - 1;
      const position = isLast ? end : { number: row.number, taken: index + 1 };
      if (index >= skipped) changes.push({ ...change, at: row.at, position });
    });
  }
  const page = changes.slice(0, limit);
  return { changes: page, end: page.at(-1)?.position ?? end, has_more: changes.length > limit || last !== undefined };
};
