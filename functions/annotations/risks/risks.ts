import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RISKS, type Risk } from '../rows.ts';
import { plain, vectorOf } from './features.ts';
import { languageOf } from './language.ts';

interface Weights {
  /** One byte per weight, as base64. */
  bytes: string;
  scale: number;
}

export interface Heads extends Record<Risk, Weights> {
  /** English imperatives don't say whom they address, so English scores are right less often. */
  flagged: Weights & { thresholds: Record<string, number> };
}

interface Decoded extends Omit<Weights, 'bytes'> {
  weights: Int8Array;
}

let decoded: { heads: Map<string, Decoded>; thresholds: Record<string, number> } | undefined;

/** A file next to the bundle, read by the first text: a fifth of what a cold start would load otherwise. */
const learned = () => {
  if (decoded) return decoded;
  // Written by `npm run eval:agent-texts -- --learn`.
  const read: Heads = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.generated.json'), 'utf8'));
  const heads = Object.entries(read).map(
    ([name, { bytes, scale }]) => [name, { scale, weights: new Int8Array(Buffer.from(bytes, 'base64')) }] as const,
  );
  decoded = { heads: new Map(heads), thresholds: read.flagged.thresholds };
  return decoded;
};

/** The last weight is the bias. */
const scoreOf = (vector: ReadonlyMap<number, number>, head: keyof Heads): number => {
  const { weights, scale } = learned().heads.get(head) as Decoded;
  let sum = weights.at(-1) ?? 0;
  for (const [bucket, value] of vector) sum += value * (weights[bucket % (weights.length - 1)] ?? 0);
  return sum * scale;
};

/** The highest for another language, or an unknown one. */
const thresholdFor = (text: string): number => {
  const { thresholds } = learned();
  return thresholds[languageOf(plain(text)) ?? ''] ?? Math.max(...Object.values(thresholds));
};

/**
 * Does a visitor's text do more than report a fault? Learned from notes in English, German and Spanish; how often it
 * is right: docs/agent-texts.md.
 */
export const risksOf = (text: string): Risk[] => {
  const vector = vectorOf(text);
  if (scoreOf(vector, 'flagged') <= thresholdFor(text)) return [];
  const scores = RISKS.map((risk) => ({ risk, score: scoreOf(vector, risk) }));
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score > 0 || score === best).map(({ risk }) => risk);
};

const MAX_NAME_WORDS = 4;

/** A name before it makes an ordinary question look like an order to that name; a long one is judged as a text. */
export const risksOfNote = (name: string, body: string): Risk[] => {
  const said = [...(name.trim().split(/\s+/).length > MAX_NAME_WORDS ? risksOf(name) : []), ...risksOf(body)];
  return RISKS.filter((risk) => said.includes(risk));
};
