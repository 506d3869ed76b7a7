import { codesOf, type Said } from '../../codes/said.ts';
import type { Fact } from '../../facts/fact.ts';
import { now } from '../../kit/clock.ts';
import type { Test } from '../../kit/table/expression.ts';
import { type Key, keys, reviewPartition } from '../../kit/table/keys.ts';
import { rowsOf, sortPrefix } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { DELAYS, type JobKind, OWED, owed } from '../../owed/jobs.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import { refund } from '../../wallet/movement.ts';
import { type Content, packContent } from '../read/content.ts';
import { packFacts } from '../read/kept-facts.ts';
import { sizeOfContent } from '../read/size-of-content.ts';
import type { Progress, ReviewIds, ReviewStatus } from '../rows.ts';
import { reservedOf, spendWrites } from '../spend/monthly-spend.ts';
import { replaceRuns } from './choose-again.ts';

/** Jobs that read a review’s content, of which it owes one. */
export const READING_JOBS: readonly unknown[] = ['extract-review', 'render-review'] satisfies JobKind[];

const STILL_OWED: readonly Test[] = [
  ['in', 'job', READING_JOBS],
  ['absent', 'deleted_at'],
];
const EXISTS: readonly Test[] = [['exists', 'pk']];

const readQueued = async (table: Table, { ws, review }: ReviewIds) => {
  const { items } = await table.query({
    partition: reviewPartition(ws, review),
    sort: ['between', sortPrefix(keys.review), `${sortPrefix(keys.reviewRun)}~`],
    consistent: true,
  });
  return { row: rowsOf(items, keys.review)[0], runs: rowsOf(items, keys.reviewRun) };
};

interface Read {
  content: Content;
  /** As far as they were measured while the content was read; the others follow from it. */
  facts?: readonly Fact[] | undefined;
  facts_only?: true | undefined;
  /** Its runs take the place of the queued ones. */
  panel?: readonly PersonaRow[] | undefined;
}

/** False if the review no longer waits for its content. */
export const writeContent = async (table: Table, ids: ReviewIds, read: Read): Promise<boolean> => {
  const { content, facts, facts_only, panel } = read;
  const at = now();
  const key = keys.review(ids.ws, ids.review);
  const replaced = panel ? replaceRuns(ids, (await readQueued(table, ids)).runs, panel, at) : [];
  return table.tryTransact([
    {
      update: key,
      set: {
        facts: await sizeOfContent(content),
        ...(facts_only && { facts_only, basis: 'facts' }),
        ...(panel && { runs_total: panel.length }),
        updated_at: at,
        ...owed('brief-review', key, at),
      },
      remove: [...DELAYS, 'input', 'attempts', 'claimed_until', 'progress'],
      when: STILL_OWED,
    },
    { put: { ...keys.reviewContent(ids.ws, ids.review), content: packContent(content) } },
    ...(facts ? [{ put: { ...keys.reviewFacts(ids.ws, ids.review), facts: packFacts(facts) } }] : []),
    ...replaced,
  ]);
};

export const writeFailure = async (
  table: Table,
  ids: ReviewIds,
  why: Said,
  status: Extract<ReviewStatus, 'failed' | 'not_judged'> = 'failed',
): Promise<boolean> => {
  const at = now();
  const { row, runs } = await readQueued(table, ids);
  const error = { error: why.text, error_codes: codesOf([why]) };
  return table.tryTransact([
    {
      update: keys.review(ids.ws, ids.review),
      set: {
        status,
        ...error,
        runs_done: runs.length,
        runs_failed: runs.length,
        updated_at: at,
        completed_at: at,
      },
      remove: [...OWED, 'input', 'attempts', 'claimed_until', 'progress'],
      when: STILL_OWED,
    },
    ...runs.map((run): Write => ({ update: run, set: { state: 'failed', ...error, finished_at: at }, when: EXISTS })),
    ...refund(ids.ws, ids.review, row?.charged_cents, at),
    ...spendWrites(ids.ws, ids.review, { released: reservedOf(runs) }),
  ]);
};

/** Best effort: the review shows it while its content is read. */
export const writeProgress = (table: Table, key: Key, progress: Progress): Promise<unknown> =>
  table.tryTransact([{ update: key, set: { progress, updated_at: now() }, when: STILL_OWED }]).catch(() => undefined);
