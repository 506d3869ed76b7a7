import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import { binomialCdf, MAX_DISAGREEMENT } from '../../functions/reviews/judge/calibration/threshold.ts';
import { type Figures, METHODS, OURS } from './measure.ts';

/** All figures of a world, by workspace. */
export interface Measured {
  world: string;
  workspaces: readonly (readonly Figures[])[];
  /** Labels from which people had changed their minds. */
  changes_after?: number | undefined;
  is_adversarial?: boolean | undefined;
}

const FROM = 50;
/** Share of workspaces whose trusted verdicts may agree less than promised. */
const MAX_BROKEN = 0.1;
const CONFIDENCE = 0.99;
const ROUNDS = 4000;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const figureOf = (figures: readonly Figures[], method: string, labels: number): Figures => {
  const found = figures.find((one) => one.method === method && one.labels === labels);
  if (!found) throw new Error(`${method} at ${labels} labels was not measured.`);
  return found;
};

export const sizesOf = ({ workspaces: [first = []] }: Measured): number[] => [
  ...new Set(first.map(({ labels }) => labels)),
];

/** Share of paired bootstrap samples (Efron 1979) in which the mean difference is not above 0. */
const chanceOfNone = (differences: readonly number[]): number => {
  const chance = chanceFrom(differences.length);
  let none = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let sum = 0;
    for (let draw = 0; draw < differences.length; draw += 1)
      sum += differences[Math.floor(chance() * differences.length)] ?? 0;
    if (sum <= 0) none += 1;
  }
  return (none + 1) / (ROUNDS + 1);
};

interface Claim {
  text: string;
  /** Positive where the claim does not hold, one for each workspace. */
  differences: readonly number[];
}

/** Claims that the workspaces refute, with 99% confidence for all of them together (Holm 1979). */
const refuted = (claims: readonly Claim[]): string[] => {
  const tested = claims
    .map((claim) => ({ ...claim, worse: mean(claim.differences), p: chanceOfNone(claim.differences) }))
    .sort((a, b) => a.p - b.p);
  const wrong: string[] = [];
  for (const [at, { text, worse, p }] of tested.entries()) {
    if (p > Math.max((1 - CONFIDENCE) / (tested.length - at), 1 / ROUNDS)) break;
    wrong.push(`${text}: worse by ${worse.toFixed(4)} (p ${p.toFixed(4)})`);
  }
  return wrong;
};

const briers = ({ workspaces }: Measured, method: string, labels: number): number[] =>
  workspaces.map((figures) => figureOf(figures, method, labels).brier);

const minus = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, at) => value - (other[at] ?? 0));

/** Labels since people last changed their minds. */
const sinceChange = ({ changes_after = 0 }: Measured, labels: number): number =>
  labels > changes_after ? labels - changes_after : labels;

/** Failed promises. */
export const complaints = (all: readonly Measured[]): string[] => {
  const claims: Claim[] = [];
  const wrong: string[] = [];
  for (const measured of all) {
    const { world, is_adversarial } = measured;
    const sizes = sizesOf(measured);
    for (const [at, labels] of sizes.entries()) {
      if (is_adversarial || sinceChange(measured, labels) < FROM) continue;
      const ours = briers(measured, OURS, labels);
      claims.push({
        text: `${world}: no worse than the base rate at ${labels} labels`,
        differences: minus(ours, briers(measured, 'base rate', labels)),
      });
      const before = sizes[at - 1];
      if (before !== undefined && sinceChange(measured, before) < sinceChange(measured, labels))
        claims.push({
          text: `${world}: no worse at ${labels} labels than at ${before}`,
          differences: minus(ours, briers(measured, OURS, before)),
        });
    }
  }

  // Means over worlds, with the workspaces of the same number as pairs.
  const sizes = all[0] ? sizesOf(all[0]) : [];
  const count = Math.min(...all.map(({ workspaces }) => workspaces.length));
  const overWorlds = (method: string, labels: number): number[] => {
    const rows = all
      .filter((measured) => sizesOf(measured).includes(labels))
      .map((measured) => briers(measured, method, labels));
    return Array.from({ length: count }, (_, at) => mean(rows.map((row) => row[at] ?? 0)));
  };
  for (const labels of sizes) {
    const baselines = METHODS.filter((method) => method !== OURS).map((method) => ({
      method,
      values: overWorlds(method, labels),
    }));
    const best = baselines.reduce((least, one) => (mean(one.values) < mean(least.values) ? one : least));
    const allowed = labels === 5 || labels === 20 ? 1 : 1.05;
    if (labels === 50) continue;
    claims.push({
      text: `mean over worlds at ${labels} labels is within ${allowed} of ${best.method}`,
      differences: minus(
        overWorlds(OURS, labels),
        best.values.map((value) => value * allowed),
      ),
    });
  }
  wrong.push(...refuted(claims));

  const intervals = [
    { name: 'probabilities', of: 'covered', held: [] as number[] },
    { name: 'page ratings', of: 'pageCovered', held: [] as number[] },
  ] as const;
  for (const measured of all)
    for (const labels of sizesOf(measured)) {
      const ours = measured.workspaces.map((figures) => figureOf(figures, OURS, labels));
      const trusting = ours.flatMap(({ agreement }) => agreement ?? []);
      const broken = trusting.filter((agreement) => agreement < 1 - MAX_DISAGREEMENT).length;
      const n = trusting.length;
      const isSteady = sinceChange(measured, labels) >= FROM;
      if (isSteady && broken > 0 && binomialCdf(broken - 1, n, MAX_BROKEN) > CONFIDENCE)
        wrong.push(
          `${measured.world}: at ${labels} labels, ${broken} of ${n} workspaces that trust anything agree under 80%`,
        );
      if (labels < 200 || sinceChange(measured, labels) < 200) continue;
      for (const { name, of, held } of intervals) {
        const covered = ours.flatMap((one) => one[of] ?? []);
        if (covered.length === 0) continue;
        held.push(mean(covered));
        if (mean(covered) < 0.85)
          wrong.push(`${measured.world}: at ${labels} labels, intervals hold ${mean(covered).toFixed(3)} of ${name}`);
      }
    }
  for (const { name, held } of intervals)
    if (held.length > 0 && mean(held) > 0.97)
      wrong.push(`intervals hold ${mean(held).toFixed(3)} of ${name} in the mean: they are too wide`);
  return wrong;
};
