import { PROBLEM_BELOW, type ReportedFeedback, type ReportedFinding, type ReportedReview } from './types.ts';

export const ORDERS = ['persona', 'dimension', 'weakest', 'useful'] as const;
export type Order = (typeof ORDERS)[number];
export const SHOWN = ['all', 'problems', 'unrated', 'bare', 'human'] as const;
export type Shown = (typeof SHOWN)[number];

export interface Group {
  id: string;
  /** Empty: one group with all findings. */
  title: string;
  findings: readonly ReportedFinding[];
}

/** Applies the filter. “Not yet rated” uses the ratings from when it was chosen, so that a finding doesn't vanish when rated. */
export type Filter = { shown: Exclude<Shown, 'unrated'> } | { shown: 'unrated'; ids: ReadonlySet<string> };

const isShown = (finding: ReportedFinding, filter: Filter): boolean => {
  const { shown } = filter;
  if (filter.shown === 'unrated') return filter.ids.has(finding.id);
  if (shown === 'problems') return finding.score < PROBLEM_BELOW;
  if (shown === 'bare') return !finding.grounded;
  return shown === 'human' ? finding.needs_human : true;
};

const weakestFirst = (a: ReportedFinding, b: ReportedFinding) => a.score - b.score;
const usefulFirst = (a: ReportedFinding, b: ReportedFinding) => (b.p_useful ?? 0) - (a.p_useful ?? 0);

/** Filters, sorts and groups findings. */
export const arrange = (review: ReportedReview, feedback: ReportedFeedback, order: Order, filter: Filter): Group[] => {
  const findings = feedback.items.filter((one) => isShown(one, filter));
  if (order === 'weakest') return [{ id: order, title: '', findings: findings.toSorted(weakestFirst) }];
  if (order === 'useful') return [{ id: order, title: '', findings: findings.toSorted(usefulFirst) }];
  const titles =
    order === 'persona'
      ? review.personas.map(({ persona_id, name }) => [persona_id, name] as const)
      : [...new Set(findings.map(({ dimension }) => dimension))].sort().map((name) => [name, name] as const);
  return titles
    .map(([id, title]) => ({
      id,
      title,
      findings: findings.filter((one) => (order === 'persona' ? one.persona_id : one.dimension) === id),
    }))
    .filter((group) => group.findings.length > 0);
};
