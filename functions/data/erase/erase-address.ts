import { auditEntry } from '../../kit/audit/audit-log.ts';
import { DAY, now } from '../../kit/clock.ts';
import { kindOf, requireIds } from '../../kit/table/key-ids.ts';
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

const eraseNote: Erase = (table, { key, actor }, row) => {
  const [ws, annotation] = requireIds(keys.context, row);
  return eraseSubmitter(table, key, { ws, annotation }, actor);
};

/** The link stops working; notes sent with it lose their name, also those from before it had an address. */
const eraseStakeholder: Erase = async (table, { key, actor }, row) => {
  const [ws, site, id] = requireIds(keys.stakeholder, row);
  const sort = ['begins_with', keys.stakeholderNote(ws, site, id, '').sk] as const;
  await touch(table, key, [`${ws}/${site}`]);
  let after: Item | undefined;
  do {
    const page = await table.query({ partition: workspacePartition(ws), sort, limit: PAGE, after, consistent: true });
    for (const note of page.items) {
      const [, , , annotation] = requireIds(keys.stakeholderNote, note);
      await eraseSubmitter(table, key, { ws, annotation }, actor);
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
  const [ws, invitation_id] = requireIds(keys.invitation, row);
  await touch(table, key, [ws]);
  await tryTransact(table, [
    { delete: row, when: [['exists', 'pk']] },
    auditEntry(ws, actor, 'invitation.erase', { invitation_id }),
  ]);
};

const BY_KIND: Partial<Record<keyof typeof keys, Erase>> = {
  context: eraseNote,
  stakeholder: eraseStakeholder,
  invitation: eraseInvitation,
  // Accounts are erased by eraseAccount.
  user: async () => undefined,
};

const eraseClaims = async (table: Table, hash: string) => {
  const { items } = await table.query({ partition: claimPartition(hash), consistent: true });
  for (const row of items) {
    await tryTransact(table, [
      {
        update: keys.workspace(requireIds(keys.claim, row)[1]),
        remove: ['claim_hash'],
        when: [['=', 'claim_hash', hash]],
      },
    ]);
    await table.removeMany([row]);
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
    for (const { pk, sk } of page.items) {
      if (!hasTime()) return false;
      const kind = kindOf({ pk, sk });
      const erase = kind && BY_KIND[kind];
      if (!erase) throw new Error(`Not erased so far: ${pk} ${sk}.`);
      await erase(table, subject, { pk, sk });
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
