import type * as z from 'zod';
import { propertiesOf } from '../../facts/properties.ts';
import type { Feedback, FeedbackList, SharedFeedbackList } from '../feedback-schema.ts';
import type { FindingRow } from '../finding-rows.ts';
import { stateOf } from '../judge/calibration/skill.ts';
import { isFact, isOfPanel } from '../judge/conclude.ts';
import { type Judged, presentCalibration } from '../judge/judge-review.ts';
import { whoCares } from '../judge/who-cares.ts';
import type { WholeReview } from './review-reader.ts';

type Finding = z.input<typeof SharedFeedbackList>['items'][number];

/** No one need agree with a measurement. */
const MEASURED = { p_useful: null, interval: null, needs_human: false, calibrated: false } as const;
const UNJUDGED = { p_useful: null, interval: null, needs_human: true, calibrated: false } as const;

/** Without a rating of anyone, a number would say nothing. */
const presentJudgement = (judged: Judged | undefined, finding: FindingRow) => {
  if (isFact(finding)) return MEASURED;
  if (!judged || judged.calibrator.basis === 'raw' || isOfPanel(finding)) return UNJUDGED;
  const { p_useful, interval, needs_human } = judged.of(finding);
  return { p_useful, interval, needs_human, calibrated: stateOf(judged.calibrator) === 'calibrated' };
};

const presentFinding = (
  { runs, findings, conclusion }: WholeReview,
  row: FindingRow,
  judged: Judged | undefined,
): Finding => {
  const { rule, measured, ...finding } = row;
  const { id, persona_id, dimension, evidence } = finding;
  const [first] = evidence;
  const run = runs.find((one) => one.persona_id === persona_id);
  const same_as = conclusion?.same[id] ?? null;
  const repeats = findings.filter((one) => conclusion?.same[one.id] === id).map((one) => one.persona_id);
  const cares = rule === undefined ? [] : whoCares(runs, rule).map((one) => one.persona_id);
  const struck = conclusion?.struck[id];
  return {
    ...presentJudgement(judged, row),
    ...finding,
    score: isFact(row) ? null : (run?.scores.find((one) => one.dimension === dimension)?.score ?? null),
    suggestion: finding.fix?.after ?? null,
    quote: first?.quote ?? null,
    element: first?.element ?? null,
    grounded: isFact(row) || evidence.some(({ grounded }) => grounded),
    persona_ids: [...new Set([persona_id, ...repeats, ...cares])],
    rule: rule ?? null,
    measured: measured ?? null,
    link: (rule && propertiesOf(rule)?.link) ?? null,
    same_as,
    struck: struck ?? null,
  };
};

const leadOf = ({ conclusion }: WholeReview, { id }: FindingRow) => conclusion?.same[id] ?? id;

/** The finding that leads those that mean the same as this one, itself included, and all of them. */
export const groupOf = (whole: WholeReview, finding: FindingRow) => {
  const group = whole.findings.filter((one) => leadOf(whole, one) === leadOf(whole, finding));
  return { lead: group.find(({ id }) => id === leadOf(whole, finding)) ?? finding, group };
};

/** The note that was made from a finding, or from one that means the same. */
export const filedIn = (whole: WholeReview, finding: FindingRow): string | undefined =>
  groupOf(whole, finding).group.find(({ annotation_id }) => annotation_id !== undefined)?.annotation_id;

export const presentFeedback = (
  whole: WholeReview,
  finding: FindingRow,
  judged: Judged | undefined,
  rater_id: string,
): z.input<typeof Feedback> => {
  const given = whole.ratings.filter(({ finding_id }) => finding_id === finding.id);
  const own = given.find((rating) => rating.rater_id === rater_id);
  const sum = given.reduce((total, { rating }) => total + rating, 0);
  return {
    ...presentFinding(whole, finding, judged),
    annotation_id: filedIn(whole, finding) ?? null,
    rating: own?.rating ?? null,
    rating_comment: own?.comment ?? '',
    ratings: { count: given.length, mean: given.length > 0 ? sum / given.length : null },
  };
};

const listed = <Shown>({ row }: WholeReview, judged: Judged | undefined, items: Shown[]) => ({
  items,
  next_cursor: null,
  calibration: judged ? presentCalibration(judged.calibrator, row.judge) : null,
});

export const presentFeedbackList = (
  whole: WholeReview,
  judged: Judged | undefined,
  rater_id: string,
): z.input<typeof FeedbackList> =>
  listed(
    whole,
    judged,
    whole.findings.map((finding) => presentFeedback(whole, finding, judged, rater_id)),
  );

/** For a share link: no rating, and nothing about raters. */
export const presentSharedFeedbackList = (
  whole: WholeReview,
  judged: Judged | undefined,
): z.input<typeof SharedFeedbackList> =>
  listed(
    whole,
    judged,
    whole.findings.map((finding) => presentFinding(whole, finding, judged)),
  );
