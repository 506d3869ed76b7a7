import { visibleLine } from '../../kit/text/visible.ts';
import type { Reported, ReportedFinding } from './reported.ts';

/** This score or more isn't a problem. */
const PROBLEM_BELOW = 3.5;
const GOOD_FROM = 4;
/** How much is left of a problem whose evidence was not found. */
const UNGROUNDED = 0.4;
/** Of two problems that are equally bad, how far the lightest dimension falls behind. */
const LIGHTEST = 0.5;

/** Whether any ratings support `p_useful`; otherwise it is the same for all findings. */
export const isInformed = ({ review }: Reported): boolean =>
  review.calibration !== null && review.calibration.basis !== 'raw';

/** 0 to 1: how bad, how sure, how useful to people, how heavy. */
const urgencyOf = (reported: Reported, { persona_id, dimension, score, grounded, p_useful }: ReportedFinding) => {
  const persona = reported.review.personas.find((one) => one.persona_id === persona_id);
  const weights = persona?.dimensions.map(({ weight }) => weight) ?? [];
  const weight = persona?.dimensions.find(({ name }) => name === dimension)?.weight ?? 0;
  const share = weight / Math.max(...weights, Number.MIN_VALUE);
  const useful = isInformed(reported) ? (p_useful ?? 0.5) : 1;
  return ((5 - score) / 4) * (grounded ? 1 : UNGROUNDED) * useful * (LIGHTEST + (1 - LIGHTEST) * share);
};

const placeOf = ({ quote, element }: ReportedFinding): string =>
  quote ? `quote ${visibleLine(quote).toLowerCase()}` : `element ${element}`;

/** More of one place would not be read. */
const MOST_REMARKS = 3;

/** Several personas' remarks on one place: identical ones are grouped with their authors. */
export interface Place {
  remarks: ReportedFinding[][];
  urgency: number;
}

/** The places of the content to look at first, worst first; what points at none is not among them. A place that several stumble over is more urgent. */
export const whatToFix = (reported: Reported, most: number): Place[] => {
  const problems = reported.feedback.filter((one) => one.score < PROBLEM_BELOW && (one.quote || one.element));
  return [...Map.groupBy(problems, placeOf).values()]
    .map((group): Place => {
      const rated = group
        .map((finding) => ({ finding, urgency: urgencyOf(reported, finding) }))
        .sort((a, b) => b.urgency - a.urgency);
      const sorted = rated.map(({ finding }) => finding);
      const alike = Map.groupBy(sorted, ({ comment, suggestion }) => JSON.stringify([comment, suggestion]));
      return {
        remarks: [...alike.values()].slice(0, MOST_REMARKS),
        urgency: 1 - rated.reduce((left, { urgency }) => left * (1 - urgency), 1),
      };
    })
    .sort((a, b) => b.urgency - a.urgency)
    .slice(0, most);
};

/** Strengths with evidence, best first; identical remarks are grouped. */
export const whatIsGood = ({ feedback }: Reported, most: number): ReportedFinding[][] => {
  const good = feedback
    .filter(({ score, grounded }) => score >= GOOD_FROM && grounded)
    .sort((a, b) => b.score - a.score);
  return [...Map.groupBy(good, ({ comment }) => comment).values()].slice(0, most);
};
