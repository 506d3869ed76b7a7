import { type Calibrator, isUseful, type Label } from './calibrator.ts';
import { type Fitted, fit, packed } from './fit.ts';
import { type Judgement, judgeBy } from './judge.ts';

const FOLDS = 5;
/** Fewer say nothing of other people. */
const MIN_RATERS = 3;

export interface Checked<Of extends Label = Label> {
  label: Of;
  judged: Judgement;
  /** Share of useful labels outside of the fold. */
  base: number;
}

/** FNV-1a: a review or rater is always in the same fold. */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** Groups dealt out to folds in the order of their hashes, so that few groups fill the folds evenly. */
const foldsBy = (labels: readonly Label[], groupOf: (label: Label) => string): Map<string, number> => {
  const groups = [...new Set(labels.map(groupOf))].sort((a, b) => hashOf(a) - hashOf(b) || (a < b ? -1 : 1));
  return new Map(groups.map((group, at) => [group, at % FOLDS]));
};

const judgedApart = <Of extends Label>(
  labels: readonly Of[],
  {
    prior,
    like,
    groupOf,
    known = labels,
  }: { prior: Calibrator; like: Fitted; groupOf: (label: Label) => string; known?: readonly Label[] },
): Checked<Of>[] => {
  const folds = foldsBy(labels, groupOf);
  return [...Map.groupBy(labels, (label) => folds.get(groupOf(label)))].flatMap(([fold, held]) => {
    const others = known.filter((label) => folds.get(groupOf(label)) !== fold);
    const useful = others.filter(({ rating }) => isUseful(rating)).length;
    const base = (useful + 1) / (others.length + 2);
    const judge = judgeBy({ ...prior, ...packed(fit(others, prior, like), held) });
    return held.map((label) => ({ label, judged: judge(label.terms), base }));
  });
};

/** Judged by fits that have seen no label of the same review. */
export const checkedByReview = <Of extends Label>(
  labels: readonly Of[],
  prior: Calibrator,
  like: Fitted,
): Checked<Of>[] => judgedApart(labels, { prior, like, groupOf: ({ review_id }) => review_id });

/** Judged by fits of the known labels that have seen none of the same rater; undefined for too few raters. */
export const checkedByRater = <Of extends Label>(
  labels: readonly Of[],
  prior: Calibrator,
  like: Fitted,
  known: readonly Of[] = labels,
): Checked<Of>[] | undefined => {
  const raters = new Set(labels.map(({ rater }) => rater)).size;
  return raters < MIN_RATERS ? undefined : judgedApart(labels, { prior, like, groupOf: ({ rater }) => rater, known });
};
