import { type CursorBinding, readCursor, writeCursor } from './cursor.ts';
import { type Page, RESUME } from './page.ts';
import type { Item, Query, StoredRow, Table } from './table.ts';

/** About 1 MB of list rows. */
const MAX_EVALUATED = 1400;

export interface ListRequest {
  query: Query;
  limit: number;
  cursor: string | undefined;
  binding: CursorBinding;
  position: (row: StoredRow) => string;
  startKey: (position: string) => Item;
}

export const required = (row: StoredRow | undefined): StoredRow => {
  if (!row) throw new Error('A page cannot continue before its first row.');
  return row;
};

/** Reads one row more, so that the last page says so. A filtered page may be short, with a cursor, rather than slow. */
export const readPage = async (table: Table, list: ListRequest): Promise<Page<StoredRow>> => {
  const from = readCursor(list.cursor, list.binding);
  const found: StoredRow[] = [];
  let after: Item | undefined = from === undefined ? undefined : list.startKey(from);
  let last: StoredRow | undefined;
  let chunk = list.limit + 1;
  for (let evaluated = 0; ; chunk = Math.min(chunk * 4, MAX_EVALUATED - evaluated)) {
    const page = await table.query({ ...list.query, limit: chunk, after });
    found.push(...page.items);
    evaluated += chunk;
    last = page.last;
    after = last;
    if (found.length > list.limit || !after || evaluated >= MAX_EVALUATED) break;
  }
  const items = found.slice(0, list.limit);
  const lastKept = items.at(-1);
  const resumeAt = found.length > list.limit && lastKept ? list.position(lastKept) : last && list.position(last);
  return {
    items,
    next_cursor: resumeAt === undefined ? null : writeCursor(resumeAt, list.binding),
    [RESUME]: (kept) => writeCursor(list.position(required(items[kept - 1])), list.binding),
  };
};
