import type * as z from 'zod';
import type { Origin } from '../../annotations/rows.ts';
import { type Milliseconds, now, SECOND } from '../../kit/clock.ts';
import { LIVE } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { owed } from '../../owed/jobs.ts';
import type { FindingRow } from '../finding-rows.ts';
import { judgeKey } from '../judge/calibrators.ts';
import { isFact, isOfPanel } from '../judge/conclude.ts';
import { termsIn } from '../judge/judge-review.ts';
import type { LabelRow } from '../rating-rows.ts';
import { raterOf } from './rater.ts';
import { readWhole, type WholeReview } from './review-reader.ts';

/** Ratings within this time owe one refit, at its end. */
const TOGETHER_MS = 2 * SECOND;

/** Useful, which is all that a proven fix says. */
const FIXED = 4;

type Given = Pick<LabelRow, 'rater' | 'source' | 'rating'> & { at: Milliseconds };

/** The label of a finding, and the refit that is owed for it; none if no judge is to learn from it. */
export const learnedFrom = (
  { workspace_id, row, runs }: WholeReview,
  finding: FindingRow,
  { at, ...given }: Given,
  when: NonNullable<Write['when']> = [],
): Write[] => {
  // Another model may have finished the review since.
  const judge = runs.find(({ persona_id }) => persona_id === finding.persona_id)?.judge ?? row.judge;
  if (judge === null || isOfPanel(finding) || isFact(finding)) return [];
  const label: LabelRow = {
    review_id: row.id,
    finding_id: finding.id,
    persona_id: finding.persona_id,
    dimension: finding.dimension,
    ...given,
    terms: termsIn(runs)(finding),
    rated_at: at,
    judge,
    ...(row.examples && { trial: row.examples.hash }),
  };
  const name = judgeKey(judge);
  const calibrator = keys.calibrator(workspace_id, name);
  const due = Math.ceil((at + 1) / TOGETHER_MS) * TOGETHER_MS;
  return [
    { put: { ...keys.label(workspace_id, name, finding.id, given.rater), ...label }, when },
    {
      update: calibrator,
      set: {
        judge,
        ...owed('refit-calibrator', calibrator, due),
        wait_seconds: Math.ceil((due - at) / SECOND),
      },
      add: { labels_since: 1 },
    },
  ];
};

/** The browser has seen that the finding was fixed, so it was useful. Counts once, as another rater. */
export const learnFromFix = async (
  table: Table,
  ws: string,
  { review_id, feedback_id }: z.infer<typeof Origin>,
): Promise<void> => {
  const whole = await readWhole(table, ws, review_id);
  const finding = whole?.findings.find(({ id }) => id === feedback_id);
  if (!whole || !finding) return;
  const given = { rater: raterOf(ws, 'outcome'), source: 'outcome', rating: FIXED, at: now() } as const;
  const learned = learnedFrom(whole, finding, given, [['absent', 'pk']]);
  if (learned.length === 0) return;
  await table.tryTransact([{ check: keys.review(ws, review_id), when: LIVE }, ...learned]);
};
