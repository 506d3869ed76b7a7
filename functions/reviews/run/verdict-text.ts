import type { Calibrator } from '../judge/calibration/calibrator.ts';
import { type JudgedReview, presentCalibration } from '../judge/judge-review.ts';
import type { Conclusion, FindingRow, ReviewRow, RunRow } from '../rows.ts';

export interface Verdict {
  review: ReviewRow;
  runs: readonly RunRow[];
  findings: readonly FindingRow[];
  judged: JudgedReview | undefined;
  calibrator: Calibrator;
  conclusion: Conclusion;
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

const SEVERITIES = ['', 'minor', 'moderate', 'serious', 'blocks the goal'];

const findingLines = ({ runs, findings, conclusion }: Verdict): string[] => {
  const named = new Map(runs.map(({ persona_id, persona }) => [persona_id, persona.name]));
  return conclusion.order.slice(0, TOP).flatMap((id, index) => {
    const finding = findings.find((one) => one.id === id);
    if (!finding) return [];
    const repeats = findings.filter((one) => conclusion.same[one.id] === id);
    const names = [finding, ...repeats].map(({ persona_id }) => cut(named.get(persona_id) ?? '', 80));
    const [evidence] = finding.evidence;
    const quote = evidence?.quote ? ` “${cut(evidence.quote, 300)}”` : '';
    const where = quote || (evidence?.element ? ` ${cut(evidence.element, 80)}` : '');
    const doubt = evidence?.grounded ? '' : ' (not found on the page)';
    const advice = finding.fix ? ` Suggestion: ${cut(finding.fix.after, 400)}` : '';
    const severity = finding.severity === null ? '' : ` (${SEVERITIES[finding.severity]})`;
    const head = `${index + 1}. ${cut(finding.dimension, 80)}${severity}, ${[...new Set(names)].join(', ')}:`;
    return [`${head}${where}${doubt}\n   ${cut(finding.comment, 600)}${advice}`];
  });
};

export const verdictText = (verdict: Verdict): string => {
  const lines = findingLines(verdict);
  const said = verdict.conclusion.verdict.map(({ text }) => cut(text, 600)).join(' ');
  const text = [
    ...(said ? [said] : []),
    overall(verdict),
    answeredBy(verdict),
    verdict.runs.map(runLine).join('\n'),
    ...(lines.length > 0 ? [`Fix these first:\n${lines.join('\n')}`] : []),
  ].join('\n\n');
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1).toWellFormed()}…`;
};
