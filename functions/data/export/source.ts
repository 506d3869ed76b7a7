import type { Readable } from 'node:stream';
import { tryUnpackJson } from '../../kit/packed.ts';
import type { Item, Query, StoredRow, Table } from '../../kit/table/table.ts';

export interface Row {
  record: string;
  row: Item;
}

export interface Entry {
  name: string;
  size: number;
  records: number;
  open: () => Promise<Buffer | Readable | undefined>;
}

/** `after` leads past the entry that it comes with. */
export interface Source {
  name: string;
  read: (after: string | undefined) => AsyncGenerator<{ entry: Entry | undefined; after: string }>;
}

/** Keys, indexes, and what only workers read: attributes of a row. */
const INTERNAL =
  /^(pk|sk|gsi\dpk|gsi\dsk|person|ttl|job|due_at|due_pk|wait_seconds|looks|owed_since|requeues|counted_by|claim|claimed_until|purging_at)$/;
/** Attributes that a secret could be derived from or recognized by, at any depth. */
const SECRET = /hash|secret|derivation|(^|_)key_id$|^last4$|^shared$/;
/** Pages choose the names in these. */
const NAMED_BY_PAGES = new Set(['metadata', 'test_attributes', 'ancestor_attributes', 'styles']);

const clean = (value: unknown): unknown => {
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map(clean);
  if (value instanceof Uint8Array) return clean(tryUnpackJson(value) ?? Buffer.from(value).toString('base64'));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, inner]) => [name, NAMED_BY_PAGES.has(name) ? inner : clean(inner)]),
  );
};

const cleanRow = (row: Item): Item =>
  clean(Object.fromEntries(Object.entries(row).filter(([name]) => !INTERNAL.test(name)))) as Item;

export const jsonLines = (name: string, rows: readonly Row[]): Entry | undefined => {
  if (rows.length === 0) return undefined;
  const lines = rows.map(({ record, row }) => `${JSON.stringify({ record, ...cleanRow(row) })}\n`);
  const bytes = Buffer.from(lines.join(''));
  return { name, size: bytes.length, records: rows.length, open: async () => bytes };
};

export const once = (name: string, make: () => Promise<Entry | undefined>): Source => ({
  name,
  read: async function* (after) {
    if (after === undefined) yield { entry: await make(), after: 'done' };
  },
});

export const readme = (text: string): Source =>
  once('readme', async () => {
    const bytes = Buffer.from(text);
    return { name: 'README.txt', size: bytes.length, records: 0, open: async () => bytes };
  });

export const partName = (name: string, part: number): string =>
  `records/${name}-${String(part).padStart(6, '0')}.jsonl`;

interface Cursor {
  part: number;
  after?: Item;
  /** Lists come and go between two runs. */
  list?: string;
}

const readCursor = (text: string | undefined): Cursor =>
  text === undefined ? { part: 0 } : (JSON.parse(text) as Cursor);

export const pages = (
  name: string,
  lists: () => readonly Query[] | Promise<readonly Query[]>,
  table: Table,
  look: (items: readonly StoredRow[]) => Promise<Row[]>,
): Source => ({
  name,
  read: async function* (text) {
    let cursor = readCursor(text);
    const queries = await lists();
    for (const query of queries) {
      const list = query.partition;
      const isRead = list < (cursor.list ?? '') || (list === cursor.list && !cursor.after);
      if (isRead) continue;
      let after = list === cursor.list ? cursor.after : undefined;
      do {
        const page = await table.query({ ...query, after });
        const rows = await look(page.items);
        const part = cursor.part + (rows.length > 0 ? 1 : 0);
        after = page.last;
        cursor = { part, list, ...(after && { after }) };
        yield { entry: jsonLines(partName(name, part), rows), after: JSON.stringify(cursor) };
      } while (after);
    }
  },
});
