import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RISKS, type Risk } from '../rows.ts';
import { vectorOf } from './features.ts';

interface Weights {
  /** One byte per weight, as base64. */
  bytes: string;
  scale: number;
  threshold: number;
}

export type Heads = Record<'flagged' | Risk, Weights>;

interface Decoded extends Omit<Weights, 'bytes'> {
  weights: Int8Array;
}

let decoded: Map<string, Decoded> | undefined;

/** A file next to the bundle, read by the first text: a fifth of what a cold start would load otherwise. */
const headOf = (head: keyof Heads): Decoded => {
  if (!decoded) {
    // Written by `npm run eval:agent-texts -- --learn`.
    const heads: Heads = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.generated.json'), 'utf8'));
    decoded = new Map(
      Object.entries(heads).map(([name, { bytes, ...rest }]) => [
        name,
        { ...rest, weights: new Int8Array(Buffer.from(bytes, 'base64')) },
      ]),
    );
  }
  return decoded.get(head) as Decoded;
};

/** Above 0 if it holds. The last weight is the bias. */
const scoreOf = (vector: ReadonlyMap<number, number>, head: keyof Heads): number => {
  const { weights, scale, threshold } = headOf(head);
  let sum = weights.at(-1) ?? 0;
  for (const [bucket, value] of vector) sum += value * (weights[bucket % (weights.length - 1)] ?? 0);
  return sum * scale - threshold;
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
