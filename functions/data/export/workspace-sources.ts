import { auditMonthsSince } from '../../kit/audit/audit-log.ts';
import type { Storage } from '../../kit/files/storage.ts';
import {
  annotationPartition,
  auditPartition,
  keys,
  kindOf,
  objects,
  partitions,
  type RecordName,
  reviewPartition,
  showcasePartition,
  workspacePartition,
} from '../../kit/table/keys.ts';
import { numberAt, requireIds, sortPrefix } from '../../kit/table/record.ts';
import type { Query, StoredRow, Table } from '../../kit/table/table.ts';
import { pages, readme, type Source } from './source.ts';

const ROWS = 500;
/** Each may be megabytes. */
const WHOLES = 10;
const OBJECTS = 100;

const README = `Everything that Sidenote held in this workspace when it was exported.

records/*.jsonl  One JSON object per line; "record" says what it is. Times are milliseconds since 1970 (UTC).
files/           Screenshots, evidence and pictures. ${objects.workspaceFolder('<workspace id>')} at the beginning of a key in a
                 record is files/ here.

Left out: tokens and everything that they could be derived or recognized from.
`;

const LEFT_OUT: readonly RecordName[] = [
  'workspaceDue',
  'invitationMail',
  'webhookMail',
  'memberEvent',
  'ownView',
  'reader',
  'notification',
  'notificationMail',
  'notificationDigest',
  'webhookSlots',
  'formerMember',
  'workspaceExport',
];

const ownRecords = (Object.keys(keys) as RecordName[]).filter(
  (name) => keys[name].purge === 'workspace partition' && !LEFT_OUT.includes(name),
);

const sortOf = (record: RecordName): NonNullable<Query['sort']> => {
  const prefix = sortPrefix<string[]>(keys[record]);
  return prefix.endsWith('#') ? ['begins_with', prefix] : ['=', prefix];
};

const wholes = async (table: Table, all: readonly string[], purge: string) => {
  const rows = await Promise.all(all.map((partition) => table.queryAll({ partition, consistent: true })));
  return rows.flat().map((row) => {
    const record = kindOf(row);
    if (!record || keys[record].purge !== purge) throw new Error(`Not exported so far: ${row.pk} ${row.sk}.`);
    return { record, row };
  });
};

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

export const workspaceSources = (table: Table, storage: Storage, workspace: StoredRow): Source[] => {
  const [ws] = requireIds(keys.workspace, workspace);
  const listOf = (record: RecordName, limit: number): Query => ({
    partition: workspacePartition(ws),
    sort: sortOf(record),
    limit,
    consistent: true,
  });
  const sitesOf = async () => {
    const items = await table.queryAll(listOf('site', ROWS));
    return items.filter(({ deleted_at }) => deleted_at === undefined).map((row) => requireIds(keys.site, row)[1]);
  };
  const own = ownRecords.map((record) =>
    pages(
      record,
      () => [listOf(record, ROWS)],
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
    (items) => {
      const threads = items.map((row) => annotationPartition(...requireIds(keys.annotation, row)));
      return wholes(table, threads, 'annotation partition');
    },
  );
  const reviews = pages(
    'review',
    () => [{ index: 'gsi1', partition: partitions.reviews(ws), limit: WHOLES }],
    table,
    (items) => {
      const all = items.map((row) => reviewPartition(...requireIds(keys.review, row)));
      return wholes(table, all, 'review partition');
    },
  );
  const marketplace = pages(
    'marketPersona',
    () => [listOf('publishedPersona', WHOLES)],
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.publishedPersona, row)[1]);
      return (await table.getMany(ids.map(keys.marketPersona))).map((row) => ({ record: 'marketPersona', row }));
    },
  );
  const showcase = pages(
    'showcase',
    () => [listOf('showcasedReview', WHOLES)],
    table,
    async (items) => {
      const entries = items.map((row) => showcasePartition(requireIds(keys.showcasedReview, row)[1]));
      const rows = await wholes(table, entries, 'showcased reviews');
      const slugs = rows.flatMap(({ row: { slug } }) => (typeof slug === 'string' ? [slug] : []));
      const published = await table.getMany(slugs.map(keys.showcase));
      return [...rows, ...published.map((row) => ({ record: 'showcase', row }))];
    },
  );
  const audit = pages(
    'audit',
    () =>
      auditMonthsSince(numberAt(workspace, 'created_at')).map((month) => ({
        partition: auditPartition(ws, month),
        limit: ROWS,
        consistent: true,
      })),
    table,
    async (items) => items.map((row) => ({ record: 'audit', row })),
  );
  return [readme(README), ...own, notes, reviews, marketplace, showcase, audit, files(storage, ws)];
};
