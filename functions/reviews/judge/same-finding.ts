import type { FindingRow } from '../finding-rows.ts';

type Compared = Pick<FindingRow, 'kind' | 'dimension' | 'evidence' | 'comment' | 'fix'>;

const SAME_PLACE = 0.6;
const SAME_REGION = 0.3;
const SAME_WORDS = 0.3;
const SAME_WORDS_ELSEWHERE = 0.5;
const SAME_FIX = 0.5;
/** Fewer say nothing: two fixes of one sentence share two words by chance. */
const MIN_SHARED = 3;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const longWordsOf = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => [...word].length >= 4));

/** |A ∩ B| / min(|A|, |B|) (overlap coefficient, Szymkiewicz and Simpson), 0 if next to nothing is shared. */
const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared < MIN_SHARED ? 0 : shared / Math.min(one.size, other.size);
};

/** The longest run of words that both have, as part of the shorter one. */
const sharedRun = (one: readonly string[], other: readonly string[]): number => {
  let longest = 0;
  let before: number[] = [];
  for (const word of one) {
    const runs = other.map((each, at) => (each === word ? (at > 0 ? (before[at - 1] ?? 0) : 0) + 1 : 0));
    longest = Math.max(longest, ...runs);
    before = runs;
  }
  return longest / Math.max(1, Math.min(one.length, other.length));
};

type Region = readonly number[];

/** Intersection over union. */
const shareOf = ([ax = 0, ay = 0, aw = 0, ah = 0]: Region, [bx = 0, by = 0, bw = 0, bh = 0]: Region): number => {
  const width = Math.min(ax + aw, bx + bw) - Math.max(ax, bx);
  const height = Math.min(ay + ah, by + bh) - Math.max(ay, by);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (aw * ah + bw * bh - width * height);
};

/** Undefined if either has no place: what the content does not have, or a whole picture. */
const isSamePlace = (one: Compared, other: Compared): boolean | undefined => {
  const [lefts, rights] = [one, other].map(({ evidence }) => evidence.filter(({ grounded }) => grounded));
  const pairs = (lefts ?? []).flatMap((left) => (rights ?? []).map((right) => [left, right] as const));
  const compared = pairs.flatMap(([left, right]) => {
    if (left.quote && right.quote) return [sharedRun(wordsOf(left.quote), wordsOf(right.quote)) >= SAME_PLACE];
    if (!left.element || left.element !== right.element) return left.element && right.element ? [false] : [];
    if (left.region && right.region) return [shareOf(left.region, right.region) >= SAME_REGION];
    return /^(?:image|page|screenshot)(?:-\d+)?$/.test(left.element) ? [] : [true];
  });
  return compared.length === 0 ? undefined : compared.includes(true);
};

/** Whether both have the same words, or share at least `part` of the longer ones. */
const isLike = (one: string, other: string, part: number): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ') || overlap(longWordsOf(one), longWordsOf(other)) >= part;

/**
 * Whether two findings name the same fault or strength: at the same place under the same dimension, or with much the
 * same words. A rule for where no model merges by meaning.
 */
export const isSameFinding = (one: Compared, other: Compared): boolean => {
  if (one.kind !== other.kind) return false;
  const place = isSamePlace(one, other);
  if (place === false) return false;
  if (place && one.dimension === other.dimension) return true;
  if (isLike(one.comment, other.comment, place ? SAME_WORDS : SAME_WORDS_ELSEWHERE)) return true;
  return one.fix !== null && other.fix !== null && isLike(one.fix.after, other.fix.after, SAME_FIX);
};
