import { keys, kindOf, partitions, usageKey } from '../../kit/table/keys.ts';
import { allOf, requireIds, rowsOf } from '../../kit/table/record.ts';
import type { Query, StoredRow, Table } from '../../kit/table/table.ts';
import { readActor } from '../../usage/actor-row.ts';
import { jsonLines, once, pages, partName, type Row, readme, type Source } from './source.ts';

const PAGE = 50;

const README = `Everything that Sidenote held about your account when it was exported.

records/account-*.jsonl      Your account, and what it did in the last months.
records/memberships-*.jsonl  Your workspaces, and the invitations you sent there.
records/named-*.jsonl        API tokens, connected MCP clients, approvals and replies that carry your name; your
                             notifications and their settings.
records/address-*.jsonl      What you wrote, your personal links and your invitations, under your verified address.

Times are milliseconds since 1970 (UTC). To export a workspace, open its settings as an OWNER.
`;

const ofPerson = (partition: string): Query[] => [{ index: 'person', partition, limit: PAGE }];

const EXPORTED = new Set<unknown>([
  'user',
  'apiToken',
  'reply',
  'approval',
  'connection',
  'stakeholder',
  'invitation',
  'annotation',
  'context',
  'ownView',
  'reader',
  'notification',
] satisfies (keyof typeof keys)[]);

const asRows = (rows: readonly StoredRow[]): Row[] =>
  rows.flatMap((row) => {
    const record = kindOf(row);
    return record && EXPORTED.has(record) ? [{ record, row }] : [];
  });

const picked = (row: StoredRow, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/** The author's own part of a note; what a team thinks of it is the team's. */
const asAuthored = (row: StoredRow): Row[] => {
  const record = kindOf(row);
  if (record === 'annotation') {
    return [
      { record, row: picked(row, ['id', 'site_id', 'kind', 'page_url', 'submitter', 'confirmation', 'created_at']) },
    ];
  }
  if (record === 'context') return [{ record, row }];
  const isOwn = record === 'reply' && row.author === 'stakeholder';
  return isOwn ? [{ record, row: picked(row, ['id', 'annotation_id', 'author_name', 'body', 'created_at']) }] : [];
};

export const personSources = (table: Table, user: StoredRow): Source[] => {
  const [user_id] = requireIds(keys.user, user);
  const hash = typeof user.person === 'string' ? user.person : undefined;

  const account = once('account', async () => {
    const used = await table.get(usageKey(user_id), { in: 'scratch' });
    const request = hash && (await table.get(keys.accessRequest(hash)));
    const rows = [
      { record: 'user', row: user },
      ...(used ? [{ record: 'usage', row: { days: Object.fromEntries(readActor(used).days) } }] : []),
      ...(request ? [{ record: 'accessRequest', row: request }] : []),
    ];
    return jsonLines(partName('account', 0), rows);
  });

  const joined = { index: 'gsi1', partition: partitions.userWorkspaces(user_id), limit: PAGE } as const;
  const memberships = pages(
    'memberships',
    () => [joined],
    table,
    async (items) => {
      const ids = items.map((row) => requireIds(keys.member, row)[0]);
      const members = await table.getMany(ids.map((ws) => keys.member(ws, user_id)));
      const workspaces = await table.getMany(ids.map(keys.workspace));
      const sent = await Promise.all(
        ids.map((ws) =>
          table.queryAll({
            ...allOf(keys.invitation, ws),
            filter: [['=', 'invited_by', user_id]],
          }),
        ),
      );
      return [
        ...members.map((row) => ({ record: 'member', row })),
        ...workspaces.map(({ id, name }) => ({ record: 'workspace', row: { id, name } })),
        ...sent.flat().map((row) => ({ record: 'invitation', row })),
      ];
    },
  );

  const byKey = async (items: readonly StoredRow[]) => asRows(await table.getMany(items));
  /** A member's settings lead to the list of what they were notified of. */
  const listedFor = async (rows: readonly StoredRow[]): Promise<Row[]> => {
    const lists = rowsOf(rows, keys.reader).map((row) => requireIds(keys.reader, row));
    const found = await Promise.all(
      lists.map(([ws, user]) =>
        table.queryAll({
          ...allOf(keys.notification, ws, user),
        }),
      ),
    );
    return asRows(found.flat());
  };

  const named = pages(
    'named',
    () => ofPerson(user_id),
    table,
    async (items) => [...(await byKey(items)), ...(await listedFor(items))],
  );

  const ofAddress = async (items: readonly StoredRow[]): Promise<Row[]> => {
    const contexts = rowsOf(items, keys.context);
    const rest = await byKey(items.filter((item) => !contexts.includes(item)));
    const threads = await Promise.all(contexts.map(({ pk }) => table.queryAll({ partition: pk })));
    return [...rest, ...threads.flat().flatMap(asAuthored)];
  };
  const address = hash ? [pages('address', () => ofPerson(hash), table, ofAddress)] : [];

  return [readme(README), account, memberships, named, ...address];
};
