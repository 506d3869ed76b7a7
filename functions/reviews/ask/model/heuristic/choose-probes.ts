import type { StoredDimensions } from '../../../../personas/schema.ts';
import type { Observation, Probe } from './observation.ts';
import type { Document } from './read-document.ts';

type Dimension = StoredDimensions[number];

/** A probe that is made for a dimension of that name goes before any that shares words with its texts. */
const MADE_FOR = 100;
/** The further back it names the dimension, the less it is about it. */
const EACH_PLACE = 6;
const NAMES_PERSONA = 40;
/** What a word is worth by where it stands. */
const [IN_NAME, IN_TEXT, IN_ANCHOR] = [6, 3, 1];
/** Below, the words shared may be chance. */
const LEAST = 9;
/** The same, for a dimension that some probe is made for. */
const LEAST_BESIDE = 13;
/** What shows only in use or to the eye, although its words resemble what is measured. */
const UNSEEN = new Set([
  'focus order and visibility',
  'keyboard',
  'honest encoding',
  'stability',
  'critical path',
  'weight and waiting',
  'targets and reach',
  'glare and themes',
  'picture keeps its word',
]);

const wordsIn = (text: string | undefined): string[] => text?.toLowerCase().match(/[\p{L}\p{N}-]{2,40}/gu) ?? [];

/** Each word of a dimension's texts, with what it is worth. */
const weighedWords = ({ name, description, evidence, anchors }: Dimension): Map<string, number> => {
  const worth = new Map<string, number>();
  const add = (words: string[], value: number) => {
    for (const word of words) worth.set(word, Math.max(value, worth.get(word) ?? 0));
  };
  add(wordsIn(name), IN_NAME);
  add([...wordsIn(description), ...wordsIn(evidence)], IN_TEXT);
  if (anchors) add([...wordsIn(anchors[1]), ...wordsIn(anchors[3]), ...wordsIn(anchors[5])], IN_ANCHOR);
  return worth;
};

const byName = ({ names }: Probe, slug: string | null, name: string): number => {
  const all = names.split('|');
  const own = all.indexOf(`${slug ?? ''}:${name}`);
  if (own >= 0) return MADE_FOR + NAMES_PERSONA;
  const at = all.indexOf(name);
  return at < 0 ? 0 : MADE_FOR - EACH_PLACE * at;
};

const byTopics = ({ topics }: Probe, words: Map<string, number>): number =>
  topics.split(' ').reduce((sum, stem) => {
    let best = 0;
    for (const [word, value] of words) if (value > best && word.startsWith(stem)) best = value;
    return sum + best;
  }, 0);

export interface Candidate {
  probe: Probe;
  affinity: number;
}

/** The probes that speak to a dimension, the one that is most about it first. */
export const candidatesFor = (
  all: readonly Probe[],
  slug: string | null,
  dimension: Dimension,
  atLeast = LEAST,
): Candidate[] => {
  const name = dimension.name.toLowerCase().trim();
  if (UNSEEN.has(name)) return [];
  const words = weighedWords(dimension);
  const made = all.map((probe) => byName(probe, slug, name));
  const least = made.some((own) => own > 0) ? LEAST_BESIDE : atLeast;
  return all
    .map((probe, at) => ({ probe, affinity: (made[at] ?? 0) + byTopics(probe, words) }))
    .filter(({ affinity }) => affinity >= least)
    .sort((a, b) => b.affinity - a.affinity || (a.probe.id < b.probe.id ? -1 : 1));
};

export interface Choice {
  dimension: Dimension;
  /** Undefined where nothing measured speaks to the dimension. */
  observation: Observation | undefined;
  /** In a clause, why. */
  reason: string | undefined;
}

/**
 * One probe for each dimension and no probe twice, the best pairs first, whatever the order of the dimensions: so that
 * no two dimensions of a persona are answered by the same measure.
 */
export const chooseProbes = (
  all: readonly Probe[],
  slug: string | null,
  dimensions: readonly Dimension[],
  document: Document,
): Choice[] => {
  const measured = new Map<Probe, Observation | string>();
  const measure = (probe: Probe): Observation | string => {
    const known = measured.get(probe) ?? probe.run(document);
    measured.set(probe, known);
    return known;
  };
  const pairs = dimensions
    .flatMap((dimension) => candidatesFor(all, slug, dimension).map((candidate) => ({ dimension, ...candidate })))
    .sort(
      (a, b) =>
        b.affinity - a.affinity ||
        (a.dimension.name < b.dimension.name ? -1 : Number(a.dimension.name > b.dimension.name)) ||
        (a.probe.id < b.probe.id ? -1 : 1),
    );
  const answers = new Map<Dimension, Observation>();
  const reasons = new Map<Dimension, string>();
  const taken = new Set<Probe>();
  for (const { dimension, probe } of pairs) {
    if (answers.has(dimension) || taken.has(probe)) continue;
    const told = measure(probe);
    if (typeof told === 'string') {
      if (!reasons.has(dimension)) reasons.set(dimension, told);
      continue;
    }
    answers.set(dimension, told);
    taken.add(probe);
  }
  return dimensions.map((dimension) => ({
    dimension,
    observation: answers.get(dimension),
    reason: reasons.get(dimension),
  }));
};
