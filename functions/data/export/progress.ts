import { MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { passed } from '../../kit/table/expression.ts';
import { fields, listOf, number, optional, text } from '../../kit/table/fields.ts';
import type { Key } from '../../kit/table/keys.ts';
import { findNumberAt } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { OWED } from '../../owed/jobs.ts';
import type { Later } from '../../owed/put-off.ts';

/** Renewed while a worker runs; another one may continue after its end. */
const LEASE_MS = 3 * MINUTE;
const MAX_TRIES = 6;
const CLAIM = ['claim', 'claimed_until'];

/** All of it is known to be in the upload. */
export const readProgress = fields({
  upload_id: text,
  object_key: text,
  tags: listOf(text),
  source: number,
  after: optional(text),
  records: number,
  files: number,
  bytes: number,
});
export type Progress = ReturnType<typeof readProgress>;

const countsOf = ({ records, files, bytes }: Progress) => ({ records, files, bytes });

/** Every write fails once another worker holds the claim, or a new export took its place. */
export const claimOf = async (table: Table, row: Key & Item) => {
  const claim = newId();
  const own = [
    ['=', 'id', row.id],
    ['=', 'job', 'export-data'],
    ['=', 'claim', claim],
  ] as const;
  const at = now();
  const taken = await table.tryTransact([
    {
      update: row,
      set: { state: 'running', claim, claimed_until: at + LEASE_MS },
      add: { tries: 1 },
      when: [['=', 'id', row.id], ['=', 'job', 'export-data'], passed('claimed_until', at)],
    },
  ]);
  if (!taken) return undefined;
  const kept = (progress: Progress) => ({
    kept: progress,
    ...countsOf(progress),
    claimed_until: now() + LEASE_MS,
  });
  const change = (set: Item, remove: readonly string[] = []) =>
    table.tryTransact([{ update: row, set, remove, when: own }]);
  return {
    isHopeless: (findNumberAt(row, 'tries') ?? 0) >= MAX_TRIES,

    /** Before anything is written, so it isn't progress. */
    hold: (progress: Progress) => change(kept(progress)),

    keep: (progress: Progress) => change({ ...kept(progress), tries: 0 }),

    /** No later run continues from it. */
    tell: (progress: Progress) => change({ ...countsOf(progress), claimed_until: now() + LEASE_MS }),

    /** A failed attempt stays overdue. */
    giveUp: (remove: readonly string[]) => change({}, [...CLAIM, ...remove]),

    putOff: ({ set, remove }: Later) => change(set, [...CLAIM, ...remove]),

    end: (set: Item) => change(set, [...CLAIM, 'kept', 'tries', ...OWED]),
  };
};

export type Claim = NonNullable<Awaited<ReturnType<typeof claimOf>>>;
