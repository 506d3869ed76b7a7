import type { CapturedContext } from '../annotations/context-schema.ts';
import type { Candidate } from '../browser/in-page/candidates.ts';
import { commonShare, likeness, ratio, sequenceShare } from './likeness.ts';
import type { PageParts } from './page-parts.ts';

/** The captured properties of an element, and the page's title. */
export type Pinned = Pick<CapturedContext, 'anchor' | 'html'> & { title?: string | undefined };

/** Words of peers are cut to it by the widget. */
const PEER_TEXT = 40;
const FOREIGN = 0.8;

export type Sign = 'closed' | 'fewer' | 'scarce' | 'gap' | 'between' | 'foreign';
const PLAIN = [
  'selector',
  'holder',
  'tests',
  'id',
  'tag',
  'address',
  'contents',
  'inside',
  'kin',
  'other',
  'left',
  'location',
  'size',
  'shape',
  'rank',
  'twin',
  'beside',
  'peer',
  'path',
  'role',
  'landmark',
] as const;
/** They tell more, the fewer elements of the page share them. */
const RARE = [
  'text',
  'around',
  'name',
  'attributes',
  'rareAddress',
  'rareContents',
  'rareInside',
  'classes',
  'rarePeer',
  'rareRank',
  'rareTwin',
  'rareBeside',
  'rarePath',
  'rareLandmark',
] as const;
type Rare = (typeof RARE)[number];
export type Property = (typeof PLAIN)[number] | Rare;
type Likenesses = Partial<Record<Property, number | undefined>>;

const attributesIn = (html = ''): Record<string, string> => {
  const [, inside = ''] = /^<[^\s>]+((?:\s+[^\s=>]+(?:="[^"]*"?)?)*)/.exec(html) ?? [];
  const pairs = [...inside.matchAll(/([^\s=]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')]));
};

/** Length of the longest common subsequence, as a share of both (Dice). */
const stepsShare = (wanted: readonly string[], found: readonly string[]): number => {
  let row = new Uint8Array(found.length + 1);
  for (const step of wanted) {
    const next = new Uint8Array(found.length + 1);
    for (let at = 1; at <= found.length; at += 1)
      next[at] = step === found[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return (2 * (row[found.length] ?? 0)) / (wanted.length + found.length || 1);
};
const tagsOf = (path = '') =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replace(/\[.*/, ''));

const wordsIn = (text = ''): string[] => text.split(/\s+/).filter(Boolean);
const square = (value: number | undefined) => (value === undefined ? undefined : value * value);
const withoutTag = (label = '') => label.replace(/^\S+ ?/, '').slice(0, 60);
const ATTRIBUTES = ['alt', 'name', 'type', 'placeholder', 'for'];

/** As sure as words can say that an element is another one of the page before. */
const RECOGNIZED = 0.85;

type Peer = NonNullable<NonNullable<Pinned['anchor']['peers']>['before']>[number];

interface Recognized {
  /** Places after the pinned element, in the page before. */
  away: number;
  /** In the page now, by the number of elements with the tag before it. */
  places: number[];
}

const labelOf = (page: PageParts, index: number) => ({
  text: (page.nodes[index]?.text ?? '').slice(0, PEER_TEXT),
  around: page.around(index).slice(0, PEER_TEXT),
});

const likePeer = (page: PageParts, { text, around }: Peer, label: ReturnType<typeof labelOf>): number => {
  const [wanted, has] = text ? [text, label.text] : [around, label.around];
  return wanted ? likeness(page.pairsFor(wanted), page.pairsFor(has)) : 0;
};

const peersOf = ({ anchor: { peers } }: Pinned) => [
  ...(peers?.before ?? []).map((peer, at) => ({ peer, away: -at - 1 })),
  ...(peers?.after ?? []).map((peer, at) => ({ peer, away: at + 1 })),
];

const recognizePeers = (pinned: Pinned, page: PageParts, isForeign: boolean): Recognized[] => {
  const { around, tag = '' } = pinned.anchor;
  if (isForeign) return [];
  const same = [...page.nodes.keys()].filter((index) => page.nodes[index]?.tag === tag);
  const labels = same.map((index) => labelOf(page, index));
  const ranks = page.ranks(tag);
  return peersOf(pinned).flatMap(({ peer, away }) => {
    if (peer.around !== undefined && peer.around === around?.slice(0, PEER_TEXT)) return [];
    const found = same.filter((_, at) => likePeer(page, peer, labels[at] ?? { text: '', around: '' }) >= RECOGNIZED);
    return found.length > 0 && found.length <= 3
      ? [{ away, places: found.map((index) => ranks[index]?.[0] ?? 0) }]
      : [];
  });
};

/**
 * How a candidate fits the elements with the same tag that were captured around the pinned one: whether it is one of
 * them (`peer`), is as many places away from those that are recognized (`beside`), or from the first or the last one
 * with its tag (`rank`) or its classes (`twin`).
 */
const comparePeers = (pinned: Pinned, page: PageParts, isForeign: boolean, found: readonly Recognized[]) => {
  const { peers, tag = '', text, around } = pinned.anchor;
  if (!peers) return undefined;
  const ranks = page.ranks(tag);
  const own = { text: text?.slice(0, PEER_TEXT), around: around?.slice(0, PEER_TEXT) };
  const all = peersOf(pinned);
  const { classes, index: twin = 0, count: twins = 0 } = peers.twins ?? {};
  const twinRanks = classes ? page.twinRanks(classes) : undefined;
  return (index: number) => {
    const [twinBefore, twinCount] = twinRanks?.[index] ?? [0, 0];
    const twinSelf = Number(page.nodes[index]?.attributes?.class === classes);
    const twinOff = Math.min(
      Math.abs(twinBefore - twin),
      Math.abs(twinCount - twinBefore - twinSelf - (twins - 1 - twin)),
    );
    const [before, count] = ranks[index] ?? [0, 0];
    const self = Number(page.nodes[index]?.tag === tag);
    const fromEnd = count - before - self;
    const offBy = Math.min(Math.abs(before - peers.index), Math.abs(fromEnd - (peers.count - 1 - peers.index)));
    const label = labelOf(page, index);
    const mine = {
      text: likePeer(page, { text: own.text }, label),
      around: likePeer(page, { around: own.around }, label),
    };
    const mistaken = isForeign
      ? 0
      : Math.max(0, ...all.map(({ peer }) => likePeer(page, peer, label) - (peer.text ? mine.text : mine.around)));
    let [sum, close] = [0, 0];
    for (const { away, places } of found) {
      const weight = 1 / Math.abs(away);
      const shift = away > 0 ? 1 - self : 0;
      const off = Math.min(...places.map((place) => Math.abs(place - before - away + shift)));
      sum += weight;
      close += weight / (1 + off);
    }
    return {
      rank: 1 / (1 + offBy),
      twin: twinRanks && twinCount > 0 ? twinSelf / (1 + twinOff) : undefined,
      beside: found.length > 0 ? close / sum : undefined,
      peer: isForeign || all.length === 0 ? undefined : 1 - mistaken,
    };
  };
};

/** How alike a candidate is in each property that the note has. */
const compare = (
  { anchor, html }: Pinned,
  page: PageParts,
  at: number,
  isForeign: boolean,
  recognized: readonly Recognized[],
) => {
  const { siblings, element_box: box = anchor.box } = anchor;
  const given = attributesIn(html);
  const selected = page.selected[at] ?? { node: null, holder: null };
  const classes = wordsIn(given.class);
  const address = (given.href ?? given.src ?? given.action)?.slice(-200);
  const named = ATTRIBUTES.filter((name) => given[name]);
  const tests = Object.entries(anchor.test_attributes ?? {});
  const inner =
    html === undefined ? undefined : [...html.slice(1).matchAll(/<([a-z][\w-]*)/g)].map(([, tag = '']) => tag);
  const insideHtml = (html ?? '').slice((html ?? '').indexOf('>'));
  const contents = [...insideHtml.matchAll(/ (?:href|src|id|alt|name)="([^"]+)"/g)].map(([, value = '']) => value);
  const own = `${anchor.tag ?? ''} ${(anchor.text ?? '').slice(0, 60)}`.trim();
  const kin = [siblings?.previous, siblings?.next].map(withoutTag).filter(Boolean);
  const besidePeers = comparePeers({ anchor, html }, page, isForeign, recognized);
  const wantedTags = anchor.xpath ? tagsOf(anchor.xpath) : undefined;
  const diagonal = Math.hypot(page.view.width, page.view.height) || 1;
  const words = (wanted: string | undefined, found = '') =>
    wanted ? likeness(page.pairsFor(wanted), page.pairsFor(found)) : undefined;

  return (index: number, node: Candidate): Likenesses => {
    const has = node.attributes ?? {};
    const [x, y, width, height] = node.box;
    const label = page.label(index);
    const toSiblings = Math.max(words(siblings?.previous, label) ?? 0, words(siblings?.next, label) ?? 0);
    const isSibling = toSiblings > 0.9 && toSiblings > (words(own, label) ?? 0) + 0.1;
    const sameAddress = address ? Number(address === (has.href ?? has.src ?? has.action)) : undefined;
    const sameContents =
      contents.length > 0
        ? commonShare(
            contents.slice(0, 12).map((one) => one.slice(-200)),
            page.contents(index),
          )
        : undefined;
    const sameInside = inner && sequenceShare(inner.slice(0, 12), page.inside(index));
    const near = kin.length > 0 && !isForeign ? page.kin(index) : [];
    const inWords = isForeign ? () => undefined : words;
    const beside = besidePeers?.(index);
    const tags = wantedTags && tagsOf(page.paths[index]);
    return {
      ...beside,
      rarePeer: beside?.peer,
      rareTwin: beside?.twin,
      rareRank: beside?.rank,
      rareBeside: beside?.beside,
      path: wantedTags && stepsShare(wantedTags, tags ?? []),
      rarePath: wantedTags && stepsShare(wantedTags, tags ?? []),
      role: anchor.role ? Number(anchor.role === node.role) : undefined,
      landmark: inWords(anchor.landmark, page.landmarks[node.landmark]),
      rareLandmark: inWords(anchor.landmark, page.landmarks[node.landmark]),
      selector: anchor.selector ? Number(selected.node === index) : undefined,
      holder: selected.holder === null ? undefined : Number(selected.holder === node.holder),
      tests:
        tests.length > 0
          ? tests.filter(([name, value]) => node.tests?.[name] === value).length / tests.length
          : undefined,
      id: given.id ? Number(given.id === has.id) : undefined,
      tag: anchor.tag ? Number(anchor.tag === node.tag) : undefined,
      address: sameAddress,
      contents: sameContents,
      inside: sameInside,
      kin: kin.length > 0 && !isForeign ? kin.filter((one) => near.includes(one)).length / kin.length : undefined,
      other: siblings ? Number(!isSibling) : undefined,
      left: box ? 1 - Math.min(1, Math.abs(box.x - x) / (page.view.width || 1)) : undefined,
      location: box ? 1 - Math.min(1, Math.hypot(box.x - x, box.y - y) / diagonal) : undefined,
      size: box ? ratio(box.width * box.height, width * height) : undefined,
      shape: box ? ratio(box.width * height, box.height * width) : undefined,
      text: square(inWords(anchor.text, node.text)),
      around: square(inWords(anchor.around, page.around(index))),
      name: square(inWords(anchor.name, node.name)),
      attributes:
        named.length > 0 ? named.filter((name) => given[name] === has[name]).length / named.length : undefined,
      rareAddress: sameAddress,
      rareContents: sameContents,
      rareInside: sameInside,
      classes: classes.length > 0 ? commonShare(classes, wordsIn(has.class)) : undefined,
    };
  };
};

/**
 * A value at least as similar in k of n elements counts 1 − ln k / ln n: all if it is unique, nothing if all have it.
 * Elements around one that is as similar aren't counted: they have its words because they contain it.
 */
const discount = (all: readonly Likenesses[], property: Rare, parents: readonly (number | undefined)[]): void => {
  const outer = new Set<number>();
  for (const [at, parent] of parents.entries())
    if (parent !== undefined && (all[at]?.[property] ?? 0) >= (all[parent]?.[property] ?? 0)) outer.add(parent);
  const values = all.flatMap((one, at) => (outer.has(at) ? [] : [one[property] ?? 0])).sort((a, b) => b - a);
  const places = new Map<number, number>();
  for (const [at, value] of values.entries()) places.set(value, at + 1);
  const countOf = (value: number) => places.get(value) ?? Math.max(1, values.findLastIndex((one) => one >= value) + 1);
  for (const one of all) {
    const value = one[property];
    if (value === undefined) return;
    one[property] = value * (1 - Math.log(countOf(value)) / Math.log(Math.max(2, all.length)));
  }
};

/** No element has the note's words and the title is another: the page is in another language, so words tell nothing. */
const isTranslated = ({ anchor, title }: Pinned, page: PageParts, indexes: readonly number[]): boolean => {
  if (title && title === page.title) return false;
  const { text, around, siblings } = anchor;
  const known = [
    [text, (index: number) => page.nodes[index]?.text],
    [around, page.around],
    [siblings?.previous, page.label],
    [siblings?.next, page.label],
  ] as const;
  return !known.some(([words, of], at) => {
    if (!words || (at > 1 && !words.includes(' '))) return false;
    const wanted = page.pairsFor(words);
    const least = at === 1 || at === 0 ? Math.sqrt(FOREIGN) : FOREIGN;
    return indexes.some((index) => likeness(wanted, page.pairsFor(of(index) ?? '')) >= least);
  });
};

/** Signs that the element was taken out, each 0 or 1. */
const signsOfRemoval = (
  { anchor: { siblings, xpath, peers, tag = '' } }: Pinned,
  page: PageParts,
  indexes: readonly number[],
  isForeign: boolean,
  found: readonly Recognized[],
): Record<Sign, number> => {
  const signs = { closed: 0, fewer: 0, scarce: 0, gap: 0, between: 0, foreign: Number(isForeign) };
  if (siblings) {
    const { previous, next, count } = siblings;
    const isClosed = (index: number) => {
      const [before, after] = page.neighbors[index] ?? [];
      if (!previous) return Boolean(next) && page.label(index) === next && before === undefined;
      if (page.label(index) !== previous) return false;
      return next ? page.label(after) === next : after === undefined && count > 1;
    };
    signs.closed = Number(!isForeign && indexes.some(isClosed));
    const above = (path = '') => path.slice(0, path.lastIndexOf('/'));
    const children = indexes.filter((index) => above(page.paths[index]) === above(xpath));
    signs.fewer = Number(children.length === 0 || children.some((index) => page.nodes[index]?.at[1] === count - 1));
  }
  if (peers) {
    const count = Math.max(0, ...page.ranks(tag).map(([, all]) => all));
    signs.scarce = Number(count < peers.count);
    const [before, after] = [-1, 1].map((wanted) => found.find(({ away }) => away === wanted)?.places ?? []);
    const gaps = (before ?? []).flatMap((one) => (after ?? []).map((other) => other - one));
    signs.gap = Number(gaps.includes(1));
    signs.between = Number(gaps.includes(2));
  }
  return signs;
};

export const isSearched = (node: Candidate | undefined): boolean =>
  Boolean(node?.is_visible) && !/^(html|body|head|script|style)$/.test(node?.tag ?? '');

/** How alike each element of a page is to a note's, and the signs that the note's is gone. */
export const likenessesIn = (pinned: Pinned, page: PageParts, at: number) => {
  const { nodes } = page;
  const indexes = [...nodes.keys()].filter((index) => isSearched(nodes[index]));
  const isForeign = isTranslated(pinned, page, indexes);
  const recognized = recognizePeers(pinned, page, isForeign);
  const likenessesOf = compare(pinned, page, at, isForeign, recognized);
  const all = indexes.flatMap((index) => {
    const node = nodes[index];
    return node ? [likenessesOf(index, node)] : [];
  });
  const places = new Map(indexes.map((index, at) => [index, at]));
  const parents = indexes.map((index) => places.get(nodes[index]?.parent ?? -1));
  for (const property of RARE) discount(all, property, parents);
  return { indexes, all, signs: signsOfRemoval(pinned, page, indexes, isForeign, recognized) };
};
