import { now } from '../kit/clock.ts';
import { keys, kindOf } from '../kit/table/keys.ts';
import { readCursor, writeCursor } from '../kit/table/page.ts';
import { numberAt, rowsOf } from '../kit/table/record.ts';
import type { Item, StoredRow, Table } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';

const MAX_COUNTED = 1000;
/** A Lambda answers at most 6 MB. Of one note's replies, the oldest are shown. */
const MAX_BYTES = 2_000_000;
const MAX_REPLY_BYTES = 2_000_000;
/** Each item is a separate read: these take a second, and the function has 20. */
const MAX_ITEMS = 500;
const PAGE = 25;

export interface Held {
  notes: number;
  stakeholders: number;
  invitations: number;
  has_account: boolean;
  has_access_request: boolean;
  is_cut: boolean;
}

const text = (value: unknown) => (typeof value === 'string' ? value : null);

const timeAt = (row: Item) => new Date(numberAt(row, 'created_at')).toISOString();

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const fitting = <One>(all: readonly One[]): One[] => {
  let bytes = 0;
  return all.filter((one) => {
    bytes += bytesOf(one);
    return bytes <= MAX_REPLY_BYTES;
  });
};

const presentNote = (rows: readonly StoredRow[]) => {
  const [row] = rowsOf(rows, keys.annotation);
  const context: Item = rowsOf(rows, keys.context)[0] ?? {};
  if (!row) return undefined;
  return {
    kind: 'note',
    id: text(row.id),
    body: text(context.body),
    name: text(context.name),
    email: text(context.email),
    page_url: text(row.page_url),
    created_at: timeAt(row),
    visitor: context.visitor ?? null,
    files: Array.isArray(context.files) ? context.files.map(({ name, type, size }) => ({ name, type, size })) : [],
    replies: fitting(
      rowsOf(rows, keys.reply)
        .filter(({ author }) => author === 'stakeholder')
        .map((reply) => ({ name: text(reply.author_name), body: text(reply.body), created_at: timeAt(reply) })),
    ),
  };
};

const KINDS: Readonly<Record<string, string>> = {
  stakeholder: 'stakeholder',
  invitation: 'invite',
  user: 'user',
  accessRequest: 'access',
};

const presentRow = (row: StoredRow) => ({
  kind: KINDS[kindOf(row) ?? ''] ?? '',
  name: text(row.name),
  email: text(row.email),
  role: text(row.role),
  intent: text(row.intent),
  created_at: timeAt(row),
});

export const heldStore = (table: Table) => {
  /** Nothing of a row that has got another address since the index was written. */
  const present = async ({ pk, sk }: { pk: string; sk: string }, hash: string): Promise<object | undefined> => {
    if (kindOf({ pk, sk }) === 'context') {
      const rows = await table.queryAll({ partition: pk });
      return rowsOf(rows, keys.context)[0]?.person === hash ? presentNote(rows) : undefined;
    }
    const row = await table.get({ pk, sk });
    return row?.person === hash ? presentRow(row) : undefined;
  };

  return {
    count: async (hash: string): Promise<Held> => {
      const [page, request] = await Promise.all([
        table.query({ index: 'person', partition: hash, limit: MAX_COUNTED }),
        table.get(keys.accessRequest(hash)),
      ]);
      const of = (kind: keyof typeof keys) => page.items.filter((row) => kindOf(row) === kind).length;
      return {
        notes: of('context'),
        stakeholders: of('stakeholder'),
        invitations: of('invitation'),
        has_account: of('user') > 0,
        has_access_request: request !== undefined,
        is_cut: page.last !== undefined,
      };
    },

    read: async (hash: string, cursor: string | undefined) => {
      const items: object[] = [];
      const binding = { route: 'data', workspace_id: '', filter: { hash } };
      const from = readCursor(cursor, binding);
      const [pk = '', sk = ''] = from?.split(' ') ?? [];
      let after: Item | undefined = from === undefined ? undefined : { pk, sk, person: hash };
      let bytes = 0;
      let read = 0;
      if (from === undefined) {
        const request = await table.get(keys.accessRequest(hash));
        if (request) items.push(presentRow(request));
      }
      do {
        const page = await table.query({ index: 'person', partition: hash, limit: PAGE, after });
        const shown = await Promise.all(page.items.map((row) => present(row, hash)));
        for (const [index, { pk, sk }] of page.items.entries()) {
          const found = shown[index];
          if (found) items.push(found);
          bytes += bytesOf(found ?? null);
          read += 1;
          if (bytes >= MAX_BYTES || read >= MAX_ITEMS) return { items, next: writeCursor(`${pk} ${sk}`, binding) };
        }
        after = page.last;
      } while (after);
      return { items, next: null };
    },

    owe: async (hash: string): Promise<void> => {
      const key = keys.erasure(hash);
      const at = now();
      await table.tryTransact([
        {
          put: { ...key, hashes: new Set([hash]), created_at: at, ...owed('erase-person', key, at) },
          when: [['absent', 'pk']],
        },
      ]);
    },
  };
};
