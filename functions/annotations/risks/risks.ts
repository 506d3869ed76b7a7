import { RISKS, type Risk } from '../rows.ts';
import { vectorOf } from './features.ts';
import { WEIGHTS } from './weights.generated.ts';

type Head = keyof typeof WEIGHTS;

const decoded = new Map<Head, Int8Array>();

const weightsOf = (head: Head): Int8Array => {
  const known = decoded.get(head) ?? new Int8Array(Buffer.from(WEIGHTS[head].bytes, 'base64'));
  decoded.set(head, known);
  return known;
};

/** Above 0 if it holds. The last weight is the bias. */
const scoreOf = (vector: ReadonlyMap<number, number>, head: Head): number => {
  const weights = weightsOf(head);
  let sum = weights.at(-1) ?? 0;
  for (const [bucket, value] of vector) sum += value * (weights[bucket % (weights.length - 1)] ?? 0);
  return sum * WEIGHTS[head].scale - WEIGHTS[head].threshold;
};

/**
 * Does a visitor's text do more than report a fault? Learned from notes in English, German and Spanish; how often it
 * is right: docs/agent-texts.md.
 */
export const risksOf = (...texts: string[]): Risk[] => {
  const vector = vectorOf(texts.join('\n'));
  if (scoreOf(vector, 'flagged') <= 0) return [];
  const scores = RISKS.map((risk) => ({ risk, score: scoreOf(vector, risk) }));
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score > 0 || score === best).map(({ risk }) => risk);
};
