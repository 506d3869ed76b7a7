/** A deliberate defect of calibration. `caughtBy` names the unit test that must fail, and a group in it. */
export interface Mutation {
  name: string;
  file: string;
  from: string;
  to: string;
  caughtBy: string;
}

const CALIBRATION = 'functions/reviews/judge/calibration';
const PAGE_SCORE = 'functions/reviews/judge/page-score.ts';

const MEAN = 'mean += value * (coefficients[at]?.mean ?? 0);';
const P = 'const p = meanSigmoid(mean, all);';
const THRESHOLD = 'threshold: byReview === null || byRater === null ? null : Math.max(byReview, byRater),';

type Line = readonly [name: string, from: string, to: string, caughtBy: string];

const inFile = (file: string, lines: readonly Line[]): Mutation[] =>
  lines.map(([name, from, to, caughtBy]) => ({ name, file, from, to, caughtBy }));

/**
 * Defects that the tests of an earlier calibrator missed or caught, moved to the current code: its panel regression's
 * noise is now the variances, and its cut at a rating is the log odds of 0.
 */
const FIRST_THIRTY: readonly Mutation[] = [
  ...inFile(`${CALIBRATION}/judge.ts`, [
    [
      'nothing is learned: log odds are the score',
      MEAN,
      "if (coefficients[at]?.name === 'score') mean += 2 * value;",
      'worlds/critic',
    ],
    [
      'the slope of the score is a constant',
      MEAN,
      "mean += value * (coefficients[at]?.name === 'score' ? 1 : (coefficients[at]?.mean ?? 0));",
      'worlds/critic',
    ],
    ['p is a constant', P, 'const p = 0.5;', 'worlds/critic'],
    ['p is far too sure', P, 'const p = meanSigmoid(mean / 0.7, all);', 'judge'],
    ['p is a little too sure', P, 'const p = meanSigmoid(mean / 0.85, all);', 'judge'],
    // By 0.15 and 0.2 of a rating; from 4 to 5 there are 1.3 log odds.
    ['p is a little too low', P, 'const p = meanSigmoid(mean - 0.2, all);', 'judge'],
    ['p is a little too high', P, 'const p = meanSigmoid(mean + 0.27, all);', 'judge'],
    ['the interval of p is half as wide', 'const reach = Z90', 'const reach = 0.5 * Z90', 'worlds/critic'],
    ['the interval of p has no width', 'const reach = Z90', 'const reach = 0 * Z90', 'worlds/critic'],
    [
      'score, persona and category have the wrong sign',
      MEAN,
      "mean += value * (/^(score|persona|category)/.test(coefficients[at]?.name ?? '') ? -1 : 1) * (coefficients[at]?.mean ?? 0);",
      'worlds/critic',
    ],
    [
      'score, persona and category are dropped',
      MEAN,
      "if (!/^(score|persona|category)/.test(coefficients[at]?.name ?? '')) mean += value * (coefficients[at]?.mean ?? 0);",
      'worlds/critic',
    ],
  ]),
  ...inFile(PAGE_SCORE, [
    [
      'the interval of the score of a page holds 80%',
      'const Z90 = 1.6448536269514722',
      'const Z90 = 1.2815515655446004',
      'page-score',
    ],
  ]),
  ...inFile(`${CALIBRATION}/fit.ts`, [
    [
      'ratings are reversed',
      'ratings: Uint8Array.from(labels, ({ rating }) => rating),',
      'ratings: Uint8Array.from(labels, ({ rating }) => 6 - rating),',
      'worlds/critic',
    ],
    [
      'no dimension is learned',
      'const others = names.filter((name) => !fixed.has(name));',
      "const others = names.filter((name) => !fixed.has(name) && !name.includes('dimension:'));",
      'worlds/dimension',
    ],
    [
      'nothing shrinks',
      'value: given[kind],\n    weight: like ? null : SEEN[kind],',
      'value: 1e3 * given[kind],\n    weight: null,',
      'worlds/critic',
    ],
    ['variances are fixed', 'weight: like ? null : SEEN[kind],', 'weight: null,', 'worlds/raters'],
    [
      "a single rater's effect has a variance",
      "isAroundMean: kind === 'rater',",
      'isAroundMean: false,',
      'recipe/ratings of people who nearly always agree',
    ],
  ]),
  ...inFile(`${CALIBRATION}/mixed-model.ts`, [
    [
      'variances leave out the doubt about coefficients',
      '(point.means[i]! - prior[i]!) ** 2 + covariance[i]![i]!;',
      '(point.means[i]! - prior[i]!) ** 2;',
      'mixed-model',
    ],
  ]),
  ...inFile(`${CALIBRATION}/threshold.ts`, [
    [
      'the certificate is the plain share',
      'binomialCdf(k, n, alpha) <= delta;',
      'delta > 0 && k <= alpha * n;',
      'threshold',
    ],
  ]),
  ...inFile(`${CALIBRATION}/recipe.ts`, [
    ['everything is trusted', THRESHOLD, 'threshold: 0.5,', 'recipe/the state'],
    ['nothing is trusted', THRESHOLD, 'threshold: null,', 'worlds/dimension'],
    [
      'the certificate calls a 3 useful',
      'agrees: isUseful(label.rating) ===',
      'agrees: label.rating >= 3 ===',
      'worlds/dimension',
    ],
    ['every refit is taken', 'if (isClearlyWorse(byReview)) return kept;', '', 'recipe/on ratings that were spoiled'],
    ['no refit is taken', 'return isClearlyWorse(byRater) ? kept : recipe;', 'return kept;', 'recipe/a refit'],
    [
      'judges are mixed',
      'labels.filter((label) => isSame(label.judge, judge));',
      '[...labels];',
      'recipe/a change of judge',
    ],
  ]),
  ...inFile(`${CALIBRATION}/folds.ts`, [
    [
      'the certificate judges labels that the fit has seen',
      'known.filter((label) => folds.get(groupOf(label)) !== fold);',
      'known;',
      'recipe/folds',
    ],
    ['folds are cut by finding', '({ review_id }) => review_id', '({ finding_id }) => finding_id', 'recipe/folds'],
  ]),
  ...inFile(`${CALIBRATION}/prior.ts`, [
    ["a workspace's own names are in the prior", '(sharedTerms.has(name) || shared(name))', 'true', 'recipe/a prior'],
    [
      'the prior is twenty times too sure',
      'variance: Math.min(variance,',
      'variance: 0.05 * Math.min(variance,',
      'recipe/a prior',
    ],
    [
      'the level of the prior is off',
      'mean: sharedTerms.has(name) ? value : value * kept,',
      "mean: (sharedTerms.has(name) ? value : value * kept) + (name === 'level' ? 0.4 : 0),",
      'recipe/a prior',
    ],
  ]),
  ...inFile(`${CALIBRATION}/metrics.ts`, [
    [
      'a card is the kinder one of both cuts',
      'const least = (a: Estimate, b: Estimate) => (a.value <= b.value ? a : b);',
      'const least = (a: Estimate, b: Estimate) => (a.value > b.value ? a : b);',
      'metrics',
    ],
    ['ece() returns 0', 'sumOf(reliability(pairs),', '0 * sumOf(reliability(pairs),', 'metrics'],
  ]),
];

/** In parts that it didn't have. */
const SINCE: readonly Mutation[] = [
  ...inFile(`${CALIBRATION}/judge.ts`, [
    ['the rater who will rate is no doubt', 'const all = spread + variances.rater;', 'const all = spread;', 'judge'],
    ['the review is no doubt', 'max(0, doubt) + variances.review;', 'max(0, doubt);', 'judge'],
    [
      'an unknown term is no doubt',
      'doubt += value ** 2 * variances[kindOf(name)];',
      'doubt += 0;',
      'recipe/a calibrator',
    ],
  ]),
  ...inFile(`${CALIBRATION}/fit.ts`, [
    [
      'reviews have no effect',
      'review: { value: given.review, weight: like ? null : SEEN.review },',
      'review: { value: 1e-6, weight: null },',
      'recipe/a fit',
    ],
    ['raters have no effect', 'put(`rater:', 'void (`rater:', 'recipe/a fit'],
    [
      "the prior's variances are not used",
      'value: pooled.variance, weight: null',
      'value: 1, weight: null',
      'recipe/a fit',
    ],
    ['labels do not age', '0.5 ** ((newest - rated_at) / HALF_LIFE)', '1', 'recipe/a fit'],
    ['ratings of one finding are independent', '(1 + others * OWN_SHARE)', '1', 'recipe/a fit'],
  ]),
  ...inFile(`${CALIBRATION}/mixed-model.ts`, [
    [
      "variances leave out the doubt about reviews' effects",
      'sum += point.effects[r]! ** 2 + doubt;',
      'sum += point.effects[r]! ** 2;',
      'mixed-model',
    ],
  ]),
  ...inFile(`${CALIBRATION}/threshold.ts`, [
    [
      'verdicts of one review or rater are independent',
      'Math.max(reviews.effect(errors, count), raters.effect(errors, count));',
      '1;',
      'threshold',
    ],
    [
      'verdicts of one review are independent',
      'Math.max(reviews.effect(errors, count), raters.effect(errors, count));',
      'raters.effect(errors, count);',
      'threshold',
    ],
    [
      'verdicts of one rater are independent',
      'Math.max(reviews.effect(errors, count), raters.effect(errors, count));',
      'reviews.effect(errors, count);',
      'threshold',
    ],
    [
      'thresholds are tested after one has failed',
      '{ alpha, delta })) return trusted;',
      '{ alpha, delta })) continue;',
      'threshold',
    ],
    ['few errors look independent', 'const MIN_ALIKE = 0.05;', 'const MIN_ALIKE = 0;', 'threshold'],
  ]),
  ...inFile(`${CALIBRATION}/recipe.ts`, [
    [
      'the weaker certificate counts',
      'Math.max(byReview, byRater)',
      'Math.min(byReview, byRater)',
      'recipe/the certificate',
    ],
    [
      'no certificate by raters',
      'const byRater = heldOut ? certified(heldOut) : byReview;',
      'const byRater = byReview;',
      'recipe/the certificate',
    ],
    [
      'a certificate of few reviews',
      '.size < MIN_REVIEWS) return null;',
      '.size < 1) return null;',
      'recipe/the certificate',
    ],
    [
      'a refit is refused for one review',
      'const MIN_NEW_REVIEWS = 6;',
      'const MIN_NEW_REVIEWS = 1;',
      'recipe/on ratings that were spoiled',
    ],
    [
      'a refit is not checked by raters',
      'return isClearlyWorse(byRater) ? kept : recipe;',
      'return recipe;',
      'recipe/after one rater',
    ],
    [
      'a refit is compared with fits that have seen the new ratings',
      'const known = own.filter(({ rated_at }) => rated_at <= until);',
      'const known = own;',
      'recipe/after one rater',
    ],
    [
      'no change of taste is looked for',
      'sinceChange(whole, changeOf(all, whole.fitted))',
      'whole',
      'recipe/a change of taste',
    ],
    [
      'losses to the base rate are not looked for',
      'sinceChange(broken, lossesSince(broken.checked))',
      'broken',
      'recipe/a change of taste',
    ],
    [
      'a change of taste needs no gain',
      'const MIN_GAIN = 3;',
      'const MIN_GAIN = -1e9;',
      'recipe/ratings of people who nearly always agree',
    ],
    [
      "another judge's prior is as sure",
      'const OTHER_JUDGE = 4;',
      'const OTHER_JUDGE = 1;',
      'recipe/a change of judge',
    ],
  ]),
  ...inFile(`${CALIBRATION}/folds.ts`, [
    [
      'folds by rater are cut by review',
      '({ rater }) => rater, known });',
      '({ review_id }) => review_id, known });',
      'recipe/folds',
    ],
  ]),
  ...inFile(`${CALIBRATION}/examples.ts`, [
    ['examples are not spread', 'one.error * 0.5 ** (alike(', 'one.error * 1 ** (alike(', 'examples/examples'],
    [
      'examples are what is predicted best',
      'worth(one) > worth(most) ? one : most',
      'worth(one) < worth(most) ? one : most',
      'examples/examples',
    ],
    ['any gain keeps examples', 'const KEEP_AT = 0.995;', 'const KEEP_AT = 0.5;', 'examples/a trial'],
    ['no gain keeps examples', 'const KEEP_AT = 0.995;', 'const KEEP_AT = 1.1;', 'examples/a trial'],
    [
      'examples are kept for lower skill',
      'if (drawn(within) > drawn(without)) higher += 1;',
      'if (drawn(within) < drawn(without)) higher += 1;',
      'examples/a trial',
    ],
    [
      'a trial is not checked by raters',
      'rated && ratedWithin ? chanceOfGain(byReview(rated), byReview(ratedWithin)) : 1,',
      '1,',
      'examples/a trial',
    ],
    ['a trial of one review is enough', '>= ENOUGH.reviews;', '>= 1;', 'examples/a trial'],
  ]),
  ...inFile(`${CALIBRATION}/terms.ts`, [
    [
      'a finding without evidence is as good',
      'grounded: finding.grounded ? 0.2 : -0.8,',
      'grounded: 0,',
      'recipe/terms',
    ],
  ]),
  ...inFile(`${CALIBRATION}/change.ts`, [
    ['a change of taste is always seen', 'const CRITICAL = 19.1;', 'const CRITICAL = 2;', 'recipe/a change of taste'],
    [
      'losing to the base rate always counts',
      'const MAX_REGRET = 6;',
      'const MAX_REGRET = 0;',
      'recipe/a change of taste',
    ],
  ]),
  ...inFile(`${CALIBRATION}/skill.ts`, [
    [
      'every state is calibrated',
      'return skill && skill.interval[0] > 0 ?',
      'return (skill?.interval[0] ?? 1) > -9 ?',
      'recipe/the state',
    ],
    [
      'skill is drawn by finding',
      'checked, ({ label }) => label.review_id',
      'checked, ({ label }) => label.finding_id',
      'recipe/the state',
    ],
  ]),
  ...inFile(`${CALIBRATION}/prior.ts`, [
    [
      "two judges' calibrators are pooled",
      'by?.model === judge.model && by.prompt === judge.prompt',
      'by !== null',
      'recipe/a prior',
    ],
    ['two workspaces are a prior', 'const MIN_WORKSPACES = 3;', 'const MIN_WORKSPACES = 2;', 'recipe/a prior'],
    ['small workspaces count as much as large ones', 'weight: n / (n + 50)', 'weight: 1', 'recipe/a prior'],
    [
      'deviations by chance are passed on',
      'const kept = excess > 1 ? 1 - 1 / excess : 0;',
      'const kept = 1;',
      'recipe/a prior',
    ],
  ]),
  ...inFile(PAGE_SCORE, [
    [
      'the scale of pages judges reviews that it has seen',
      'const others = fit(plus(all, sums, -1));',
      'const others = fit(all);',
      'page-score',
    ],
    ['ratings of one page are independent', 'const CORRELATION = 0.5;', 'const CORRELATION = 0;', 'page-score'],
  ]),
];

export const MUTATIONS: readonly Mutation[] = [...FIRST_THIRTY, ...SINCE];
