import { count, type Evidence, listed, type Observation, type Probe, quoting } from './observation.ts';
import { placesFor, type Where } from './places.ts';
import type { Document, Unit } from './read-document.ts';

/** What is looked for, by which words (English and German), and what to write where it is missing. */
type Item = readonly [name: string, look: RegExp, advice: string];

export interface Checklist {
  id: string;
  names: string;
  topics: string;
  /** What the items are: `things that whoever wants to leave must know`. */
  what: string;
  items: readonly Item[];
  /** How many of them are as good as all; absent: all. */
  enough?: number;
  where: Where;
  /** Looks at the first or last so many words only. */
  within?: { first?: number; last?: number };
  /** What speaks against it: words, and what is said of them. Each takes a point off. */
  against?: readonly Item[];
  /** Looked for only where this is spoken of at all: what, and by which words. */
  about?: readonly [what: string, look: RegExp];
  /** Why there is nothing to look for in this content. */
  unless?: (document: Document) => string | undefined;
}

const MIN_WORDS = 12;
/** Words that were found are no proof, and words that were not are no proof of absence. */
const [LOWEST, HIGHEST] = [1.5, 4.7];

const partOf = ({ units, words }: Document, within: Checklist['within']): readonly Unit[] => {
  const { first, last } = within ?? {};
  if (first !== undefined) return units.filter(({ before, kind }) => before < first && kind !== 'navigation');
  if (last !== undefined) return units.filter(({ before, words: own }) => before + own > words - last);
  return units;
};

const scopeOf = (document: Document, within: Checklist['within']): string => {
  const n = within?.first ?? within?.last;
  if (n === undefined || document.words <= n) return count(document.words, 'word');
  return `the ${within?.first ? 'first' : 'last'} ${n} words`;
};

/** A probe that asks which of several expected things are told, by words that would tell them. */
export const checklist = (list: Checklist): Probe => ({
  id: list.id,
  names: list.names,
  topics: list.topics,
  run: (document): Observation | string => {
    if (document.words < MIN_WORDS) return 'there are too few words to look through';
    if (document.language.lists === undefined && document.language.read !== document.language.declared)
      return `the words looked for are English and German, and this reads as ${document.language.name}`;
    if (document.language.lists === undefined)
      return `the words looked for are English and German, and this is in ${document.language.name}`;
    const { about } = list;
    if (about && !document.units.some(({ lower }) => about[1].test(lower)))
      return `nothing in it speaks of ${about[0]}`;
    const reason = list.unless?.(document);
    if (reason) return reason;
    const units = partOf(document, list.within);
    const find = ([, look]: Item) => units.filter(({ lower }) => look.test(lower));
    const found = list.items.map((item) => ({ item, units: find(item) }));
    const present = found.filter(({ units }) => units.length > 0);
    const absent = found.filter(({ units }) => units.length === 0).map(({ item }) => item);
    const against = (list.against ?? []).flatMap((item) => {
      const [unit] = find(item);
      return unit ? [{ item, unit }] : [];
    });
    const share = Math.min(1, present.length / (list.enough ?? list.items.length));
    const evidence: Evidence[] = [
      ...against.map(({ item: [name, , advice], unit }) => quoting(unit.text, `Here: ${name}.`, advice)),
      ...bestOf(present.map(({ item: [name], units }) => ({ name, units }))),
    ];
    return {
      score: Math.max(1, LOWEST + (HIGHEST - LOWEST) * share - against.length),
      comment: [
        `Of ${list.items.length} ${list.what}, words for ${present.length === 0 ? 'none' : present.length} were found in ${scopeOf(document, list.within)}${
          present.length > 0
            ? `: ${listed(
                present.map(({ item: [name] }) => name),
                6,
              )}`
            : ''
        }.`,
        absent.length > 0
          ? `Not found: ${listed(
              absent.map(([name]) => name),
              6,
            )}.`
          : '',
        against.length > 0 ? `Against it: ${listed(against.map(({ item: [name] }) => name))}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      suggestion: absent[0]?.[2],
      evidence:
        evidence.length > 0
          ? evidence
          : placesFor(document, list.where).map((place) => ({
              ...place,
              say: 'What is quoted is where it would belong.',
            })),
    };
  },
});

/** Units that tell most of the items, then the others in order. */
const bestOf = (present: readonly { name: string; units: readonly Unit[] }[]): Evidence[] => {
  const names = new Map<Unit, string[]>();
  for (const { name, units } of present)
    for (const unit of units.slice(0, 6)) names.set(unit, [...(names.get(unit) ?? []), name]);
  return [...names]
    .sort(
      (a, b) =>
        b[1].length - a[1].length ||
        Number(a[0].kind === 'heading') - Number(b[0].kind === 'heading') ||
        a[0].before - b[0].before,
    )
    .slice(0, 8)
    .map(([unit, found]) => quoting(unit.text, `Quoted: ${listed(found)}.`));
};
