import type { Candidate } from '../browser/in-page/candidates.ts';
import { haveQuote, lettersOf } from './likeness.ts';
import { isSearched, likenessesIn, type Pinned, type Property, type Sign } from './likenesses.ts';
import { labelsOf, type PageParts } from './page-parts.ts';

export interface Found {
  anchor: 'exact' | 'moved' | 'lost';
  /** Weighted similarity of the best candidate, from 0 to 1. */
  score: number;
  /** In the candidates; null if lost. */
  node: number | null;
  /** Its words are in several places, or may be in a text that wasn't read in whole; or only its selector was known. */
  is_unclear?: true;
}

/** All weights were fitted on the tuned pages of `bench/anchors`. */
const WEIGHTS: Readonly<Record<Property, number>> = {
  selector: 1.18,
  holder: 0.58,
  tests: 1.24,
  id: 2.33,
  tag: 1.87,
  address: 4.06,
  contents: 3,
  inside: 1.35,
  kin: 2.41,
  other: 1.1,
  left: 0.68,
  location: 1.45,
  size: 1.26,
  shape: 0.74,
  rank: 2.35,
  twin: 0.54,
  beside: 1.05,
  peer: 4.63,
  path: 0.75,
  role: 0.21,
  landmark: 0.76,
  text: 4.9,
  around: 2.9,
  name: 1.08,
  attributes: 2.35,
  rareAddress: 4.09,
  rareContents: 2.84,
  rareInside: 0.26,
  classes: 1.38,
  rarePeer: 3.56,
  rareRank: 0.41,
  rareTwin: 0.97,
  rareBeside: 1.39,
  rarePath: 1,
  rareLandmark: 1.25,
};
/** Of the alternative that the element is gone. */
const LOST = { constant: 0.44, share: 0.47 };
const SIGNS: Readonly<Record<Sign, number>> = {
  closed: 3.87,
  fewer: 1.01,
  scarce: 4.05,
  gap: 0.82,
  between: -0.16,
  foreign: -0.77,
};
/** Of a logistic regression: is the best candidate the note's element? */
const CERTAINTY = {
  constant: -0.15,
  margin: 0.41,
  overLost: 0.46,
  share: 1.24,
  rank: -1.32,
  peer: -0.72,
  closed: -0.71,
  scarce: -0.44,
  between: 0.82,
  foreign: 1.95,
  wordless: -0.83,
};
/** Below it, the note's element counts as lost. */
const MIN_CERTAINTY = 0.8;
/** With little else known, the next candidate is far behind even if the best one is hardly like the quote. */
const MIN_QUOTED = 0.5;
const OVERLAP = 0.9;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

const sumOf = <Name extends string>(weights: Readonly<Record<Name, number>>, values: Record<Name, number>): number =>
  (Object.keys(weights) as Name[]).reduce((sum, name) => sum + weights[name] * values[name], 0);

/** Boxes that cover each other are one thing to the eye (VON Similo, Nass et al. 2023). */
export const coverEachOther = ({ box: [x, y, w, h] }: Candidate, { box: [X, Y, W, H] }: Candidate): boolean => {
  const common =
    Math.max(0, Math.min(x + w, X + W) - Math.max(x, X)) * Math.max(0, Math.min(y + h, Y + H) - Math.max(y, Y));
  return common / (w * h + W * H - common || 1) >= OVERLAP;
};

/** Of a finding, only a quote is known, and perhaps a selector; the widget describes the element that has it. */
export const isQuote = ({ text, xpath, tag }: Pinned['anchor']): boolean =>
  text !== undefined && !xpath && !tag && lettersOf(text) !== '';

const UNCLEAR = { anchor: 'lost', score: 0, node: null, is_unclear: true } as const;

/** Links of a page have relative addresses, a quote the whole one. */
const ADDRESS = /^\S*\/\S*$/;

/**
 * The innermost element that says it, or else has it among other words, or as its label; undefined if the page lacks
 * them.
 */
const findQuote = ({ anchor: { text = '', selector } }: Pinned, page: PageParts, at: number): Found | undefined => {
  const { nodes } = page;
  const has = (index: number) => isSearched(nodes[index]) && haveQuote(page.letters(index), text);
  const selected = page.selected[at]?.node ?? -1;
  const isLabeled = (index: number) =>
    isSearched(nodes[index]) && labelsOf(nodes[index] ?? {}).some((label) => haveQuote(lettersOf(label), text));
  if (has(selected) || isLabeled(selected)) return { anchor: 'exact', score: 1, node: selected };
  const saying = [...nodes.keys()].filter(has);
  const having = saying.length > 0 ? saying : [...nodes.keys()].filter(isLabeled);
  const whole = having.filter((index) => page.letters(index) === lettersOf(text));
  const around = new Set<number>();
  for (const index of having)
    for (let one = nodes[index]?.parent ?? -1; one >= 0 && !around.has(one); one = nodes[one]?.parent ?? -1)
      around.add(one);
  const [node, other] = (whole.length > 0 ? whole : having).filter((index) => !around.has(index));
  if (node === undefined) return ADDRESS.test(text) || haveQuote(page.words().letters, text) ? UNCLEAR : undefined;
  return other === undefined ? { anchor: selector ? 'moved' : 'exact', score: 1, node } : UNCLEAR;
};

/**
 * Finds a note's element again by weighted similarity (Nass et al., “Similarity-based web element localization for
 * robust test automation”, arXiv 2208.00677): each candidate i gets U(i) = Σ w(p) · s(p, i) over the properties p that
 * the note has, where s is 0 to 1, and the highest is taken. A logistic regression then asks how certain that is, above
 * all by its lead over the next candidate and over U(lost), the alternative that the element is gone: elements that
 * can't be told apart, or are hardly like the note's, are *lost* rather than wrong. *Exact*: the note's selector or path
 * still leads to it. *Moved*: it was found elsewhere.
 */
const findAlike = (pinned: Pinned, page: PageParts, at: number): Found => {
  const { nodes } = page;
  const { indexes, all, signs } = likenessesIn(pinned, page, at);
  const known = (Object.keys(WEIGHTS) as Property[]).filter((property) => all[0]?.[property] !== undefined);
  const total = known.reduce((sum, property) => sum + WEIGHTS[property], 0);
  const utilities = all.map((one) =>
    known.reduce((sum, property) => sum + WEIGHTS[property] * (one[property] ?? 0), 0),
  );
  const best = utilities.reduce((top, utility, one) => (utility > (utilities[top] ?? 0) ? one : top), 0);
  const highest = utilities[best] ?? 0;
  const index = indexes[best];
  const node = index === undefined ? undefined : nodes[index];
  const score = total > 0 ? Math.round((highest / total) * 1000) / 1000 : 0;
  // All elements of a document have that in common.
  const isKnown = known.some((property) => property !== 'holder');
  if (!node || index === undefined || !isKnown) return { anchor: 'lost', score: isKnown ? score : 0, node: null };
  let [own, others] = [0, 0];
  for (const [one, utility] of utilities.entries()) {
    const share = Math.exp(utility - highest);
    const other = nodes[indexes[one] ?? -1];
    if (share > 0.001 && other && coverEachOther(node, other)) own += share;
    else others += share;
  }
  const lost = LOST.constant + LOST.share * total + sumOf(SIGNS, signs);
  const certainty = sumOf(CERTAINTY, {
    constant: 1,
    margin: clamp(Math.log(own / (others + 1e-9)), -3, 8),
    overLost: clamp(highest - lost, -6, 10),
    share: highest / total,
    rank: all[best]?.rank ?? 0,
    peer: all[best]?.peer ?? 0,
    closed: signs.closed,
    scarce: signs.scarce,
    between: signs.between,
    foreign: signs.foreign,
    wordless: Number(all[best]?.text === undefined),
  });
  if (1 / (1 + Math.exp(-certainty)) < MIN_CERTAINTY) return { anchor: 'lost', score, node: null };
  const isExact = page.selected[at]?.node === index || page.paths[index] === pinned.anchor.xpath;
  return { anchor: isExact ? 'exact' : 'moved', score, node: index };
};

/** The widget knows more of an element than its selector and a label. */
const findSelected = ({ anchor: { tag } }: Pinned, page: PageParts, at: number): Found => {
  const node = page.selected[at]?.node ?? -1;
  const isSame = isSearched(page.nodes[node]) && (!tag || page.nodes[node]?.tag === tag);
  return isSame ? { anchor: 'exact', score: 1, node } : UNCLEAR;
};

export const findAgain = (pinned: Pinned, page: PageParts, at: number): Found => {
  const { selector, xpath, text } = pinned.anchor;
  if (selector && !xpath && text === undefined) return findSelected(pinned, page, at);
  if (!isQuote(pinned.anchor)) return findAlike(pinned, page, at);
  const quoted = findQuote(pinned, page, at);
  if (quoted) return quoted;
  const found = findAlike(pinned, page, at);
  if (found.node !== null && found.score >= MIN_QUOTED) return found;
  return page.words().is_whole ? { ...found, anchor: 'lost', node: null } : { ...UNCLEAR, score: found.score };
};
