import type { Label } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import { type DimensionScore, featuresOf, rawScore } from '../../functions/reviews/judge/calibration/features.ts';

/** In a test's sandbox, each lookup of a global is slow and would dominate the sampling. */
const { cos, floor, log, max, min, round, sin, sqrt } = Math;

/** The simulated workspace: lenient, compressed judges and people who disagree with each other. */
const PERSONAS = 5;
const DIMENSIONS = 5;
const SAMPLES = 3;
const RATERS = 6;
const QUALITY = { correlation: 0.4 };
const PEOPLE = { mean: 3.2, rater: 0.4, noise: 0.6, taste: 1.5 };
const JUDGES = { mean: 3, slope: 0.55, leniency: 0.8, persona: 0.35, dimension: 0.3, halo: 0.35 };
const NOISE = { dimension: 0.55, sample: 0.35 };
const WEIGHTS = 3;

export const JUDGE = { model: 'simulated', prompt: '1' };

export type Item = Label & { raw: number };

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const clipped = (value: number): number => min(5, max(1, round(value)));

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
    const angle = 2 * Math.PI * chance();
    spare = radius * sin(angle);
    return radius * cos(angle);
  };
  /** Gamma of a shape of at least 1 (Marsaglia and Tsang 2000). */
  const gamma = (shape: number): number => {
    const d = shape - 1 / 3;
    for (;;) {
      const z = normal();
      const v = (1 + z / sqrt(9 * d)) ** 3;
      if (v > 0 && log(1 - chance()) < (z * z) / 2 + d - d * v + d * log(v)) return d * v;
    }
  };
  const dirichlet = (size: number, shape: number): number[] => {
    const parts = times(size, () => gamma(shape));
    const total = parts.reduce((sum, part) => sum + part, 0);
    return parts.map((part) => part / total);
  };
  return { chance, normal, dirichlet };
};

/** A separate workspace per seed; `items` continues its random sequence. */
export const openWorld = (seed: number) => {
  const { chance, normal, dirichlet } = drawFrom(seed);
  const taste = dirichlet(DIMENSIONS, PEOPLE.taste);
  const { correlation } = QUALITY;
  const square = taste.reduce((sum, part) => sum + part * part, 0);
  const tasteDeviation = sqrt((1 - correlation) * square + correlation);
  const raters = times(RATERS, () => PEOPLE.rater * normal());
  const personas = times(PERSONAS, (index) => ({
    persona_id: `persona-${index}`,
    bias: JUDGES.persona * normal(),
    weights: dirichlet(DIMENSIONS, WEIGHTS),
  }));
  const biases = times(DIMENSIONS, () => JUDGES.dimension * normal());

  const judged = (quality: readonly number[]): DimensionScore[] =>
    personas.flatMap(({ persona_id, bias, weights }) => {
      const halo = JUDGES.halo * normal();
      return quality.map((value, index) => {
        const level = JUDGES.mean + JUDGES.slope * value + JUDGES.leniency + bias + biases[index]! + halo;
        const said = level + NOISE.dimension * normal();
        const samples = times(SAMPLES, () => clipped(said + NOISE.sample * normal()));
        return { persona_id, category: 'simulated', dimension: `d${index}`, weight: weights[index]!, samples };
      });
    });

  const item = (index: number): Item => {
    const shared = sqrt(correlation) * normal();
    const quality = times(DIMENSIONS, () => shared + sqrt(1 - correlation) * normal());
    const liking = quality.reduce((sum, value, at) => sum + value * taste[at]!, 0) / tasteDeviation;
    const rater = raters[floor(chance() * RATERS)]!;
    const rating = clipped(PEOPLE.mean + liking + rater + PEOPLE.noise * normal());
    const panel = judged(quality);
    const finding_id = `${seed}-${index}`;
    return { finding_id, features: featuresOf(panel), raw: rawScore(panel)!, rating, rated_at: index, judge: JUDGE };
  };

  return { items: (count: number): Item[] => times(count, item) };
};

/** The same ratings assigned to other items, from which a calibrator must not be able to learn. */
export const shuffled = (items: readonly Item[], seed: number): Item[] => {
  const chance = chanceFrom(seed);
  const ratings = items.map(({ rating }) => rating);
  for (let last = ratings.length - 1; last > 0; last -= 1) {
    const other = floor(chance() * (last + 1));
    [ratings[last], ratings[other]] = [ratings[other]!, ratings[last]!];
  }
  return items.map((item, index) => ({ ...item, rating: ratings[index]! }));
};
