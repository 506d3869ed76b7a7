import { now } from '../../kit/clock.ts';
import { kindOf, requireIds, rowsOf } from '../../kit/table/key-ids.ts';
import { keys, partitions, scratchKeys, workspacePartition } from '../../kit/table/keys.ts';
import type { Item, Query, StoredRow, Table } from '../../kit/table/table.ts';
import { windowEnding } from '../../usage/window.ts';
import { jsonLines, partName, type Source, textEntry } from './source.ts';

const PAGE = 50;

const README = `Everything that Sidenote held about your account when it was exported.

records/account-*.jsonl      Your account, and what it did in the last months.
records/memberships-*.jsonl  Your workspaces, and the invitations you sent there.
records/named-*.jsonl        API tokens and replies that carry your name.
records/address-*.jsonl      Notes, personal links and invitations under your verified address.

Times are milliseconds since 1970 (UTC). To export a workspace, open its settings as an OWNER.
`;

type Row = { record: string; row: Item };

const once = (name: string, rows: () => Promise<Row[]>): Source => ({
  name,
  read: async function* (after) {
    if (after === undefined) yield { entry: jsonLines(partName(name, 0), await rows()), after: 'done' };
  },
});

/** One file for each page of a query. */
const paged = (
  name: string,
  table: Table,
  query: Query,
  look: (items: readonly StoredRow[]) => Promise<Row[]>,
): Source => ({
  name,
  read: async function* (text) {
    let { part, after }: { part: number; after?: Item | undefined } =
      text === undefined ? { part: 0 } : JSON.parse(text);
    if (text !== undefined && !after) return;
    do {
      const page = await table.query({ ...query, limit: PAGE, after });
      const entry = jsonLines(partName(name, part), await look(page.items));
      part += 1;
      after = page.last;
      yield { entry, after: JSON.stringify({ part, after }) };
    } while (after);
  },
});

const EXPORTED = new Set<unknown>([
  'user',
  'apiToken',
  'reply',
  'stakeholder',
  'invitation',
  'annotation',
  'context',
] satisfies (keyof typeof keys)[]);

const asRows = (rows: readonly StoredRow[]): Row[] =>
  rows.flatMap((row) => {
    const record = kindOf(row);
    return record && EXPORTED.has(record) ? [{ record, row }] : [];
  });

/** Data held about an account's owner, under its id and under its verified address. */
export const personSources = (table: Table, user: Item): Source[] => {
  const user_id = String(user.id);
  const hash = typeof user.person === 'string' ? user.person : undefined;

  const account = once('account', async () => {
    const { months } = windowEnding(now());
    const used = await Promise.all(
      months.map((month) => table.get(scratchKeys.usage(month, user_id), { in: 'scratch' })),
    );
    const request = hash && (await table.get(keys.accessRequest(hash)));
    return [
      { record: 'user', row: user },
      ...used.flatMap((row, index) => (row ? [{ record: 'usage', row: { ...row, month: months[index] } }] : [])),
      ...(request ? [{ record: 'accessRequest', row: request }] : []),
    ];
  });

  const joined = { index: 'gsi1', partition: partitions.userWorkspaces(user_id) } as const;
  const memberships = paged('memberships', table, joined, async (items) => {
    const ids = items.map((row) => requireIds(keys.member, row)[0]);
    const members = await table.getMany(ids.map((ws) => keys.member(ws, user_id)));
    const workspaces = await table.getMany(ids.map(keys.workspace));
    const sent = await Promise.all(
      ids.map((ws) =>
        table.queryAll({
          partition: workspacePartition(ws),
          sort: ['begins_with', keys.invitation(ws, '').sk],
          filter: [['=', 'invited_by', user_id]],
        }),
      ),
    );
    return [
      ...members.map((row) => ({ record: 'member', row })),
      ...workspaces.map(({ id, name }) => ({ record: 'workspace', row: { id, name } })),
      ...sent.flat().map((row) => ({ record: 'invitation', row })),
    ];
  });

  const byKey = async (items: readonly StoredRow[]) => asRows(await table.getMany(items));
  const named = paged('named', table, { index: 'person', partition: user_id }, byKey);

  /** A note with all that its submitter wrote; other people's replies are theirs. */
  const ofAddress = async (items: readonly StoredRow[]): Promise<Row[]> => {
    const contexts = rowsOf(items, keys.context);
    const rest = await byKey(items.filter((item) => !contexts.includes(item)));
    const threads = await Promise.all(contexts.map(({ pk }) => table.queryAll({ partition: pk })));
    const isOwn = (row: StoredRow) => kindOf(row) !== 'reply' || row.author === 'stakeholder';
    return [...rest, ...asRows(threads.flat().filter(isOwn))];
  };
  const address = hash ? [paged('address', table, { index: 'person', partition: hash }, ofAddress)] : [];

  const readme: Source = {
    name: 'readme',
    read: async function* (after) {
      if (after === undefined) yield { entry: textEntry('README.txt', README), after: 'done' };
    },
  };
  return [readme, account, memberships, named, ...address];
};
