import { auditMonth } from '../../kit/audit/audit-log.ts';
import { now } from '../../kit/clock.ts';
import type { Storage } from '../../kit/files/storage.ts';
import { monthsBetween } from '../../kit/months.ts';
import { kindOf, requireIds, sortPrefix } from '../../kit/table/key-ids.ts';
import {
  annotationPartition,
  auditPartition,
  foundBy,
  type Key,
  keys,
  objects,
  partitions,
  reviewPartition,
  showcasePartition,
  workspacePartition,
} from '../../kit/table/keys.ts';
import type { Item, Query, StoredRow, Table } from '../../kit/table/table.ts';
import { ownRecords, type RecordName } from './covered.ts';
import { jsonLines, partName, type Source, textEntry } from './source.ts';

const ROWS = 500;
/** Threads and reviews of one file; each may be megabytes. */
const WHOLES = 10;
const OBJECTS = 100;

const README = `Everything that Sidenote held in this workspace when it was exported.

records/*.jsonl  One JSON object per line; "record" says what it is. Times are milliseconds since 1970 (UTC).
files/           Screenshots, evidence and pictures, under the keys that the records name.

Left out: tokens and everything that they could be derived or recognized from.
`;

interface Cursor {
  part: number;
  after?: Item;
  /** The partition of the list being read: lists come and go between two runs. */
  list?: string;
}

const readCursor = (text: string | undefined): Cursor =>
  text === undefined ? { part: 0 } : (JSON.parse(text) as Cursor);

/** Pages of several lists in the order of their partitions, as one source: `look` makes records of a page. */
const pages = (
  name: string,
  lists: (cursor: Cursor) => Promise<readonly Query[]>,
  table: Table,
  look: (items: readonly StoredRow[]) => Promise<{ record: string; row: Item }[]>,
): Source => ({
  name,
  read: async function* (text) {
    let cursor = readCursor(text);
    const queries = await lists(cursor);
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

/** The sort keys of a record in the workspace's partition: exactly this one, or all that begin so. */
const sortOf = (record: RecordName): NonNullable<Query['sort']> => {
  const prefix = sortPrefix(keys[record] as (...ids: string[]) => Key);
  return prefix.endsWith('#') ? ['begins_with', prefix] : ['=', prefix];
};

/** The rows under the names of their kinds. */
const named = (rows: readonly StoredRow[], isKind: (kind: RecordName) => boolean) =>
  rows.map((row) => {
    const record = kindOf(row);
    if (!record || !isKind(record)) throw new Error(`Not exported so far: ${row.pk} ${row.sk}.`);
    return { record, row };
  });

const files = (storage: Storage, ws: string): Source => ({
  name: 'files',
  read: async function* (text) {
    const folder = objects.workspaceFolder(ws);
    let after = text;
    for (;;) {
      const found = await storage.list(folder, after, OBJECTS);
      for (const { key, size } of found) {
        const open = () => storage.open(key);
        yield { entry: { name: `files/${key.slice(folder.length)}`, size, records: 0, open }, after: key };
      }
      if (found.length < OBJECTS) return;
      after = found.at(-1)?.key;
    }
  },
});

/** Everything of a workspace, in an order that can be gone on with. */
export const workspaceSources = (table: Table, storage: Storage, workspace: Item): Source[] => {
  const ws = String(workspace.id);
  const sitesOf = async () => {
    const sort = ['begins_with', keys.site(ws, '').sk] as const;
    const items = await table.queryAll({ partition: workspacePartition(ws), sort, consistent: true });
    return items.filter(({ deleted_at }) => deleted_at === undefined).map(({ id }) => String(id));
  };
  const own = ownRecords.map((record) =>
    pages(
      record,
      async () => [{ partition: workspacePartition(ws), sort: sortOf(record), limit: ROWS, consistent: true }],
      table,
      async (items) => items.map((row) => ({ record, row })),
    ),
  );
  const notes = pages(
    'annotation',
    async () =>
      (await sitesOf()).map((site) => ({
        index: 'gsi1' as const,
        partition: partitions.siteAnnotations(ws, site),
        limit: WHOLES,
      })),
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.annotation, row)[1]);
      const threads = await Promise.all(
        ids.map((id) => table.queryAll({ partition: annotationPartition(ws, id), consistent: true })),
      );
      return named(threads.flat(), (kind) => foundBy[kind] === 'annotation partition');
    },
  );
  const reviews = pages(
    'review',
    async () => [{ index: 'gsi1', partition: partitions.reviews(ws), limit: WHOLES }],
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.review, row)[1]);
      const whole = await Promise.all(
        ids.map((id) => table.queryAll({ partition: reviewPartition(ws, id), consistent: true })),
      );
      return named(whole.flat(), (kind) => foundBy[kind] === 'review partition');
    },
  );
  const marketplace = pages(
    'marketPersona',
    async () => [
      { partition: workspacePartition(ws), sort: ['begins_with', keys.publishedPersona(ws, '').sk], limit: WHOLES },
    ],
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.publishedPersona, row)[1]);
      return (await table.getMany(ids.map(keys.marketPersona))).map((row) => ({ record: 'marketPersona', row }));
    },
  );
  const showcase = pages(
    'showcase',
    async () => [
      { partition: workspacePartition(ws), sort: ['begins_with', keys.showcasedReview(ws, '').sk], limit: WHOLES },
    ],
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.showcasedReview, row)[1]);
      const entries = (
        await Promise.all(ids.map((id) => table.queryAll({ partition: showcasePartition(id), consistent: true })))
      ).flat();
      const slugs = entries.flatMap(({ slug }) => (typeof slug === 'string' ? [slug] : []));
      const rows = named(entries, (kind) => foundBy[kind] === 'showcased reviews');
      const published = await table.getMany(slugs.map(keys.showcase));
      return [...rows, ...published.map((row) => ({ record: 'showcase', row }))];
    },
  );
  const audit = pages(
    'audit',
    async () =>
      monthsBetween(auditMonth(Number(workspace.created_at)), auditMonth(now())).map((month) => ({
        partition: auditPartition(ws, month),
        limit: ROWS,
        consistent: true,
      })),
    table,
    async (items) => items.map((row) => ({ record: 'audit', row })),
  );
  const readme: Source = {
    name: 'readme',
    read: async function* (text) {
      if (text === undefined) yield { entry: textEntry('README.txt', README), after: 'done' };
    },
  };
  return [readme, ...own, notes, reviews, marketplace, showcase, audit, files(storage, ws)];
};
