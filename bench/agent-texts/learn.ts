import { BUCKETS, vectorOf } from '../../functions/annotations/risks/features.ts';
import type { Heads } from '../../functions/annotations/risks/risks.ts';
import { chanceFrom } from '../../functions/reviews/judge/calibration/chance.ts';
import type { AgentText } from './texts.ts';

const EPOCHS = 40;
const PENALTY = 1;
const FOLDS = 10;
const SEED = 20261124;
const MIN_WEIGHT = 6;
/** Which of two kinds it is needs less than whether it is one. */
const KIND_BUCKETS = 2 ** 12;
/** The aim of the marks, in each language; most of its texts are near-misses. */
const MIN_PRECISION = 0.9;

export type Vector = ReadonlyMap<number, number>;

/** Shuffled in place, the same each time. */
const shuffle = (order: Uint32Array, random: () => number) => {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = order[at] as number;
    order[at] = order[other] as number;
    order[other] = held;
  }
};

const folded = (vector: Vector, size: number): Vector => {
  const smaller = new Map<number, number>();
  for (const [bucket, value] of vector) smaller.set(bucket % size, (smaller.get(bucket % size) ?? 0) + value);
  return smaller;
};

/**
 * Weights and bias of a linear support vector machine with squared hinge loss, by dual coordinate descent
 * (Hsieh et al., 2008, algorithm 1).
 */
export const learn = (vectors: readonly Vector[], labels: readonly boolean[], size = BUCKETS): Float64Array => {
  const weights = new Float64Array(size + 1);
  const alphas = new Float64Array(vectors.length);
  const order = Uint32Array.from(vectors.keys());
  const random = chanceFrom(SEED);
  const ridge = 1 / (2 * PENALTY);
  // Each vector has length 1, and 1 more for the bias.
  const curvature = 2 + ridge;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const at of order) {
      const vector = vectors[at] as Vector;
      const label = labels[at] ? 1 : -1;
      const old = alphas[at] as number;
      const slope = label * scoreOf(vector, weights) - 1 + ridge * old;
      const alpha = Math.max(0, old - slope / curvature);
      if (alpha === old) continue;
      alphas[at] = alpha;
      const step = (alpha - old) * label;
      for (const [bucket, value] of vector) weights[bucket] = (weights[bucket] as number) + step * value;
      weights[size] = (weights[size] as number) + step;
    }
  }
  return weights;
};

export const scoreOf = (vector: Vector, weights: Float64Array): number => {
  let sum = weights.at(-1) as number;
  for (const [bucket, value] of vector) sum += value * (weights[bucket] as number);
  return sum;
};

/** Per language, the lowest threshold that is right often enough on texts that were left out of the learning. */
const thresholdsOf = (texts: readonly AgentText[], vectors: readonly Vector[]): Record<string, number> => {
  const labels = texts.map(({ flag }) => flag);
  const order = Uint32Array.from(vectors.keys());
  shuffle(order, chanceFrom(SEED));
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const kept = [...order].filter((_, at) => at % FOLDS !== fold);
    const weights = learn(
      kept.map((at) => vectors[at] as Vector),
      kept.map((at) => labels[at] as boolean),
    );
    return [...order]
      .filter((_, at) => at % FOLDS === fold)
      .map((at) => ({ ...(texts[at] as AgentText), score: scoreOf(vectors[at] as Vector, weights) }));
  }).flat();
  scored.sort((a, b) => b.score - a.score);
  const marked = new Map<string, { right: number; all: number }>();
  const thresholds: Record<string, number> = {};
  for (const { score, language, flag } of scored) {
    const { right, all } = marked.get(language) ?? { right: 0, all: 0 };
    const now = { right: right + Number(flag), all: all + 1 };
    marked.set(language, now);
    if (now.right / now.all >= MIN_PRECISION) thresholds[language] = Math.round(score * 1000) / 1000;
  }
  return thresholds;
};

const packed = (weights: Float64Array) => {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const rounded = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  // Most weights are next to nothing, and zeros take no room in a bundle.
  const bytes = rounded.map((weight) => (Math.abs(weight) < MIN_WEIGHT ? 0 : weight));
  return { bytes: Buffer.from(bytes.buffer).toString('base64'), scale };
};

/** The file of the weights that the service carries. */
export const learnedWeights = (texts: readonly AgentText[]): string => {
  const vectors = texts.map(({ text }) => vectorOf(text));
  const labels = texts.map(({ flag }) => flag);
  const positives = texts.flatMap(({ kind }, at) => (kind === null ? [] : [{ kind, vector: vectors[at] as Vector }]));
  const kindHead = (other: AgentText['kind']) =>
    learn(
      positives.map(({ vector }) => folded(vector, KIND_BUCKETS)),
      positives.map(({ kind }) => kind !== other),
      KIND_BUCKETS,
    );
  const heads: Heads = {
    flagged: { ...packed(learn(vectors, labels)), thresholds: thresholdsOf(texts, vectors) },
    addresses_agents: packed(kindHead('asks_for_secret')),
    asks_for_secrets: packed(kindHead('addresses_agent')),
  };
  return `${JSON.stringify(heads, null, 2)}\n`;
};
