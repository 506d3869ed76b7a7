import { MAX_REPLIES } from '../annotations/store.ts';
import { now } from '../kit/clock.ts';
import { firstIdAt } from '../kit/ids.ts';
import { keys, reviewPartition } from '../kit/keys.ts';
import type { Item, Table, Write } from '../kit/table.ts';
import type { Calibrator } from '../reviews/calibration/calibrator.ts';
import { readCalibrator } from '../reviews/calibrators.ts';
import { judgeReview } from '../reviews/judge-review.ts';
import { FindingRow, type ReviewRow, RunRow } from '../reviews/schema.ts';
import type { Outcome } from './end-run.ts';
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
  const reply = {
    id: replyId(at, id),
    annotation_id,
    author: 'agent',
    author_name: 'Persona panel',
    body: verdictText(verdict),
    created_at: at,
  };
  return [
    {
      update: keys.annotation(ws, annotation_id),
      add: { reply_count: 1 },
      when: [
        ['exists', 'pk'],
        ['absent', 'deleted_at'],
        ['any', [[['absent', 'reply_count']], [['<', 'reply_count', MAX_REPLIES]]]],
      ],
    },
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

/** What the review's end says, once its last run has ended. */
export const endOfReview = async (
  table: Table,
  ws: string,
  review: ReviewRow,
  own: RunRow,
  findings: readonly FindingRow[],
  { judge, ai_live }: Pick<Outcome, 'judge' | 'ai_live'>,
): Promise<End> => {
  const [rows, calibrator]: [Item[], Calibrator] = await Promise.all([
    review.runs_total > 1 ? readOthers(table, ws, review.id) : [],
    readCalibrator(table, ws, judge),
  ]);
  const all = [
    ...rows.filter(({ sk }) => String(sk).startsWith('FINDING#')).map((row) => FindingRow.parse(row)),
    ...findings,
  ];
  const runs = [
    ...rows
      .filter(({ sk }) => String(sk).startsWith('RUN#'))
      .map((row) => RunRow.parse(row))
      .filter(({ persona_id }) => persona_id !== own.persona_id),
    own,
  ].sort((one, other) => one.position - other.position);
  const at = now();
  const failed = runs.filter(({ state }) => state === 'failed').length;
  const judged = judgeReview(all, calibrator);
  const status = statusOf(failed, review.runs_total);
  const error = status === 'failed' ? `No persona came to a verdict. ${own.error ?? ''}`.trim() : null;
  const ended: Partial<ReviewRow> = {
    status,
    score: judged?.overall.score ?? null,
    is_calibrated: judged?.overall.calibrated ?? false,
    judge,
    ai_live,
    completed_at: at,
    error,
  };
  const verdict: Verdict = { review: { ...review, ...ended }, runs, findings: all, judged, calibrator };
  return { review: ended, thread: threadWrites(ws, verdict, at) };
};
