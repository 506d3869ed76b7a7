import { auditEntry } from '../../kit/audit/audit-log.ts';
import { DAY, now } from '../../kit/clock.ts';
import { claimPartition, type Key, keys, kindOf, scratchKeys, workspacePartition } from '../../kit/table/keys.ts';
import { requireIds, textAt } from '../../kit/table/record.ts';
import type { Query, Table } from '../../kit/table/table.ts';
import { mailCounts } from '../../mail/count-mail.ts';
import type { LongWork, Stores } from '../../owed/long-work.ts';
import { eraseSubmitter } from './erase-note.ts';
import type { Subject } from './subject.ts';
import { touch } from './touched.ts';

const PAGE = 50;
/** Counts of a day expire two days later at most, and are then deleted within days. */
const COUNTED_DAYS = 5;

type Erase = (stores: Stores, subject: Subject, key: Key) => Promise<void>;

const eraseNote: Erase = (stores, subject, row) => {
  const [ws, annotation] = requireIds(keys.context, row);
  return eraseSubmitter(stores, subject, { ws, annotation });
};

/** Notes sent with the link lose their name, also those from before it had an address. */
const eraseStakeholder: Erase = async (stores, subject, row) => {
  const { table } = stores;
  const { key, hashes, actor } = subject;
  const stakeholder = await table.get(row);
  const person = stakeholder?.person;
  // The index may be late: the link may have another address by now.
  if (typeof person !== 'string' || !hashes.includes(person)) return;
  const [ws, site, id] = requireIds(keys.stakeholder, row);
  const sort = ['begins_with', keys.stakeholderNote(ws, site, id, '').sk] as const;
  await touch(table, key, [`${ws}/${site}`]);
  const notes: Query = { partition: workspacePartition(ws), sort, limit: PAGE, consistent: true };
  for await (const rows of table.pages(notes)) {
    for (const note of rows) {
      const [, , , annotation] = requireIds(keys.stakeholderNote, note);
      await eraseSubmitter(stores, subject, { ws, annotation, email: stakeholder?.email });
    }
  }
  await table.tryTransact([
    { delete: row, when: [['=', 'person', person]] },
    { update: keys.site(ws, site), add: { stakeholder_count: -1 }, when: [['exists', 'pk']] },
    auditEntry(ws, actor, 'stakeholder.revoke', { site_id: site, stakeholder_id: id }),
  ]);
};

const eraseInvitation: Erase = async ({ table }, { key, hashes, actor }, row) => {
  const [ws, invitation_id] = requireIds(keys.invitation, row);
  await touch(table, key, [ws]);
  await table.tryTransact([
    { delete: row, when: [['exists', 'pk']] },
    ...hashes.map((hash) => ({ delete: keys.invitedAddress(ws, hash) })),
    auditEntry(ws, actor, 'invitation.erase', { invitation_id }),
  ]);
};

const BY_KIND: Partial<Record<keyof typeof keys, Erase>> = {
  context: eraseNote,
  stakeholder: eraseStakeholder,
  invitation: eraseInvitation,
  user: async () => undefined,
};

const eraseClaims = async (table: Table, hash: string) => {
  const { items } = await table.query({ partition: claimPartition(hash), consistent: true });
  for (const row of items) {
    await table.tryTransact([
      {
        update: keys.workspace(requireIds(keys.claim, row)[1]),
        remove: ['claim_hash'],
        when: [['=', 'claim_hash', hash]],
      },
    ]);
    await table.removeMany([row]);
  }
};

const eraseCounts = async (table: Table, hash: string) => {
  const at = now();
  const days = Array.from({ length: COUNTED_DAYS }, (_, back) => new Date(at - back * DAY).toISOString().slice(0, 10));
  const counts = days.flatMap((day) => [
    ...mailCounts(hash, day),
    scratchKeys.mailAnswers(hash, day),
    scratchKeys.agentSignups(`contact#${hash}`, day),
  ]);
  await table.transact(counts.map((key) => ({ in: 'scratch' as const, delete: key })));
};

export const eraseAddress = async (
  { table, storage, hasTime }: LongWork,
  subject: Subject,
  hash: string,
): Promise<boolean> => {
  for await (const rows of table.pages({ index: 'person', partition: hash, limit: PAGE })) {
    for (const { pk, sk } of rows) {
      if (!hasTime()) return false;
      const kind = kindOf({ pk, sk });
      const erase = kind && BY_KIND[kind];
      if (!erase) throw new Error(`Not erased so far: ${pk} ${sk}.`);
      await erase({ table, storage }, subject, { pk, sk });
    }
  }
  await eraseClaims(table, hash);
  await eraseCounts(table, hash);
  const request = await table.get(keys.accessRequest(hash));
  if (!request) return true;
  // Last, since it names the other.
  await table.removeMany([keys.accessRequestMail(textAt(request, 'id'))]);
  await table.removeMany([keys.accessRequest(hash)]);
  return true;
};
