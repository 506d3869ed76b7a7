import type { Candidate, Candidates } from '../browser/in-page/candidates.ts';
import { lettersOf } from './likeness.ts';

const MAX_PARTS = 12;
/** The browser cuts the text of an element to it. */
const MAX_TEXT = 200;

export const isCut = (text = ''): boolean => text.length >= MAX_TEXT;

/** The words that readers of a page take from an element without text: a field, an image. */
export const labelsOf = ({ name = '', attributes: { placeholder = '', alt = '' } = {} }: Partial<Candidate>) => [
  name,
  placeholder,
  alt,
];

/** Pairs of neighboring letters, sorted, so that two texts are compared in one pass. */
const pairsOf = (text: string): Uint32Array => {
  const letters = text.toLowerCase();
  const pairs = new Uint32Array(Math.max(1, letters.length - 1));
  if (letters.length < 2) pairs[0] = letters.charCodeAt(0);
  for (let at = 0; at + 1 < letters.length; at += 1)
    pairs[at] = letters.charCodeAt(at) * 65_536 + letters.charCodeAt(at + 1);
  return pairs.sort();
};

/** A page's elements with all that every search in it needs. */
export const pageParts = (candidates: Candidates) => {
  const { nodes, title } = candidates;
  const pairs = new Map<string, Uint32Array>();
  const pairsFor = (text: string): Uint32Array => {
    const known = pairs.get(text) ?? pairsOf(text);
    pairs.set(text, known);
    return known;
  };
  const letters = new Map<number, string>();
  const lettersIn = (index: number): string => {
    const known = letters.get(index) ?? lettersOf(nodes[index]?.text ?? '');
    letters.set(index, known);
    return known;
  };
  const families = new Map<string, number[]>();
  const familyOf = ({ parent, holder }: Pick<Candidate, 'parent' | 'holder'>) =>
    families.get(`${parent} ${holder}`) ?? [];
  for (const [index, { parent, holder }] of nodes.entries()) {
    const family = families.get(`${parent} ${holder}`) ?? [];
    family.push(index);
    families.set(`${parent} ${holder}`, family);
  }

  const paths: string[] = [];
  const neighbors: [before: number | undefined, after: number | undefined][] = [];
  const places = new Map<number, number>();
  for (const family of families.values()) for (const [at, index] of family.entries()) places.set(index, at);
  const steps = new Map<number, string>();
  for (const family of families.values()) {
    const counts = new Map<string, number>();
    for (const index of family) {
      const { tag = '' } = nodes[index] ?? {};
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
      steps.set(index, `${tag}[${counts.get(tag)}]`);
    }
    for (const index of family) {
      const { tag = '' } = nodes[index] ?? {};
      if (counts.get(tag) === 1) steps.set(index, tag);
    }
  }
  for (const [index, node] of nodes.entries()) {
    const family = familyOf(node);
    const at = places.get(index) ?? 0;
    neighbors.push([family[at - 1], family[at + 1]]);
    const above = nodes[node.parent];
    const isTop = !above || above.holder !== node.holder || node.parent === node.holder;
    paths.push(`${isTop ? '' : (paths[node.parent] ?? '')}/${steps.get(index)}`);
  }

  const textOf = (index: number): string => (nodes[index]?.text ?? '').slice(0, 60);
  /** As the widget describes a sibling. */
  const label = (index: number | undefined): string =>
    index === undefined ? '' : `${nodes[index]?.tag ?? ''} ${textOf(index)}`.trim();

  let words: { letters: string; is_whole: boolean } | undefined;
  /** The end of a cut text is known if all its words are those of the elements in it. */
  const readWords = () => {
    const read: string[] = [];
    const within: boolean[] = [];
    const labels = [title, ...nodes.flatMap((node) => labelsOf(node).filter((label) => label !== node.text))];
    let is_whole = !candidates.has_loose_words && !labels.some(isCut);
    for (const [index, { parent, holder, text }] of nodes.entries()) {
      within.push(nodes[parent]?.holder === holder && within[parent] === true);
      if (within[index]) continue;
      const inner = isCut(text) ? familyOf({ parent: index, holder }) : undefined;
      if (inner?.map(lettersIn).join('').startsWith(lettersIn(index))) continue;
      within[index] = !inner;
      is_whole &&= !inner;
      read.push(lettersIn(index));
    }
    return { letters: [read.join(''), ...labels.map(lettersOf)].join(' '), is_whole };
  };

  const descendants = function* (index: number) {
    const around = new Set([index]);
    for (let at = index + 1; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (!node || !around.has(node.parent)) return;
      around.add(at);
      yield node;
    }
  };

  const twinRanks = new Map<string, readonly (readonly [before: number, count: number])[]>();
  const ranks = new Map<string, readonly (readonly [before: number, count: number])[]>();
  const rankAll = (isCounted: (node: Candidate) => boolean) => {
    const counts = new Map<number, number>();
    const before = nodes.map((node) => {
      const { holder } = node;
      const count = counts.get(holder) ?? 0;
      if (isCounted(node)) counts.set(holder, count + 1);
      return count;
    });
    return nodes.map(({ holder }, index) => [before[index] ?? 0, counts.get(holder) ?? 0] as const);
  };

  return {
    ...candidates,
    pairsFor,
    letters: lettersIn,
    words: () => {
      words ??= readWords();
      return words;
    },
    paths,
    neighbors,
    label,
    around: (index: number): string => {
      const own = nodes[index]?.text?.length ?? 0;
      let at = nodes[index]?.parent ?? -1;
      while (at >= 0 && (nodes[at]?.text?.length ?? 0) < Math.min(200, own + 20)) at = nodes[at]?.parent ?? -1;
      return nodes[at]?.text ?? '';
    },
    /** For each element: how many with this tag are before it in its document, and in all of it. */
    ranks: (tag: string) => {
      const known = ranks.get(tag) ?? rankAll((node) => node.tag === tag);
      ranks.set(tag, known);
      return known;
    },
    /** Texts next to it, and next to the element around it, in any order. */
    kin: (index: number): string[] =>
      [index, nodes[index]?.parent ?? -1].flatMap((one) => {
        const node = nodes[one];
        return node
          ? familyOf(node)
              .slice(0, 60)
              .filter((other) => other !== one)
              .map(textOf)
          : [];
      }),
    /** The same for elements with these classes. */
    twinRanks: (classes: string) => {
      const known = twinRanks.get(classes) ?? rankAll((node) => node.attributes?.class === classes);
      twinRanks.set(classes, known);
      return known;
    },
    inside: (index: number): string[] => {
      const tags: string[] = [];
      for (const { holder, tag } of descendants(index)) {
        if (holder === nodes[index]?.holder) tags.push(tag);
        if (tags.length >= MAX_PARTS) break;
      }
      return tags;
    },
    /** Addresses and names of its descendants. */
    contents: (index: number): string[] => {
      const found: string[] = [];
      for (const { attributes: { href, src, id, alt, name } = {} } of descendants(index)) {
        found.push(...[href, src, id, alt, name].filter((value) => value !== undefined));
        if (found.length >= MAX_PARTS) break;
      }
      return found.slice(0, MAX_PARTS);
    },
  };
};
export type PageParts = ReturnType<typeof pageParts>;
