import { isUseful, type Judge, type Label, RAW } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import {
  candidatesOf,
  chooseExamples,
  ENOUGH,
  judgeTrial,
  LOOKS,
  looksAt,
} from '../../functions/reviews/judge/calibration/examples.ts';
import { judgeBy } from '../../functions/reviews/judge/calibration/judge.ts';
import { calibrate } from '../../functions/reviews/judge/calibration/recipe.ts';
import { termsOf } from '../../functions/reviews/judge/calibration/terms.ts';
import { binomialCdf } from '../../functions/reviews/judge/calibration/threshold.ts';

/** How a simulated judge takes what examples show about a kind of finding: whether people find it useful, −1 to 1. */
type Takes = (severity: number, shown: number, chance: () => number) => number;

/** A kind of finding is in its words, which calibration never sees: only the judge can learn which kinds help. */
export const EXAMPLE_WORLDS: Readonly<Record<string, Takes>> = {
  'examples help': (severity, shown) => (shown === 0 ? severity : shown > 0 ? 4 : 1),
  'examples harm': (severity, shown, chance) => (shown === 0 ? severity : 1 + Math.floor(4 * chance())),
  'examples are ignored': (severity) => severity,
};

const KINDS = 6;
const RATERS = 4;
const PER_REVIEW = 8;
const TESTED_REVIEWS = 40;
const NO_EXAMPLES: Judge = { model: 'simulated', prompt: '1' };
const WITH_EXAMPLES: Judge = { model: 'simulated', prompt: '1+examples' };

interface RatedKind extends Label {
  persona_id: string;
  dimension: string;
  kind: number;
}

export interface Tried {
  verdict: 'kept' | 'dropped' | 'undecided';
  /** Brier score of other reviews, by the judge that is in use in the end, and by the one without examples. */
  brier: number;
  without: number;
  /** Ratings until the end of the trial. */
  labels: number;
}

const openExamples = (takes: Takes, seed: number) => {
  const chance = chanceFrom(seed * 6007 + 11);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const taste = Array.from({ length: KINDS }, (_, kind) => (kind % 2 === 0 ? 1 : -1) * (0.6 + 0.5 * chance()));
  const raters = Array.from({ length: RATERS }, () => 0.3 * normal());
  let count = 0;
  return (examples: readonly RatedKind[], judge: Judge): RatedKind[] => {
    count += 1;
    const review_id = `r${count}`;
    const effect = 0.25 * normal();
    const rater = Math.floor(chance() * RATERS);
    return Array.from({ length: PER_REVIEW }, (_, at): RatedKind => {
      const kind = Math.floor(chance() * KINDS);
      const shown = examples.filter((one) => one.kind === kind);
      const known = shown.reduce((sum, { rating }) => sum + (isUseful(rating) ? 1 : -1), 0) / (shown.length || 1);
      const real = normal();
      const seen = Math.min(4, Math.max(1, Math.round(2.5 + 0.7 * real + 0.5 * normal())));
      const severity = takes(seen, known, chance);
      const expected = 3.3 + (taste[kind] ?? 0) + 0.5 * real + effect + (raters[rater] ?? 0) + 0.6 * normal();
      const [persona_id, dimension] = [`p${at % 5}`, `d${Math.floor(chance() * 5)}`];
      return {
        review_id,
        finding_id: `${review_id}-${at}`,
        rater: `rater-${rater}`,
        rated_at: count,
        rating: Math.min(5, Math.max(1, Math.round(expected))),
        judge,
        persona_id,
        dimension,
        kind,
        terms: termsOf({
          persona_id,
          category: 'reader',
          dimension,
          kind: 'fault',
          severity,
          score: 3,
          spread: 0.3,
          panel: 3.5,
          seen: 1,
          grounded: true,
          has_fix: true,
          length: 150,
        }),
      };
    });
  };
};

/** Ratings until examples are chosen, reviews in turn with and without them, and what is in use in the end. */
export const tryExamples = (takes: Takes, seed: number): Tried => {
  const review = openExamples(takes, seed);
  const made = { id: 'eval', at: 0 };
  const before = Array.from({ length: Math.ceil((ENOUGH.labels + 20) / PER_REVIEW) }, () =>
    review([], NO_EXAMPLES),
  ).flat();
  const { checked } = calibrate(before, RAW, { ...made, judge: NO_EXAMPLES });
  const chosen = new Set(chooseExamples(candidatesOf(checked)).map(({ finding_id }) => finding_id));
  const examples = before.filter(({ finding_id }) => chosen.has(finding_id));
  const without: RatedKind[] = [];
  const within: RatedKind[] = [];
  let looks = 0;
  let verdict: Tried['verdict'] = 'undecided';
  while (examples.length > 0 && verdict === 'undecided' && looks < LOOKS.length) {
    without.push(...review([], NO_EXAMPLES));
    within.push(...review(examples, WITH_EXAMPLES));
    if (looksAt(without, within) === looks) continue;
    looks = looksAt(without, within);
    const found = judgeTrial(without, within, RAW, looks);
    if (found !== 'go on') verdict = found === 'keep' ? 'kept' : 'dropped';
  }
  const brier = (own: readonly RatedKind[], shown: readonly RatedKind[], judge: Judge): number => {
    const judged = judgeBy(calibrate(own, RAW, { ...made, judge }).calibrator);
    const test = Array.from({ length: TESTED_REVIEWS }, () => review(shown, judge)).flat();
    return (
      test.reduce((sum, { terms, rating }) => sum + (judged(terms).p_useful - Number(isUseful(rating))) ** 2, 0) /
      test.length
    );
  };
  const old = [...before, ...without];
  const never = brier(old, [], NO_EXAMPLES);
  return {
    verdict,
    brier: verdict === 'kept' ? brier(within, examples, WITH_EXAMPLES) : never,
    without: never,
    labels: old.length + within.length,
  };
};

export interface TriedWorld {
  world: string;
  tried: readonly Tried[];
}

const MAX_WRONG = 0.05;
const MIN_KEPT = 0.5;

const shareOf = ({ tried }: TriedWorld, verdict: Tried['verdict']): number =>
  tried.filter((one) => one.verdict === verdict).length / tried.length;
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Broken promises: sets that harm or don't matter are kept in one of 20 workspaces at most, those that help in most. */
export const exampleComplaints = (worlds: readonly TriedWorld[]): string[] =>
  worlds.flatMap((one) => {
    const { world, tried } = one;
    const kept = tried.filter(({ verdict }) => verdict === 'kept').length;
    if (world === 'examples help')
      return [
        ...(kept / tried.length < MIN_KEPT ? [`${world}: kept in only ${kept} of ${tried.length} workspaces`] : []),
        ...(mean(tried.map(({ brier, without }) => brier - without)) >= 0
          ? [`${world}: predictions are no better`]
          : []),
      ];
    const isTooOften = kept > 0 && 1 - binomialCdf(kept - 1, tried.length, MAX_WRONG) < 0.01;
    return isTooOften ? [`${world}: kept in ${kept} of ${tried.length} workspaces`] : [];
  });

export const exampleRows = (worlds: readonly TriedWorld[]): string[][] =>
  worlds.map((one) => [
    one.world,
    ...(['kept', 'dropped', 'undecided'] as const).map((verdict) => shareOf(one, verdict).toFixed(3)),
    mean(one.tried.map(({ without }) => without)).toFixed(3),
    mean(one.tried.map(({ brier }) => brier)).toFixed(3),
    mean(one.tried.map(({ labels }) => labels)).toFixed(0),
  ]);
