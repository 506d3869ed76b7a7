/** A finding as calibration sees it: numbers and names, never its text. */
export interface FindingFacts {
  persona_id: string;
  category: string;
  dimension: string;
  kind: 'fault' | 'strength';
  /** 1 to 4; null for strengths. */
  severity: number | null;
  /** The persona's mean score of the dimension, 1 to 5; null if it was not judged. */
  score: number | null;
  /** Standard deviation of the samples' scores. */
  spread: number;
  /** The panel's score of the review, 1 to 5; null if nothing was judged. */
  panel: number | null;
  /** Share of the samples that have the finding; null if it is in none. */
  seen: number | null;
  grounded: boolean;
  has_fix: boolean;
  /** Characters of the comment. */
  length: number;
}

/** Terms by name; what is absent is 0. */
export type Terms = Readonly<Record<string, number>>;

/** Every label shows them, so that a fit always has their covariances. */
export const SHARED_TERMS = [
  'level',
  'score',
  'extreme',
  'panel',
  'spread',
  'strength',
  'severity',
  'seen',
  'grounded',
  'fix',
  'length',
] as const;

/**
 * The regression's terms of a finding, roughly between −1 and 1. A dimension or panel that was not judged is 0, which
 * is the middle of the term and moves nothing.
 */
export const termsOf = (finding: FindingFacts): Terms => {
  const { score, panel, severity, seen, length } = finding;
  const slope = score === null ? 0 : (score - 3) / 2;
  return {
    level: 1,
    score: slope,
    extreme: score === null ? 0 : Math.abs(score - 3) - 1,
    panel: panel === null ? 0 : (panel - 3.5) / 2,
    spread: finding.spread - 0.3,
    strength: finding.kind === 'strength' ? 0.5 : -0.5,
    severity: severity === null ? 0 : (severity - 2.5) / 2,
    seen: seen === null ? 0 : seen - 0.7,
    grounded: finding.grounded ? 0.2 : -0.8,
    fix: finding.has_fix ? 0.5 : -0.5,
    length: Math.max(-1, Math.min(1, Math.log((length + 1) / 150) / 2)),
    [`category:${finding.category}`]: 1,
    [`persona:${finding.persona_id}`]: 1,
    [`dimension:${finding.dimension}`]: 1,
    ...(slope !== 0 && {
      [`slope:category:${finding.category}`]: slope,
      [`slope:persona:${finding.persona_id}`]: slope,
      [`slope:dimension:${finding.dimension}`]: slope,
    }),
  };
};
