import { MINUTE, now } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { passed } from '../../kit/table/expression.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { OVERDUE, OWED } from '../../owed/jobs.ts';

/** Renewed while a worker is at work; another one may go on after its end. */
const LEASE_MS = 3 * MINUTE;
const MAX_TRIES = 6;

/** How far an export has come; all of it is known to be in the upload. */
export interface Progress {
  upload_id: string;
  object_key: string;
  tags: string[];
  /** Which source comes next, and where in it. */
  source: number;
  after: string | undefined;
  records: number;
  files: number;
  bytes: number;
}

const countsOf = ({ records, files, bytes }: Progress) => ({ records, files, bytes });

/** The claim of one worker on the row of an export; every write fails once another holds it, or a new export took its place. */
export const claimOf = async (table: Table, row: Key & Item) => {
  const claim = newId();
  const own = [
    ['=', 'id', row.id],
    ['=', 'job', 'export-data'],
    ['=', 'claim', claim],
  ] as const;
  const at = now();
  const taken = await tryTransact(table, [
    {
      update: row,
      set: { state: 'running', claim, claimed_until: at + LEASE_MS },
      add: { tries: 1 },
      when: [['=', 'id', row.id], ['=', 'job', 'export-data'], passed('claimed_until', at)],
    },
  ]);
  if (!taken) return undefined;
  return {
    /** It was begun often enough, and came no further each time. */
    isHopeless: Number(row.tries ?? 0) >= MAX_TRIES,

    keep: (progress: Progress) =>
      tryTransact(table, [
        {
          update: row,
          set: { kept: progress, ...countsOf(progress), claimed_until: now() + LEASE_MS, tries: 0 },
          when: own,
        },
      ]),

    /** Tells how far it is, without anything that a later run goes on from. */
    tell: (progress: Progress) =>
      tryTransact(table, [{ update: row, set: { ...countsOf(progress), claimed_until: now() + LEASE_MS }, when: own }]),

    release: (set: Item = {}, remove: readonly string[] = []) =>
      tryTransact(table, [{ update: row, set, remove: ['claim', 'claimed_until', ...OVERDUE, ...remove], when: own }]),

    end: (set: Item) =>
      tryTransact(table, [
        {
          update: row,
          set,
          remove: ['claim', 'claimed_until', 'kept', 'tries', ...OWED],
          when: own,
        },
      ]),
  };
};

export type Claim = NonNullable<Awaited<ReturnType<typeof claimOf>>>;
