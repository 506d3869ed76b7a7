import { auditEntry } from '../../kit/audit/audit-log.ts';
import { DAY, dayOf, now } from '../../kit/clock.ts';
import { claimPartition, type Key, keys, kindOf, scratchKeys } from '../../kit/table/keys.ts';
import { allOf, requireIds, textAt } from '../../kit/table/record.ts';
import type { Query, Table } from '../../kit/table/table.ts';
import { mailCounts } from '../../mail/count-mail.ts';
import type { LongWork } from '../../owed/long-work.ts';
import { eraseSubmitter } from './erase-note.ts';
import type { Subject } from './subject.ts';
import { touch } from './touched.ts';

const PAGE = 50;
/** Counts of a day expire two days later at most, and are then deleted within days. */
const COUNTED_DAYS = 5;

/** False if it ran out of time. */
type Erase = (work: LongWork, subject: Subject, key: Key) => Promise<boolean>;

const eraseNote: Erase = async (work, subject, row) => {
  const [ws, annotation] = requireIds(keys.context, row);
  await eraseSubmitter(work, subject, { ws, annotation });
  return true;
};

/** Notes sent with the link lose their name, also those from before it had an address. */
const eraseStakeholder: Erase = async (work, subject, row) => {
  const { table, hasTime } = work;
  const { key, hashes, actor, last_note } = subject;
  const stakeholder = await table.get(row);
  const person = stakeholder?.person;
  // The index may be late: the link may have another address by now.
  if (!stakeholder || typeof person !== 'string' || !hashes.includes(person)) return true;
  const [ws, site, id] = requireIds(keys.stakeholder, row);
  const ofLink = allOf(keys.stakeholderNote, ws, site, id);
  const [, first] = ofLink.sort;
  let last = last_note?.startsWith(first) ? last_note : first;
  await touch(table, key, [`${ws}/${site}`]);
  const notes: Query = { ...ofLink, limit: PAGE, consistent: true, after: { pk: ofLink.partition, sk: last } };
  for await (const rows of table.pages(notes)) {
    for (const note of rows) {
      if (!hasTime()) {
        await table.tryTransact([{ update: key, set: { last_note: last }, when: [['=', 'job', 'erase-person']] }]);
        return false;
      }
      const [, , , annotation] = requireIds(keys.stakeholderNote, note);
      await eraseSubmitter(work, subject, { ws, annotation, emails: [stakeholder.email], name: stakeholder.name });
      last = note.sk;
    }
  }
  await table.tryTransact([
    { delete: row, when: [['=', 'person', person]] },
    { update: keys.site(ws, site), add: { stakeholder_count: -1 }, when: [['exists', 'pk']] },
    auditEntry(ws, actor, 'stakeholder.revoke', { site_id: site, stakeholder_id: id }),
  ]);
  return true;
};

const eraseInvitation: Erase = async ({ table }, { key, hashes, actor }, row) => {
  const [ws, invitation_id] = requireIds(keys.invitation, row);
  await touch(table, key, [ws]);
  await table.tryTransact([
    { delete: row, when: [['exists', 'pk']] },
    ...hashes.map((hash) => ({ delete: keys.invitedAddress(ws, hash) })),
    auditEntry(ws, actor, 'invitation.erase', { invitation_id }),
  ]);
  return true;
};

const BY_KIND: Partial<Record<keyof typeof keys, Erase>> = {
  context: eraseNote,
  stakeholder: eraseStakeholder,
  invitation: eraseInvitation,
  user: async () => true,
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
  const days = Array.from({ length: COUNTED_DAYS }, (_, back) => dayOf(at - back * DAY));
  const counts = days.flatMap((day) => [
    ...mailCounts(hash, day),
    scratchKeys.mailAnswers(hash, day),
    scratchKeys.agentSignups(`contact#${hash}`, day),
  ]);
  await table.transact(counts.map((key) => ({ in: 'scratch' as const, delete: key })));
};

export const eraseAddress = async (work: LongWork, subject: Subject, hash: string): Promise<boolean> => {
  const { table, hasTime } = work;
  for await (const rows of table.pages({ index: 'person', partition: hash, limit: PAGE })) {
    for (const { pk, sk } of rows) {
      if (!hasTime()) return false;
      const kind = kindOf({ pk, sk });
      const erase = kind && BY_KIND[kind];
      if (!erase) throw new Error(`Not erased so far: ${pk} ${sk}.`);
      if (!(await erase(work, subject, { pk, sk }))) return false;
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
