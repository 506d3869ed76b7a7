import type { ReplyRow } from '../../annotations/rows.ts';
import { countReplyWithin } from '../../annotations/thread.ts';
import { now } from '../../kit/clock.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { keys, reviewPartition } from '../../kit/table/keys.ts';
import type { Item, Table, Write } from '../../kit/table/table.ts';
import type { Calibrator } from '../judge/calibration/calibrator.ts';
import { judgeReview } from '../judge/judge-review.ts';
import { FindingRow, type ReviewRow, RunRow } from '../rows.ts';
import type { EndedRun } from './end-run.ts';
import { type Verdict, verdictText } from './verdict-text.ts';

export interface End {
  /** What the REVIEW row is set to. */
  review: Partial<ReviewRow>;
  /** The verdict on the annotation's thread; nothing else of the end hangs on it. */
  thread: Write[];
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
  return [
    countReplyWithin(ws, reply, [
      ['exists', 'pk'],
      ['absent', 'deleted_at'],
    ]),
    { put: { ...keys.reply(ws, annotation_id, reply.id), ...reply }, when: [['absent', 'pk']] },
  ];
};

/** What the other runs left: at most 120 findings, read after the count that says they are there. */
const readOthers = async (table: Table, ws: string, review: string): Promise<Item[]> => {
  const rows: Item[] = [];
  let after: Item | undefined;
  do {
    const page = await table.query({
      partition: reviewPartition(ws, review),
      sort: ['between', 'FINDING#', 'RUN#~'],
      after,
      consistent: true,
    });
    rows.push(...page.items);
    after = page.last;
  } while (after);
  return rows;
};

/** What the review's end says, once its last runs have ended. */
export const endOfReview = async (
  table: Table,
  ws: string,
  review: ReviewRow,
  ended: readonly EndedRun[],
  calibrator: Calibrator,
): Promise<End> => {
  const own = ended.map(({ run }) => run);
  const rows = review.runs_done > 0 ? await readOthers(table, ws, review.id) : [];
  const standing = (prefix: string) => rows.filter(({ sk }) => String(sk).startsWith(prefix));
  const findings = [
    ...standing('FINDING#').map((row) => FindingRow.parse(row)),
    ...ended.flatMap((one) => one.findings),
  ];
  const others = standing('RUN#')
    .map((row) => RunRow.parse(row))
    .filter(({ persona_id }) => own.every((run) => run.persona_id !== persona_id));
  const runs = [...others, ...own].sort((one, other) => one.position - other.position);
  const at = now();
  const failed = runs.filter(({ state }) => state === 'failed');
  const judged = judgeReview(findings, calibrator);
  const status = statusOf(failed.length, review.runs_total);
  const end: Partial<ReviewRow> = {
    status,
    score: judged?.overall.score ?? null,
    is_calibrated: judged?.overall.calibrated ?? false,
    judge: own[0]?.judge ?? null,
    ai_live: own[0]?.ai_live ?? null,
    completed_at: at,
    error: status === 'failed' ? `No persona came to a verdict. ${failed[0]?.error ?? ''}`.trim() : null,
  };
  const verdict: Verdict = { review: { ...review, ...end }, runs, findings, judged, calibrator };
  return { review: end, thread: threadWrites(ws, verdict, at) };
};
