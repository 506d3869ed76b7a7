import { describe, expect, test } from '@jest/globals';
import { labelOf } from '../../../bench/eval/measure.ts';
import { openWorkspace, WORLDS } from '../../../bench/eval/worlds.ts';
import { Calibrator, type Label, RAW } from '../../../functions/reviews/judge/calibration/calibrator.ts';
import { chanceFrom } from '../../../functions/reviews/judge/calibration/chance.ts';
import { changeOf, lossesSince } from '../../../functions/reviews/judge/calibration/change.ts';
import { type Fitted, fit } from '../../../functions/reviews/judge/calibration/fit.ts';
import { type Checked, checkedByRater, checkedByReview } from '../../../functions/reviews/judge/calibration/folds.ts';
import { judgeBy } from '../../../functions/reviews/judge/calibration/judge.ts';
import { poolPrior } from '../../../functions/reviews/judge/calibration/prior.ts';
import { calibrate, calibratorFor, refit } from '../../../functions/reviews/judge/calibration/recipe.ts';
import { stateOf } from '../../../functions/reviews/judge/calibration/skill.ts';
import { type FindingFacts, termsOf } from '../../../functions/reviews/judge/calibration/terms.ts';
import { trustedFrom } from '../../../functions/reviews/judge/calibration/threshold.ts';

const JUDGE = { model: 'simulated', prompt: '1' };
const MADE = { id: 'c1', at: 1000, judge: JUDGE };

const labels = (count: number, { seed = 7, world = 'dimension' } = {}): Label[] =>
  openWorkspace(WORLDS[world]!, seed, { labels: count, test: 1 }).labels.map(labelOf);
const ours = (seed = 7, count = 200) => calibrate(labels(count, { seed }), RAW, MADE).calibrator;

const FINDING: FindingFacts = {
  persona_id: 'p',
  category: 'design',
  dimension: 'Clarity',
  kind: 'fault',
  severity: 4,
  score: 1,
  spread: 0,
  panel: 4.5,
  seen: 1,
  grounded: true,
  has_fix: true,
  length: 150,
};

const ids = (seen: Iterable<{ label: Label }>) => new Set([...seen].map(({ label }) => label.finding_id));

describe('terms', () => {
  test('name the persona, its category and the dimension, with a slope each', () => {
    expect(termsOf(FINDING)).toMatchObject({
      level: 1,
      score: -1,
      extreme: 1,
      panel: 0.5,
      spread: expect.closeTo(-0.3),
      strength: -0.5,
      severity: 0.75,
      seen: expect.closeTo(0.3),
      grounded: 0.2,
      fix: 0.5,
      length: expect.closeTo(0, 2),
      'persona:p': 1,
      'category:design': 1,
      'dimension:Clarity': 1,
      'slope:persona:p': -1,
    });
  });

  test('terms of a dimension that wasn’t judged move nothing by a score', () => {
    const terms = termsOf({ ...FINDING, score: null, panel: null, seen: null, severity: null });
    for (const name of ['score', 'extreme', 'panel', 'seen', 'severity']) expect(terms[name]).toBe(0);
    expect(Object.keys(terms).filter((name) => name.startsWith('slope'))).toEqual([]);
  });
});

describe('a fit', () => {
  test('a fit without labels is its prior', () => {
    expect([...fit([], RAW).solution.means].every((mean) => mean === 0)).toBe(true);
  });

  test('follows new labels where old ones say the opposite', () => {
    const YEAR = 365 * 24 * 3600 * 1000;
    const level = (age: number) => {
      const all = labels(160).map((label, at): Label => {
        const isOld = at < 80;
        return { ...label, rating: isOld ? 5 : 2, rated_at: isOld ? 10 * YEAR - age : 10 * YEAR };
      });
      return fit(all, RAW).solution.means[0] ?? 0;
    };
    expect(level(4 * YEAR)).toBeLessThan(level(0) - 0.3);
  });

  test('several ratings of one finding make a fit hardly surer than one', () => {
    const once = labels(200);
    const thrice = once.flatMap((label) => [1, 2, 3].map((more) => ({ ...label, rater: `${label.rater}-${more}` })));
    const spread = (all: Label[]) => fit(all, RAW).solution.covariance[1]?.[1] ?? 0;
    expect(spread(thrice)).toBeGreaterThan(0.85 * spread(once));
    expect(spread(labels(600))).toBeLessThan(0.6 * spread(once));
  });

  test('keeps to a prior that is sure', () => {
    const coefficients = RAW.coefficients.map((one) => ({ ...one, mean: 2, variance: 1e-6 }));
    const { means } = fit(labels(200), { ...RAW, basis: 'prior', coefficients }).solution;
    expect([...means.slice(0, coefficients.length)]).toEqual(coefficients.map(() => expect.closeTo(2, 2)));
  });

  test('finds how much reviews and raters differ', () => {
    const variances = (world: string) => fit(labels(400, { world }), RAW).variances;
    expect(variances('reviews').review).toBeGreaterThan(0.8);
    expect(variances('control').review).toBeLessThan(0.5);
    expect(variances('raters').rater).toBeGreaterThan(1);
    expect(variances('control').rater).toBeLessThan(0.4);
  });

  test('has room for 60 personas of six dimensions each, in less than 100 KB', () => {
    const wide = labels(1500).map((label, at): Label => {
      const persona = `persona-${at % 60}`;
      const facts = { ...FINDING, persona_id: persona, dimension: `${persona} d${at % 6}`, category: `c${at % 9}` };
      return { ...label, terms: termsOf({ ...facts, score: 1 + (at % 5) }) };
    });
    const { calibrator } = calibrate(wide, RAW, MADE);
    const names = calibrator.coefficients.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('persona:'))).toHaveLength(60);
    expect(names.filter((name) => name.startsWith('dimension:')).length).toBeGreaterThanOrEqual(60);
    expect(JSON.stringify(calibrator).length).toBeLessThan(100_000);
  });
});

describe('a calibrator', () => {
  test('survives JSON and its schema, and judges the same afterwards', () => {
    const made = ours();
    const back = Calibrator.parse(JSON.parse(JSON.stringify(made)));
    expect(back).toEqual(made);
    expect(made).toMatchObject({ id: 'c1', n: 200, since: null, fitted_at: 1000, judge: JUDGE, basis: 'workspace' });
    const { terms } = labels(1, { seed: 8 })[0]!;
    expect(judgeBy(back)(terms)).toEqual(judgeBy(made)(terms));
  });

  test('a calibrator can’t be made without a label of its judge', () => {
    expect(() => calibrate(labels(20), RAW, { ...MADE, judge: { model: 'other', prompt: '1' } })).toThrow(RangeError);
  });

  test('judged without labels, every finding has even odds, nearly the whole scale as interval, and needs a person', () => {
    const { p_useful, interval, needs_human } = judgeBy(RAW)(termsOf(FINDING));
    expect(p_useful).toBe(0.5);
    expect(interval[0]).toBeLessThan(0.03);
    expect(interval[1]).toBeGreaterThan(0.97);
    expect(needs_human).toBe(true);
  });

  test('gives an interval around p and an expected rating on the scale, higher where p is higher', () => {
    const judge = judgeBy(ours());
    const judged = labels(200, { seed: 8 }).map(({ terms }) => judge(terms));
    for (const { p_useful, interval, rating } of judged) {
      expect(interval[0]).toBeLessThanOrEqual(p_useful);
      expect(interval[1]).toBeGreaterThanOrEqual(p_useful);
      expect(interval[1]).toBeGreaterThan(interval[0]);
      expect(rating).toBeGreaterThan(1);
      expect(rating).toBeLessThan(5);
    }
    const sorted = judged.toSorted((a, b) => a.p_useful - b.p_useful);
    expect(sorted.at(-1)!.rating).toBeGreaterThan(sorted[0]!.rating + 1);
  });

  test('a calibrator is less sure of an unknown persona than of a known one', () => {
    const judge = judgeBy(ours(7, 600));
    const { terms } = labels(1, { seed: 7 })[0]!;
    const strange = { ...terms, 'persona:new': 1, 'dimension:new': 1 };
    const width = ([low, high]: [number, number]) => high - low;
    expect(width(judge(strange).interval)).toBeGreaterThan(width(judge(terms).interval));
  });
});

describe('folds', () => {
  const own = labels(120, { world: 'clusters' });
  const fitted = fit(own, RAW);

  test('judge every label once, by a fit that does not change with the ratings of its own review', () => {
    const checked = checkedByReview(own, RAW, fitted);
    expect(checked).toHaveLength(own.length);
    expect(ids(checked)).toEqual(new Set(own.map(({ finding_id }) => finding_id)));
    const [first] = own;
    const other = own.map((label) =>
      label.review_id === first!.review_id ? { ...label, rating: 6 - label.rating } : label,
    );
    const judged = (all: Label[]) =>
      checkedByReview(all, RAW, fitted)
        .filter(({ label }) => label.review_id === first!.review_id)
        .map(({ judged: { p_useful }, base }) => [p_useful.toFixed(6), base]);
    expect(judged(other)).toEqual(judged(own));
  });

  test('folds by rater leave the rater out, and need three of them', () => {
    const rater = own[0]!.rater;
    const other = own.map((label) => (label.rater === rater ? { ...label, rating: 6 - label.rating } : label));
    const judged = (all: Label[]) =>
      checkedByRater(all, RAW, fitted)
        ?.filter(({ label }) => label.rater === rater)
        .map(({ judged: { p_useful } }) => p_useful.toFixed(6));
    expect(judged(other)).toEqual(judged(own));
    const [known, since] = [own.slice(0, 60), own.slice(60).map((label) => ({ ...label, rating: 6 - label.rating }))];
    const early = (all: Label[]) =>
      checkedByRater(all, RAW, fitted, known)?.map(({ judged: { p_useful } }) => p_useful.toFixed(6));
    expect(early([...known, ...since])).toEqual(early(own));
    expect(
      checkedByRater(
        own.map((label) => ({ ...label, rater: 'one' })),
        RAW,
        fitted,
      ),
    ).toBeUndefined();
  });
});

describe('the certificate', () => {
  /** Half of the personas is always found useful, the others never. */
  const obvious = (raterOf: (review: number, persona: number) => number, reviews = 40): Label[] =>
    Array.from({ length: 400 }, (_, at) => {
      const [review, persona] = [at % reviews, Math.floor(at / reviews) % 10];
      const rated = { rater: `rater-${raterOf(review, persona)}`, rating: persona < 5 ? 5 : 1, rated_at: review };
      const terms = termsOf({ ...FINDING, persona_id: `p${persona}` });
      return { ...rated, review_id: `r${review}`, finding_id: `f${at}`, terms, judge: JUDGE };
    });
  const threshold = (own: Label[]) => calibrate(own, RAW, MADE).calibrator.threshold;

  test('trusts what people agree on in reviews and raters that the fit has not seen', () => {
    expect(threshold(obvious((review) => review % 4))).toBeGreaterThan(0.5);
  });

  test('trusts nothing that only one rater says of each persona', () => {
    expect(threshold(obvious((_, persona) => persona))).toBeNull();
  });

  test.each([1, 2])('takes the stricter of the thresholds by reviews and by raters, in workspace %d', (seed) => {
    const own = labels(400, { seed });
    const fitted = fit(own, RAW);
    const trusted = (checked: readonly Checked[] = []) =>
      trustedFrom(
        checked.map(({ label: { rating, review_id, rater }, judged: { p_useful } }) => ({
          confidence: Math.max(p_useful, 1 - p_useful),
          agrees: rating >= 4 === p_useful >= 0.5,
          review: review_id,
          rater,
        })),
      ) ?? 0;
    const [byReview, byRater] = [trusted(checkedByReview(own, RAW, fitted)), trusted(checkedByRater(own, RAW, fitted))];
    expect(Math.min(byReview, byRater)).toBeGreaterThan(0.5);
    expect(threshold(own)).toBe(Math.max(byReview, byRater));
  });

  test('needs eight reviews, however many labels there are', () => {
    expect(threshold(obvious((review) => review % 4, 8))).toBeGreaterThan(0.5);
    expect(threshold(obvious((review) => review % 4, 7))).toBeNull();
  });
});

describe('the state', () => {
  test('is uncalibrated without labels, learning from few, and calibrated once held-out reviews show skill', () => {
    expect(stateOf(RAW)).toBe('uncalibrated');
    expect(stateOf({ ...ours(), basis: 'prior' })).toBe('uncalibrated');
    expect(stateOf(ours(7, 20))).toBe('learning');
    expect(stateOf(ours(7, 600))).toBe('calibrated');
  });

  test('stays learning where ratings have nothing to do with findings, however many there are', () => {
    const strange = labels(600).map((label, at): Label => ({ ...label, rating: 1 + ((at * 7919 + (at >> 3)) % 5) }));
    const { calibrator } = calibrate(strange, RAW, MADE);
    expect(stateOf(calibrator)).toBe('learning');
    expect(calibrator.threshold).toBeNull();
  });

  test('stays learning with a thousand labels of one review', () => {
    const one = labels(1000).map((label) => ({ ...label, review_id: 'one' }));
    const { calibrator } = calibrate(one, RAW, MADE);
    expect(calibrator).toMatchObject({ skill: null, threshold: null });
    expect(stateOf(calibrator)).toBe('learning');
  });
});

describe('a change of taste', () => {
  const drifting = labels(500, { world: 'drift' });

  test('is found, and the labels before it no longer count', () => {
    const { calibrator } = calibrate(drifting, RAW, MADE);
    expect(calibrator.n).toBeGreaterThan(260);
    expect(calibrator.n).toBeLessThan(340);
    expect(calibrator.since).not.toBeNull();
  });

  test('is noticed within fifty labels in most workspaces, by the losses of the newest reviews', () => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8].filter((seed) => {
      const early = labels(250, { seed, world: 'drift' });
      const since = lossesSince(checkedByReview(early, RAW, fit(early, RAW)));
      return since !== undefined && early.filter(({ rated_at }) => rated_at >= since).length < 140;
    });
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  test('a change of taste that shows in the losses restarts the count of labels', () => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (seed) => calibrate(labels(250, { seed, world: 'drift' }), RAW, MADE).calibrator.n,
    );
    expect(found.filter((n) => n < 140).length).toBeGreaterThanOrEqual(4);
  });

  test('is not seen in steady worlds more often than in one of ten', () => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(
      (seed) => calibrate(labels(300, { seed, world: 'control' }), RAW, MADE).calibrator.since !== null,
    );
    expect(found.length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['scores', 2, changeOf],
    ['losses', 1, (own: Label[], fitted: Fitted) => lossesSince(checkedByReview(own, RAW, fitted))],
  ])('is not seen by the %s alone in more than %i of ten steady worlds', (_, most, seenIn) => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((seed) => {
      const own = labels(300, { seed, world: 'control' });
      return seenIn(own, fit(own, RAW)) !== undefined;
    });
    expect(found.length).toBeLessThanOrEqual(most);
  });
});

describe('ratings of people who nearly always agree', () => {
  const agreed = (count: number, raters: number, ratingOf: (at: number) => number) =>
    labels(count).map((label, at): Label => ({ ...label, rating: ratingOf(at), rater: `rater-${at % raters}` }));

  test.each([
    ['one finds everything useful', 90, 1, () => 5],
    ['two find everything useful, many times', 300, 2, () => 5],
    ['one finds nothing useful', 90, 1, () => 1],
    ['two find nothing useful, many times', 300, 2, () => 1],
    ['one finds everything useful, some of it less', 150, 1, (at: number) => (at % 10 < 7 ? 5 : 4)],
  ])('show no change of taste, and are predicted: %s', (_, count, raters, ratingOf) => {
    const own = agreed(count, raters, ratingOf);
    const { calibrator } = calibrate(own, RAW, MADE);
    expect(calibrator).toMatchObject({ n: count, since: null });
    const judge = judgeBy(calibrator);
    const useful = own.map(({ terms }) => judge(terms).p_useful);
    const mean = useful.reduce((sum, one) => sum + one, 0) / count;
    expect(Math.abs(mean - (ratingOf(0) >= 4 ? 1 : 0))).toBeLessThan(0.1);
  });
});

describe('a change of judge', () => {
  const own = ours();
  const prior: Calibrator = { ...own, id: 'p', basis: 'prior', threshold: null };

  test('a change of model or prompt falls back to the prior, less certain if that is another judge’s', () => {
    expect(calibratorFor(JUDGE, own, prior)).toBe(own);
    for (const judge of [
      { ...JUDGE, model: 'next' },
      { ...JUDGE, prompt: '2' },
    ]) {
      const used = calibratorFor(judge, own, prior);
      expect(used).toMatchObject({ id: 'p', basis: 'prior' });
      const { terms } = labels(1)[0]!;
      const [now, before] = [judgeBy(used)(terms), judgeBy(prior)(terms)];
      expect(now.interval[1] - now.interval[0]).toBeGreaterThan(before.interval[1] - before.interval[0]);
      expect(now.needs_human).toBe(true);
      expect(calibratorFor(judge, undefined, { ...prior, judge }).coefficients).toEqual(prior.coefficients);
    }
    expect(calibratorFor(JUDGE)).toBe(RAW);
  });

  test('leaves the ratings of the former judge out of the next fit', () => {
    const next = { ...JUDGE, prompt: '2' };
    const again = labels(60, { seed: 9 }).map((label) => ({ ...label, judge: next }));
    expect(calibrate([...labels(200), ...again], RAW, { ...MADE, judge: next }).calibrator.n).toBe(60);
  });
});

describe('a refit', () => {
  const made = { id: 'c2', at: 4e12, judge: JUDGE };
  const all = labels(400);
  const inUse = { ...calibrate(all.slice(0, 200), RAW, MADE).calibrator, fitted_at: all[199]!.rated_at };

  test('a refit that predicts newer ratings no worse replaces the calibrator in use', () => {
    expect(refit(inUse, all, RAW, made).calibrator).toMatchObject({ id: 'c2', n: 400, fitted_at: 4e12 });
  });

  describe('on ratings that were spoiled since', () => {
    const good = labels(264, { seed: 1 });
    const before = good.slice(0, 200);
    const steady = { ...calibrate(before, RAW, MADE).calibrator, fitted_at: before[199]!.rated_at };
    const spoiled = good.map((label, at) => (at < 200 ? { ...label, rating: good[(at * 619) % 200]!.rating } : label));

    test('is refused, if the calibrator in use predicts new reviews better', () => {
      expect(calibrate(spoiled, RAW, MADE).calibrator.since).toBeNull();
      expect(refit(steady, spoiled, RAW, made).calibrator).toBe(steady);
      expect(refit(steady, good, RAW, made).calibrator.id).toBe('c2');
    });

    test('is taken while fewer than six new reviews were rated, which may look worse by chance', () => {
      expect(refit(steady, spoiled.slice(0, 240), RAW, made).calibrator.id).toBe('c2');
      expect(refit(steady, spoiled.slice(0, 248), RAW, made).calibrator).toBe(steady);
    });
  });

  describe('after one rater has flooded the workspace', () => {
    /** Four raters find half of the personas useful; a fifth says the opposite of half of each. */
    const ratings = (reviews: number, from: number, by: (review: number) => number): Label[] => {
      const chance = chanceFrom(from + 1);
      return Array.from({ length: reviews * 8 }, (_, at): Label => {
        const [review, persona] = [from + Math.floor(at / 8), at % 8];
        const rater = by(review);
        const isLiked = persona < 4 !== (rater === 4 && persona % 4 < 2);
        const rating = isLiked === chance() < 0.95 ? 5 : 1;
        const ids = { review_id: `r${review}`, finding_id: `r${review}-${persona}`, rater: `rater-${rater}` };
        return {
          ...ids,
          terms: termsOf({ ...FINDING, persona_id: `p${persona}` }),
          rating,
          rated_at: review,
          judge: JUDGE,
        };
      });
    };
    const before = ratings(24, 0, (review) => review % 4);
    const steady = { ...calibrate(before, RAW, MADE).calibrator, fitted_at: 23 };
    const flooded = [...before, ...ratings(40, 24, (review) => (review % 3 === 0 ? (review / 3) % 4 : 4))];

    test('is refused, because it predicts the other raters worse', () => {
      expect(calibrate(flooded, RAW, MADE).calibrator.since).toBeNull();
      expect(refit(steady, flooded, RAW, made).calibrator).toBe(steady);
    });

    test('is taken if the ratings are those of many', () => {
      const all = [...before, ...ratings(40, 24, (review) => review % 4)];
      expect(refit(steady, all, RAW, made).calibrator.id).toBe('c2');
    });
  });

  test('waits for five new ratings', () => {
    expect(refit(inUse, all.slice(0, 204), RAW, made).calibrator).toBe(inUse);
    expect(refit(RAW, all.slice(0, 4), RAW, made).calibrator).toBe(RAW);
  });
});

describe('a prior', () => {
  const others = [1, 2, 3, 4].map((seed) => ours(seed));
  const pooled = (all: readonly Calibrator[], shared = (name: string) => name.startsWith('dimension:')) =>
    poolPrior(all, { id: 'p', at: 3000, judge: JUDGE, shared });
  const namesOf = ({ coefficients }: Calibrator) => coefficients.map(({ name }) => name);

  test("carries coefficients and a count, and no word that is not the catalog's", () => {
    const made = pooled(others, (name) => name === 'dimension:d1');
    expect(Calibrator.parse(made)).toMatchObject({ basis: 'prior', n: 800, threshold: null, skill: null });
    expect(namesOf(made)).toEqual([...namesOf(RAW), 'dimension:d1']);
  });

  test('says nothing that fewer than three workspaces have', () => {
    const rare = others.map((one, index) =>
      index < 2
        ? { ...one, coefficients: one.coefficients.map((each) => ({ ...each, name: each.name.replace('d1', 'd9') })) }
        : one,
    );
    expect(namesOf(pooled(rare))).not.toContain('dimension:d9');
    expect(pooled(others.slice(0, 2))).toBe(RAW);
  });

  test("is pooled from one judge's calibrators only, and never from other priors", () => {
    const mixed = others.map((one, index) => (index === 0 ? { ...one, judge: { model: 'next', prompt: '1' } } : one));
    expect(pooled(mixed).n).toBe(600);
    expect(pooled(others.map((one) => ({ ...one, basis: 'prior' as const })))).toBe(RAW);
  });

  test('has the mean and the variance computed by hand, and no deviation that chance would give', () => {
    const [level] = RAW.coefficients;
    const made = [0.5, 1, 1.5].map((mean, at): Calibrator => {
      const deviation = {
        name: 'dimension:d1',
        mean: [0.3, -0.2, 0.1][at]!,
        variance: 0.01,
        covariance: [],
        others: [],
      };
      return { ...ours(), n: at < 2 ? 50 : 1e12, coefficients: [{ ...level!, mean, variance: 0.1 }, deviation] };
    });
    // Weights 1/2, 1/2 and 1: variance around the mean, 11/64, plus 0.1; of three workspaces.
    expect(pooled(made).coefficients).toMatchObject([
      { name: 'level', mean: expect.closeTo(1.125, 8), variance: expect.closeTo((11 / 64 + 0.1) * (4 / 3), 8) },
      { name: 'dimension:d1', mean: 0 },
    ]);
  });

  test('helps a workspace with five labels', () => {
    const world = WORLDS.critic!;
    const taught = [11, 12, 13, 14, 15].map(
      (seed) =>
        calibrate(openWorkspace(world, seed, { labels: 200, test: 1 }).labels.map(labelOf), RAW, MADE).calibrator,
    );
    const prior = pooled(taught);
    const { labels: few, test: held } = openWorkspace(world, 1, { labels: 8, test: 400 });
    const loss = (used: Calibrator) => {
      const judge = judgeBy(calibrate(few.map(labelOf), used, MADE).calibrator);
      return held.reduce(
        (sum, { finding, rating }) => sum + (judge(termsOf(finding)).p_useful - Number(rating >= 4)) ** 2,
        0,
      );
    };
    expect(loss(prior)).toBeLessThan(loss(RAW));
  });
});
