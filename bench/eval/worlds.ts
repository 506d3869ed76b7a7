import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import type { FindingFacts } from '../../functions/reviews/judge/calibration/terms.ts';

const { abs, cos, exp, floor, log, max, min, round, sin, sqrt, PI } = Math;

/** One rating. `p` is the probability that a person of the workspace finds the finding useful, if it is known. */
export interface Rated {
  review_id: string;
  finding_id: string;
  rater: string;
  rated_at: number;
  rating: number;
  finding: FindingFacts;
  p?: number | undefined;
}

/** A person's answer to "How good is this page?". */
export interface RatedPage {
  review_id: string;
  /** The panel's score. */
  raw: number;
  rating: number;
}

/** `test` has ratings of reviews without labels; `after` those to predict once as many labels were given. */
export interface Workspace {
  labels: Rated[];
  test: Rated[];
  /** Of the reviews of the labels, by the same people, and of other reviews. */
  pages?: { labels: RatedPage[]; test: RatedPage[] };
  changed?: { after: number; test: Rated[] };
}

interface Latent {
  /** Quality of the place that the finding is about, standard normal. */
  quality: number;
  finding: FindingFacts;
  persona: Effects;
  dimension: Effects;
}
interface Effects {
  level: number;
  slope: number;
}

export interface World {
  personas?: number;
  raters?: { count: number; deviation: number };
  /** Standard deviation of a review's own effect. */
  reviews?: number;
  rated?: { findings: number; by: number };
  mean?: number;
  /** Standard deviation of a finding's own effect that no judge sees. */
  own?: number;
  noise?: number;
  samples?: number;
  /** Expected rating apart from the mean, by what a person sees; `late` after a change of mind. */
  signal: (latent: Latent, late: boolean) => number;
  /** After so many labels, people change their minds. */
  changes_after?: number;
  is_adversarial?: true;
  respond?: (rating: number, chance: () => number, rater: number) => number;
}

const clipped = (value: number): number => min(5, max(1, round(value)));

export const WORLDS: Readonly<Record<string, World>> = {
  control: { signal: ({ quality }) => 0.9 * quality },
  raters: { raters: { count: 8, deviation: 0.9 }, signal: ({ quality }) => 0.6 * quality },
  reviews: { reviews: 0.8, rated: { findings: 25, by: 1 }, signal: ({ quality }) => 0.6 * quality },
  critic: { signal: ({ quality }) => -0.9 * quality },
  extremes: { signal: ({ finding: { score } }) => 1.1 * (abs((score ?? 3) - 3) - 0.8) },
  dimension: { signal: ({ quality, dimension }) => 0.3 * quality + 0.8 * dimension.level },
  'forty personas': {
    personas: 40,
    signal: ({ quality, persona }) => 0.3 * quality + 0.8 * persona.level,
  },
  drift: { changes_after: 200, signal: ({ quality }, late) => (late ? -0.9 : 0.9) * quality },
  imbalance: { mean: 4.7, signal: ({ quality }) => 0.7 * quality },
  'label noise': {
    signal: ({ quality }) => 0.9 * quality,
    respond: (rating, chance) => (chance() < 0.2 ? 1 + floor(chance() * 5) : rating),
  },
  adversary: {
    is_adversarial: true,
    raters: { count: 4, deviation: 0.3 },
    signal: ({ quality }) => 0.9 * quality,
    respond: (rating, _, rater) => (rater === 0 ? 6 - rating : rating),
  },
  ties: { samples: 1, noise: 0.4, signal: ({ finding: { score } }) => (score ?? 3) - 3.2 },
  clusters: { reviews: 0.5, rated: { findings: 8, by: 3 }, signal: ({ quality }) => 0.5 * quality },
  slopes: { signal: ({ quality, persona }) => (persona.level > 0 ? 0.9 : -0.9) * quality },
  severity: {
    signal: ({ finding }) =>
      (finding.kind === 'fault' ? 0.7 * ((finding.severity ?? 2) - 2) : -0.6) +
      (finding.grounded ? 0.1 : -0.9) +
      (finding.has_fix ? 0.3 : -0.3),
  },
  bimodal: {
    signal: ({ quality, dimension }) => 0.7 * quality + 0.5 * dimension.level,
    respond: (rating) => (rating >= 4 ? 5 : 1),
  },
};

/** A page's own quality moves people more than the panel, whose scores huddle in the middle. */
const PAGE = { slope: 0.9, noise: 0.6 };
const TESTED_PAGES = 60;

const drawFrom = (seed: number) => {
  const chance = chanceFrom(seed);
  let spare: number | undefined;
  /** Standard normal (Box and Muller 1958). */
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    const radius = sqrt(-2 * log(1 - chance()));
    const angle = 2 * PI * chance();
    spare = radius * sin(angle);
    return radius * cos(angle);
  };
  return { chance, normal };
};

/** P(Z ≤ z), by the logistic form of Page (1977); error below 2e-4. */
const roughCdf = (z: number): number => 1 / (1 + exp(-1.5976 * z - 0.07056 * z ** 3));

const DIMENSIONS = 5;
const CATEGORIES = ['reader', 'expert', 'business'];
const DAY = 86_400_000;

export const openWorkspace = (world: World, seed: number, sizes: { labels: number; test: number }): Workspace => {
  const { chance, normal } = drawFrom(seed * 7919 + 13);
  const times = <Value>(count: number, make: (index: number) => Value) =>
    Array.from({ length: count }, (_, i) => make(i));
  const {
    raters: { count: raterCount, deviation } = { count: 5, deviation: 0.3 },
    reviews: reviewDeviation = 0.25,
    rated = { findings: 8, by: 1 },
    mean = 3.2,
    own = 0.4,
    noise = 0.6,
    samples = 3,
  } = world;
  const raters = times(raterCount, () => deviation * normal());
  const dimensions = times(DIMENSIONS, () => ({ level: normal(), slope: normal(), bias: 0.3 * normal() }));
  const personas = times(world.personas ?? 5, (at) => ({
    id: `persona-${at}`,
    category: CATEGORIES[at % CATEGORIES.length] ?? '',
    level: normal(),
    slope: normal(),
    bias: 0.35 * normal(),
  }));

  const panels = new Map<string, { raw: number; quality: number; effect: number }>();
  const review = (review_id: string, at: number, late: boolean, by: (place: number) => number[], shown: number) => {
    const shared = sqrt(0.4) * normal();
    const qualities = dimensions.map(() => shared + sqrt(0.6) * normal());
    const effect = reviewDeviation * normal();
    const panel = personas.length > 5 ? personas.toSorted(() => chance() - 0.5).slice(0, 5) : personas;
    const cells = panel.flatMap((persona) => {
      const halo = 0.35 * normal();
      return dimensions.map((dimension, d) => {
        const quality = (qualities[d] ?? 0) * 0.85 + 0.5 * normal();
        const judged = 3.5 + 0.75 * quality + persona.bias + dimension.bias + halo + 0.4 * normal();
        const scores = times(samples, () => clipped(judged + 0.4 * normal()));
        const score = scores.reduce((sum, one) => sum + one, 0) / samples;
        const spread = sqrt(scores.reduce((sum, one) => sum + (one - score) ** 2, 0) / samples);
        return { persona, dimension, d, quality, score, spread };
      });
    });
    const whole = cells.reduce((sum, { score }) => sum + score, 0) / cells.length;
    const quality = qualities.reduce((sum, one) => sum + one, 0) / qualities.length;
    panels.set(review_id, { raw: whole, quality, effect });
    const found = cells.map(({ persona, dimension, d, quality, score, spread }, place) => {
      const isStrength = score + 0.5 * normal() > 3.8;
      const finding: FindingFacts = {
        persona_id: persona.id,
        category: persona.category,
        dimension: `d${d}`,
        kind: isStrength ? 'strength' : 'fault',
        severity: isStrength ? null : min(4, max(1, round(2.6 - 0.7 * (score - 3) + 0.7 * normal()))),
        score,
        spread,
        panel: whole,
        seen: (1 + floor(chance() * samples)) / samples,
        grounded: chance() < 0.88,
        has_fix: chance() < (isStrength ? 0.05 : 0.75),
        length: round(exp(5 + 0.5 * normal())),
      };
      const expected = mean + world.signal({ quality, finding, persona, dimension }, late) + effect + own * normal();
      const given = (rater: number, score: number) =>
        (world.respond ?? ((rating) => rating))(clipped(score), chance, rater);
      const chanceOf = (rater: number) => {
        if (!world.respond) return roughCdf((expected + (raters[rater] ?? 0) - 3.5) / noise);
        let useful = 0;
        for (let draw = 0; draw < 40; draw += 1)
          if (given(rater, expected + (raters[rater] ?? 0) + noise * normal()) >= 4) useful += 1;
        return useful / 40;
      };
      return { place, finding, expected, given, chanceOf };
    });
    const order = found
      .map((one) => ({ one, at: chance() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, shown);
    return order.flatMap(({ one: { place, finding, expected, given, chanceOf } }) => {
      const chances = raters.map((_, rater) => chanceOf(rater));
      const p = chances.reduce((sum, one) => sum + one, 0) / chances.length;
      return by(place).map((rater) => ({
        review_id,
        finding_id: `${review_id}-${place}`,
        rater: `rater-${rater}`,
        rated_at: at,
        rating: given(rater, expected + (raters[rater] ?? 0) + noise * normal()),
        finding,
        p,
      }));
    });
  };

  const anyRater = () => floor(chance() * raterCount);
  const changesAfter = world.changes_after ?? Number.POSITIVE_INFINITY;
  const labels: Rated[] = [];
  for (let index = 0; labels.length < sizes.labels; index += 1) {
    const first = anyRater();
    const by = rated.by === 1 ? [first] : times(rated.by, (more) => (first + more) % raterCount);
    const isLate = labels.length >= changesAfter;
    labels.push(...review(`r${index}`, (index + 1) * DAY, isLate, () => by, rated.findings));
  }
  const testOf = (isLate: boolean): Rated[] => {
    const test: Rated[] = [];
    for (let index = 0; test.length < sizes.test; index += 1)
      test.push(...review(`t${index}`, (labels.length + index) * DAY, isLate, () => [anyRater()], 20));
    return test.slice(0, sizes.test);
  };
  const shownLabels = labels.slice(0, sizes.labels);
  const test = testOf(false);
  // Separate draws leave the ratings of findings as they are.
  const pageDraw = drawFrom(seed * 104_729 + 7);
  const ratePage = (review_id: string, rater: number): RatedPage => {
    const { raw, quality, effect } = panels.get(review_id) ?? { raw: 3, quality: 0, effect: 0 };
    const expected = mean + PAGE.slope * quality + effect + (raters[rater] ?? 0) + PAGE.noise * pageDraw.normal();
    const rating = (world.respond ?? ((one) => one))(clipped(expected), pageDraw.chance, rater);
    return { review_id, raw, rating };
  };
  const pages = new Map(shownLabels.map(({ review_id, rater }) => [`${review_id} ${rater}`, { review_id, rater }]));
  const pageLabels = [...pages.values()].map(({ review_id, rater }) =>
    ratePage(review_id, Number(rater.replace('rater-', ''))),
  );
  for (let index = 0; index < TESTED_PAGES; index += 1) review(`p${index}`, 0, false, () => [], 0);
  const pageTest = times(TESTED_PAGES, (index) => ratePage(`p${index}`, floor(pageDraw.chance() * raterCount)));
  return {
    labels: shownLabels,
    test,
    pages: { labels: pageLabels, test: pageTest },
    ...(world.changes_after !== undefined && { changed: { after: world.changes_after, test: testOf(true) } }),
  };
};
