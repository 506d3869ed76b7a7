import { auditEntry } from '../../kit/audit/audit-log.ts';
import { DAY, now } from '../../kit/clock.ts';
import { claimPartition, type Key, keys, scratchKeys, workspacePartition } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { eraseSubmitter } from './erase-note.ts';
import type { Subject } from './subject.ts';
import { touch } from './touched.ts';

const PAGE = 50;
/** Counts of a day expire two days later at most, and are then deleted within days. */
const COUNTED_DAYS = 5;

type Erase = (table: Table, subject: Subject, key: Key) => Promise<void>;

const wsOf = ({ pk }: Key) => pk.split('#')[1] ?? '';

const eraseNote: Erase = (table, { key, actor }, { pk }) => {
  const [, ws = '', , annotation = ''] = pk.split('#');
  return eraseSubmitter(table, key, { ws, annotation }, actor);
};

/** The link stops working; notes sent with it lose their name, also those from before it had an address. */
const eraseStakeholder: Erase = async (table, { key, actor }, row) => {
  const ws = wsOf(row);
  const [, site = '', id = ''] = row.sk.split('#');
  const sort = ['begins_with', keys.stakeholderNote(ws, site, id, '').sk] as const;
  await touch(table, key, [`${ws}/${site}`]);
  let after: Item | undefined;
  do {
    const page = await table.query({ partition: workspacePartition(ws), sort, limit: PAGE, after, consistent: true });
    for (const { sk } of page.items) {
      await eraseSubmitter(table, key, { ws, annotation: String(sk).split('#')[3] ?? '' }, actor);
    }
    after = page.last;
  } while (after);
  await tryTransact(table, [
    { delete: row, when: [['exists', 'pk']] },
    { update: keys.site(ws, site), add: { stakeholder_count: -1 }, when: [['exists', 'pk']] },
    auditEntry(ws, actor, 'stakeholder.revoke', { site_id: site, stakeholder_id: id }),
  ]);
};

const eraseInvitation: Erase = async (table, { key, actor }, row) => {
  const ws = wsOf(row);
  await touch(table, key, [ws]);
  await tryTransact(table, [
    { delete: row, when: [['exists', 'pk']] },
    auditEntry(ws, actor, 'invitation.erase', { invitation_id: row.sk.split('#')[1] ?? '' }),
  ]);
};

const BY_KIND: Readonly<Record<string, Erase>> = {
  CONTEXT: eraseNote,
  STAKEHOLDER: eraseStakeholder,
  INVITE: eraseInvitation,
  // An account has an erasure of its own.
  USER: async () => undefined,
};

const eraseClaims = async (table: Table, hash: string) => {
  const { items } = await table.query({ partition: claimPartition(hash), consistent: true });
  for (const { pk, sk, workspace_id } of items) {
    await tryTransact(table, [
      { update: keys.workspace(String(workspace_id)), remove: ['claim_hash'], when: [['=', 'claim_hash', hash]] },
    ]);
    await table.removeMany([{ pk: String(pk), sk: String(sk) }]);
  }
};

/** Counts of mails and of registered agents, which name the address by its hash. */
const eraseCounts = async (table: Table, hash: string) => {
  const at = now();
  const days = Array.from({ length: COUNTED_DAYS }, (_, back) => new Date(at - back * DAY).toISOString().slice(0, 10));
  const counts = days.flatMap((day) => [
    scratchKeys.mailCount(hash, day),
    scratchKeys.agentSignups(`contact#${hash}`, day),
  ]);
  await table.transact(counts.map((key) => ({ in: 'scratch' as const, delete: key })));
};

/** Erases what is held under one address, across workspaces; false if time ran out before the end. Safe to repeat. */
export const eraseAddress = async (
  table: Table,
  subject: Subject,
  hash: string,
  hasTime: () => boolean,
): Promise<boolean> => {
  let after: Item | undefined;
  do {
    const page = await table.query({ index: 'person', partition: hash, limit: PAGE, after });
    for (const item of page.items) {
      if (!hasTime()) return false;
      const key = { pk: String(item.pk), sk: String(item.sk) };
      const erase = BY_KIND[key.sk.split('#')[0] ?? ''];
      if (!erase) throw new Error(`Nothing here knows how to erase ${key.sk.split('#')[0]} rows.`);
      await erase(table, subject, key);
    }
    after = page.last;
  } while (after);
  await eraseClaims(table, hash);
  await eraseCounts(table, hash);
  const request = await table.get(keys.accessRequest(hash));
  if (!request) return true;
  // Last, since it names the other.
  await table.removeMany([keys.accessRequestMail(String(request.id))]);
  await table.removeMany([keys.accessRequest(hash)]);
  return true;
};
