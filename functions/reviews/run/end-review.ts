import type { ReplyRow } from '../../annotations/rows.ts';
import { appendReply } from '../../annotations/thread.ts';
import { said } from '../../codes/said.ts';
import { now } from '../../kit/clock.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { requireIds, rowsOf, sortPrefix } from '../../kit/table/key-ids.ts';
import { type Key, keys, reviewPartition } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { failedWrites, tryTransact } from '../../kit/table/try-transact.ts';
import { OVERDUE, OWED } from '../../owed/jobs.ts';
import { refund } from '../../wallet/movement.ts';
import { type Judge, RAW } from '../judge/calibration/calibrator.ts';
import { readCalibrator } from '../judge/calibrators.ts';
import { judgeReview } from '../judge/judge-review.ts';
import { END_DUE_MS, FindingRow, ReviewRow, RunRow } from '../rows.ts';
import { type Verdict, verdictText } from './verdict-text.ts';

/** The ids in the key of a `REVIEW` row. */
export interface ReviewIds {
  ws: string;
  review: string;
}

const statusOf = (failed: number, total: number): ReviewRow['status'] => {
  if (failed === 0) return 'complete';
  return failed < total ? 'partial' : 'failed';
};

/** The reply's id tells its time and its review. */
const replyId = (at: number, review: string): string => firstIdAt(at).slice(0, 10) + review.slice(10);

const threadWrites = (ws: string, verdict: Verdict, at: number): Write[] => {
  const { id, source, annotation_id } = verdict.review;
  if (source !== 'widget_annotation' || annotation_id === null) return [];
  const reply: ReplyRow = {
    id: replyId(at, id),
    annotation_id,
    author: 'agent',
    author_name: 'Persona panel',
    body: verdictText(verdict),
    created_at: at,
  };
  return appendReply(ws, reply, { by: 'team' });
};

const readRows = async (table: Table, ws: string, review: string) => {
  const rows = await table.queryAll({
    partition: reviewPartition(ws, review),
    sort: ['between', sortPrefix(keys.finding), `${sortPrefix(keys.reviewRun)}~`],
    consistent: true,
  });
  const runs = rowsOf(rows, keys.reviewRun).map((row) => RunRow.parse(row));
  return {
    findings: rowsOf(rows, keys.finding).map((row) => FindingRow.parse(row)),
    runs: runs.sort((one, other) => one.position - other.position),
  };
};

const failureOf = (first: RunRow | undefined) => {
  const { text, code } = said('no_verdict');
  return {
    error: `${text} ${first?.error ?? ''}`.trim(),
    ...(first?.error_codes && { error_codes: [{ code }, ...first.error_codes] }),
  };
};

/** The review, if all of its runs have ended and it has not; undefined otherwise. */
const readEndable = async (table: Table, ws: string, review: string): Promise<ReviewRow | undefined> => {
  const row = await table.get(keys.review(ws, review));
  if (!row || row.deleted_at !== undefined || row.completed_at !== null) return undefined;
  const read = ReviewRow.parse(row);
  return read.runs_done >= read.runs_total ? read : undefined;
};

/**
 * Ends a review whose runs have all ended: its status and score, the refund if it failed, and the verdict on the
 * thread of its note. `judge` is the one of its last run, if the caller knows it. Safe to repeat. False if some runs are still owed, or it has ended already.
 */
export const endReview = async (table: Table, ids: ReviewIds, judge?: Judge): Promise<boolean> => {
  const { ws } = ids;
  const review = await readEndable(table, ws, ids.review);
  if (!review) return false;
  const [{ runs, findings }, known] = await Promise.all([
    readRows(table, ws, review.id),
    judge && readCalibrator(table, ws, judge),
  ]);
  const at = now();
  const failed = runs.filter(({ state }) => state === 'failed');
  const last = runs
    .filter(({ judge }) => judge !== null)
    .reduce<RunRow | undefined>(
      (latest, run) => ((latest?.finished_at ?? 0) > (run.finished_at ?? 0) ? latest : run),
      undefined,
    );
  const calibrator = known ?? (last?.judge ? await readCalibrator(table, ws, last.judge) : RAW);
  const judged = judgeReview(findings, calibrator);
  const status = statusOf(failed.length, review.runs_total);
  const end: Partial<ReviewRow> = {
    status,
    score: judged?.overall.score ?? null,
    is_calibrated: judged?.overall.calibrated ?? false,
    judge: judge ?? last?.judge ?? null,
    ai_live: last?.ai_live ?? null,
    completed_at: at,
    ...(status === 'failed' ? failureOf(failed[0]) : { error: null }),
  };
  const ended: Write = {
    update: keys.review(ws, review.id),
    set: { ...end, updated_at: at },
    remove: OWED,
    when: [
      ['=', 'completed_at', null],
      ['absent', 'deleted_at'],
    ],
  };
  const back = status === 'failed' ? refund(ws, review, at) : [];
  const thread = threadWrites(ws, { review: { ...review, ...end }, runs, findings, judged, calibrator }, at);
  const lost = await failedWrites(table, [ended, ...back, ...thread]);
  if (lost.length === 0) return true;
  if (lost.includes(0)) return false;
  // The wallet is gone with its workspace, or the thread is full or gone: the review ends all the same.
  const isLost = (from: number, count: number) => lost.some((index) => index >= from && index < from + count);
  const rest = [...(isLost(1, back.length) ? [] : back), ...(isLost(1 + back.length, thread.length) ? [] : thread)];
  return (await failedWrites(table, [ended, ...rest])).length === 0;
};

/** The job that a review owes while its runs are at work: what ends it if the worker of its last run could not. */
export const endReviewLater = async (table: Table, key: Key): Promise<void> => {
  const [ws, review] = requireIds(keys.review, key);
  if (await endReview(table, { ws, review })) return;
  const row = await table.get(key);
  if (row?.job !== 'end-review') return;
  // Less and less often: a deleted workspace can sleep for weeks.
  const due_at = now() + Math.max(END_DUE_MS, now() - Number(row.updated_at));
  await tryTransact(table, [{ update: key, set: { due_at }, remove: OVERDUE, when: [['=', 'job', 'end-review']] }]);
};
