import type { Calibrator } from '../judge/calibration/calibrator.ts';
import { type JudgedReview, presentCalibration } from '../judge/judge-review.ts';
import type { FindingRow, ReviewRow, RunRow } from '../rows.ts';

export interface Verdict {
  review: ReviewRow;
  /** In the panel's order. */
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
  judged: JudgedReview | undefined;
  calibrator: Calibrator;
}

const MOST = 10_000;
const TOP = 5;

const cut = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
};

const overall = ({ judged, calibrator, runs, review }: Verdict): string => {
  if (!judged) return `The persona panel came to no verdict. ${cut(review.error ?? '', 500)}`.trim();
  const { score, score_interval } = judged.overall;
  const [low, high] = score_interval.map((bound) => bound.toFixed(1));
  const range = calibrator.basis === 'raw' ? '' : ` (90 of 100 ratings lie between ${low} and ${high})`;
  const done = runs.filter(({ state }) => state === 'done').length;
  const of = done === runs.length ? `${done} personas` : `${done} of ${runs.length} personas`;
  return `The persona panel gives ${score.toFixed(1)} of 5${range}, by ${of}. ${presentCalibration(calibrator, review.judge).note}`;
};

const answeredBy = ({ review }: Verdict): string =>
  review.ai_live
    ? `An AI answered (${review.judge?.model}). Its words are a start, not a proof.`
    : 'No AI answered: these are stated heuristics.';

const runLine = ({ persona, state, score, summary, error }: RunRow): string => {
  const name = cut(persona.name, 80);
  if (state !== 'done') return `- ${name}: no verdict. ${cut(error ?? '', 200)}`;
  return `- ${name}: ${score?.toFixed(1)}. ${cut(summary, 300)}`;
};

/** If ratings support it, the probably most useful first; otherwise the lowest score first. */
const topOf = ({ findings, judged, calibrator }: Verdict): FindingRow[] => {
  const urgency = (finding: FindingRow): number =>
    calibrator.basis === 'workspace' && judged ? -judged.of(finding).p_useful : finding.score;
  return [...findings]
    .sort((one, other) => Number(other.grounded) - Number(one.grounded) || urgency(one) - urgency(other))
    .slice(0, TOP);
};

const findingLines = (verdict: Verdict): string[] =>
  topOf(verdict).map((finding, index) => {
    const name = verdict.runs.find(({ persona_id }) => persona_id === finding.persona_id)?.persona.name ?? '';
    const where = finding.quote
      ? ` “${cut(finding.quote, 300)}”`
      : finding.element
        ? ` ${cut(finding.element, 80)}`
        : '';
    const doubt = finding.grounded ? '' : ' (not found on the page)';
    const advice = finding.suggestion ? ` Suggestion: ${cut(finding.suggestion, 400)}` : '';
    const head = `${index + 1}. ${cut(finding.dimension, 80)} ${finding.score.toFixed(1)}, ${cut(name, 80)}:`;
    return `${head}${where}${doubt}\n   ${cut(finding.comment, 600)}${advice}`;
  });

/** A review's verdict as a reply on its annotation's thread. */
export const verdictText = (verdict: Verdict): string => {
  const lines = findingLines(verdict);
  const text = [
    overall(verdict),
    answeredBy(verdict),
    verdict.runs.map(runLine).join('\n'),
    ...(lines.length > 0 ? [`Look at first:\n${lines.join('\n')}`] : []),
  ].join('\n\n');
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1).toWellFormed()}…`;
};
