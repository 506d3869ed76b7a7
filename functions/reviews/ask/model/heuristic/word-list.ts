import {
  between,
  count,
  type Evidence,
  listed,
  named,
  type Observation,
  type Probe,
  percent,
  quoting,
} from './observation.ts';
import { typical } from './places.ts';
import type { Unit } from './read-document.ts';

interface Hit {
  unit: Unit;
  /** As found, in lower case. */
  word: string;
}

/** All matches of an expression without `g`, at most a few in each unit. */
const hitsIn = (units: readonly Unit[], look: RegExp): Hit[] => {
  const all = new RegExp(look.source, 'g');
  return units.flatMap((unit) =>
    [...unit.lower.matchAll(all)].slice(0, 20).map((match) => ({ unit, word: (match[0] ?? '').trim() })),
  );
};

export interface WordList {
  id: string;
  names: string;
  topics: string;
  /** What the words are: `worn phrases`, in the plural. */
  what: string;
  en: RegExp;
  de?: RegExp;
  /** Hits per 1,000 words that make a 1. */
  bad: number;
  /** What to do with a hit; the word is known. */
  advice: (word: string) => string;
  /** What a hit does to a reader: said once. */
  because: string;
  /** Looks through code too. */
  code?: boolean;
  /** What is worth doing where none was found. */
  none?: string;
}

const MIN_WORDS = 12;
/** Short texts are counted as if they had this many words, so that one hit is not all. */
const SMOOTH_WORDS = 120;

const groupByWord = (hits: readonly Hit[]): string[] => {
  const times = new Map<string, number>();
  for (const { word } of hits) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word, n]) => (n > 1 ? `${named(word, 30)} (${n} times)` : named(word, 30)));
};

const worstFirst = (hits: readonly Hit[], advice: WordList['advice']): Evidence[] => {
  const byUnit = new Map<Unit, string[]>();
  for (const { unit, word } of hits) byUnit.set(unit, [...(byUnit.get(unit) ?? []), word]);
  return [...byUnit]
    .sort((a, b) => b[1].length - a[1].length || a[0].before - b[0].before)
    .slice(0, 8)
    .map(([unit, words]) =>
      quoting(
        unit.text,
        words.length > 1
          ? `Here ${listed(
              [...new Set(words)].map((word) => named(word, 30)),
              4,
            )}.`
          : `Here ${named(words[0] ?? '', 30)}.`,
        advice(words[0] ?? ''),
      ),
    );
};

/** A probe that counts words which do harm: the fewer in 1,000 words, the better. */
export const wordList = (list: WordList): Probe => ({
  id: list.id,
  names: list.names,
  topics: list.topics,
  run: (document): Observation | string => {
    const look = document.language.lists === 'de' ? list.de : document.language.lists && list.en;
    if (document.words < MIN_WORDS) return 'there are too few words to count';
    if (look === undefined) return `the list of ${list.what} does not know ${document.language.name}`;
    const units = list.code ? [...document.units, ...document.codeLines] : document.units;
    const hits = hitsIn(units, look);
    const rate = (1000 * hits.length) / Math.max(document.words, SMOOTH_WORDS);
    if (hits.length === 0)
      return {
        score: 4.6,
        comment: `None of the listed ${list.what} stands in these ${count(document.words, 'word')}; what the list does not know, it does not see.`,
        suggestion: list.none,
        evidence: typical(document, 'A typical sentence is quoted.'),
      };
    const inUnits = new Set(hits.map(({ unit }) => unit)).size;
    return {
      score: between(rate, list.bad, 0.5),
      comment: `${count(hits.length, 'hit')} for ${list.what} in ${count(document.words, 'word')} (${percent(inUnits, units.length)} of sentences and lines): ${listed(groupByWord(hits), 4)}. ${list.because}`,
      evidence: worstFirst(hits, list.advice),
    };
  },
});
