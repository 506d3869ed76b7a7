import { codesOf, type Said } from '../../codes/said.ts';
import { now } from '../../kit/clock.ts';
import type { Test } from '../../kit/table/expression.ts';
import { rowsOf, sortPrefix } from '../../kit/table/key-ids.ts';
import { type Key, keys, reviewPartition } from '../../kit/table/keys.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import { tryTransact } from '../../kit/table/try-transact.ts';
import { OVERDUE, OWED, owed } from '../../owed/jobs.ts';
import { refund } from '../../wallet/movement.ts';
import { END_DUE_MS } from '../rows.ts';
import { type Content, packContent } from './content.ts';
import { factsOf } from './content-facts.ts';

/** A `REVIEW` row whose input is still to be read. */
export interface ReviewIds {
  ws: string;
  review: string;
}

/** Nobody else has brought it to an end, and it was not deleted. */
const STILL_OWED: readonly Test[] = [
  ['=', 'job', 'extract-review'],
  ['absent', 'deleted_at'],
];
const EXISTS: readonly Test[] = [['exists', 'pk']];

/** The `RUN` rows of a review, and the `REVIEW` row before them where that is where to begin. */
const readRows = async (table: Table, { ws, review }: ReviewIds, from: string = sortPrefix(keys.reviewRun)) => {
  const { items } = await table.query({
    partition: reviewPartition(ws, review),
    sort: ['between', from, `${sortPrefix(keys.reviewRun)}~`],
    consistent: true,
  });
  return { row: rowsOf(items, keys.review)[0], runs: rowsOf(items, keys.reviewRun) };
};

/** The content, what is told of it, and the personas who now owe their part: all at once, and once. */
export const writeContent = async (table: Table, ids: ReviewIds, content: Content): Promise<boolean> => {
  const at = now();
  const key = keys.review(ids.ws, ids.review);
  const { runs } = await readRows(table, ids);
  return tryTransact(table, [
    {
      update: key,
      set: { facts: factsOf(content), updated_at: at, ...owed('end-review', key, at + END_DUE_MS) },
      remove: [...OVERDUE, 'wait_seconds', 'input', 'attempts'],
      when: STILL_OWED,
    },
    { put: { ...keys.reviewContent(ids.ws, ids.review), content: packContent(content) } },
    ...runs.map((run): Write => ({ update: run, set: owed('run-persona', run, at), when: EXISTS })),
  ]);
};

/** Ends a review whose input could not be read, and refunds it. `why` is shown to the person who asked for the review. */
export const writeFailure = async (table: Table, ids: ReviewIds, why: Said): Promise<boolean> => {
  const at = now();
  const { row, runs } = await readRows(table, ids, sortPrefix(keys.review));
  const error = { error: why.text, error_codes: codesOf([why]) };
  return tryTransact(table, [
    {
      update: keys.review(ids.ws, ids.review),
      set: {
        status: 'failed',
        ...error,
        runs_done: runs.length,
        runs_failed: runs.length,
        updated_at: at,
        completed_at: at,
      },
      remove: [...OWED, 'input', 'attempts'],
      when: STILL_OWED,
    },
    ...runs.map((run): Write => ({ update: run, set: { state: 'failed', ...error, finished_at: at }, when: EXISTS })),
    ...refund(ids.ws, row ?? {}, at),
  ]);
};

/** Another look after a while; the stream hands `waitMs` on to the queue. */
export const putOff = (table: Table, key: Key, row: Item, waitMs: number, set: Item = {}): Promise<boolean> =>
  tryTransact(table, [
    {
      update: key,
      set: {
        ...set,
        due_at: Math.max(now() + waitMs, Number(row.due_at ?? 0) + 1),
        wait_seconds: Math.ceil(waitMs / 1000),
      },
      remove: OVERDUE,
      when: STILL_OWED,
    },
  ]);

/** Counts a try before it is made, so that what ends this process is not tried for ever; false: somebody else is at it. */
export const countTry = (table: Table, key: Key, before: number): Promise<boolean> =>
  tryTransact(table, [
    {
      update: key,
      set: { attempts: before + 1 },
      when: [...STILL_OWED, before === 0 ? ['absent', 'attempts'] : ['=', 'attempts', before]],
    },
  ]);
