import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { leavingWrites } from '../../kit/access/membership.ts';
import { auditEntry } from '../../kit/audit/audit-log.ts';
import { now } from '../../kit/clock.ts';
import { setting } from '../../kit/config.ts';
import { type Key, keys, objects, partitions } from '../../kit/table/keys.ts';
import { allOf, idsIn, requireIds } from '../../kit/table/record.ts';
import type { Item, Query, Table } from '../../kit/table/table.ts';
import type { LongWork } from '../../owed/long-work.ts';
import { removalOf } from '../../usage/top.ts';
import { deletionWrites } from '../../workspaces/deletion.ts';
import type { Subject } from './subject.ts';
import { touch } from './touched.ts';

const PAGE = 50;

let client: CognitoIdentityProviderClient | undefined;

const deleteSignIn = async (username: string): Promise<void> => {
  client ??= new CognitoIdentityProviderClient({
    requestHandler: { connectionTimeout: 2000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

const rowsOf = async function* (table: Table, query: Query) {
  for await (const rows of table.pages({ ...query, limit: PAGE })) yield* rows;
};

/** Not ended by the request: one of very many, or not in its index yet. A last OWNER leaves the workspace deleted. */
const leave = async (table: Table, { key, user_id = '', actor }: Subject, ws: string) => {
  const [workspace, member] = await Promise.all([table.get(keys.workspace(ws)), table.get(keys.member(ws, user_id))]);
  if (!member) return;
  await touch(table, key, [ws]);
  if (!workspace) return void (await table.removeMany([keys.member(ws, user_id)]));
  if (await table.tryTransact(leavingWrites(actor, workspace, member, now()))) return;
  await table.tryTransact([
    ...deletionWrites(ws, {
      actor,
      at: now(),
      when: [
        ['absent', 'deleted_at'],
        ['=', 'owner_count', 1],
      ],
    }),
    { delete: keys.member(ws, user_id), when: [['=', 'role', 'OWNER']] },
    auditEntry(ws, actor, 'member.leave', { user_id, role: 'OWNER' }),
  ]);
};

/** Invitations carry their sender's name until they expire. */
const eraseSender = async (table: Table, { user_id = '' }: Subject, ws: string) => {
  const invitations = rowsOf(table, {
    ...allOf(keys.invitation, ws),
    filter: [
      ['=', 'invited_by', user_id],
      ['<>', 'invited_by_name', ''],
    ],
    consistent: true,
  });
  for await (const update of invitations) {
    await table.tryTransact([{ update, set: { invited_by_name: '' }, when: [['exists', 'pk']] }]);
  }
};

/** The row that leads there goes last. */
export const eraseNotifications = async (table: Table, [ws, user]: [string, string]) => {
  const lists = [keys.notification, keys.notificationMail, keys.notificationDigest];
  for (const list of lists) {
    const pages = table.pages({ ...allOf(list, ws, user), limit: PAGE, consistent: true });
    for await (const rows of pages) await table.removeMany(rows);
  }
  await table.removeMany([keys.reader(ws, user)]);
};

const eraseName = async (table: Table, subject: Subject, row: Key) => {
  const clear = (set: Item) => table.tryTransact([{ update: row, set, remove: ['person'], when: [['exists', 'pk']] }]);
  const [former, token, reply] = [idsIn(keys.formerMember, row), idsIn(keys.apiToken, row), idsIn(keys.reply, row)];
  const approval = idsIn(keys.approval, row);
  const reader = idsIn(keys.reader, row);
  if (former) {
    await touch(table, subject.key, [former[0]]);
    await eraseSender(table, subject, former[0]);
    await table.removeMany([row]);
  } else if (token) {
    await touch(table, subject.key, [token[0]]);
    await clear({ created_by_name: '' });
  } else if (idsIn(keys.connection, row) ?? idsIn(keys.ownView, row)) {
    await table.removeMany([row]);
  } else if (reader) {
    await eraseNotifications(table, reader);
  } else if (reply) {
    const [ws, annotation] = reply;
    const note = await table.get(keys.annotation(ws, annotation));
    await touch(table, subject.key, [note ? `${ws}/${note.site_id}` : ws]);
    await clear({ author_name: '' });
  } else if (approval) {
    const note = await table.get(keys.annotation(...approval));
    await touch(table, subject.key, [note ? `${approval[0]}/${note.site_id}` : approval[0]]);
    await clear({ decided_by_name: '' });
  } else {
    throw new Error(`A name is not erased so far: ${row.pk} ${row.sk}.`);
  }
};

export const eraseAccount = async ({ table, storage, hasTime }: LongWork, subject: Subject): Promise<boolean> => {
  const { user_id = '', username } = subject;
  if (username !== undefined) await deleteSignIn(username);
  const joined = rowsOf(table, { index: 'gsi1', partition: partitions.userWorkspaces(user_id) });
  for await (const row of joined) {
    if (!hasTime()) return false;
    await leave(table, subject, requireIds(keys.member, row)[0]);
  }
  for await (const { pk, sk } of rowsOf(table, { index: 'person', partition: user_id })) {
    if (!hasTime()) return false;
    await eraseName(table, subject, { pk, sk });
  }
  await table.removeMany([keys.personExport(user_id)]);
  if (!(await storage.removeFolder(objects.personExports(user_id), hasTime))) return false;
  await table.transact(removalOf(user_id));
  return true;
};
