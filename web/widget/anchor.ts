import { finder } from '@medv/finder';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, squash } from '../../functions/browser/in-page/clean.ts';
import { holder, isMasked, landmarkOf, testAttributes, visibleText, wordsOf } from './describe.ts';
import type { Rect } from './runtime.ts';

type Anchor = CapturedContext['anchor'];

const positions = (element: Element): { index: number; of: Element[] } => {
  const of = [...(element.parentNode?.childNodes ?? [])].filter((node): node is Element => node.nodeType === 1);
  return { index: of.indexOf(element), of };
};

/** Hand-written IDs, including `step-2`; a library's counters name another element tomorrow. */
const idName = (id: string): boolean =>
  /^[a-z]+([-_][a-z]+)*[-_]?\d{0,2}$/i.test(id) && !/^(ember|radix|headlessui|react|mui|rc)/i.test(id);

const selectorOf = (element: Element): string => {
  try {
    const root = element.getRootNode() as Element;
    const limits = { timeoutMs: 150, maxNumberOfPathChecks: 1500 };
    return finder(element, { root, idName, ...(isMasked(element) && { attr: () => false }), ...limits }).slice(0, 1024);
  } catch {
    const path: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement)
      path.unshift(`${CSS.escape(at.localName)}:nth-child(${positions(at).index + 1})`);
    return path.slice(-25).join('>').slice(-1024);
  }
};

const xpathOf = (element: Element): string => {
  let path = '';
  for (let at: Element | null = element; at; at = at.parentElement) {
    const same = positions(at).of.filter((other) => other.localName === at?.localName);
    path = `/${at.localName}${same.length > 1 ? `[${same.indexOf(at) + 1}]` : ''}${path}`;
  }
  return path.slice(0, 1024);
};

/** Text of the closest element around it that says more than it does. */
const aroundOf = (element: Element, own: string, most: number): string => {
  let outer = element.parentElement;
  while (outer && visibleText(outer).length < Math.min(200, own.length + 20)) outer = outer.parentElement;
  return outer ? cleanText(visibleText(outer, most), most) : '';
};

const MAX_PEERS = 6;
const PEER_TEXT = 40;

/** The nearest elements with the same tag before and after it, by their own words or else by those around them. */
const peersOf = (element: Element, own: string): Anchor['peers'] => {
  const root = element.getRootNode() as Document;
  const placeIn = (all: Element[]) => ({ index: all.indexOf(element), count: all.length });
  const describe = (peer: Element) => {
    const text = cleanText(visibleText(peer, PEER_TEXT), PEER_TEXT);
    return text && text !== own.slice(0, PEER_TEXT) ? { text } : { around: aroundOf(peer, text, PEER_TEXT) };
  };
  const all = [...root.querySelectorAll(element.localName)];
  const place = placeIn(all);
  const given = element.getAttribute('class') ?? '';
  const classes = cleanText(given, 200);
  const twins = [...root.querySelectorAll('[class]')].filter((other) => other.getAttribute('class') === given);
  return {
    ...place,
    before: all
      .slice(Math.max(0, place.index - MAX_PEERS), place.index)
      .reverse()
      .map(describe),
    after: all.slice(place.index + 1, place.index + 1 + MAX_PEERS).map(describe),
    ...(classes && { twins: { classes, ...placeIn(twins) } }),
  };
};

export const anchorOf = (element: Element, kind: Anchor['kind'], box: Rect | null): Anchor => {
  const anchor: Anchor = { kind };
  anchor.selector = selectorOf(element);
  anchor.xpath = xpathOf(element);
  const tests = testAttributes(element);
  if (Object.keys(tests).length) anchor.test_attributes = tests;
  const own = wordsOf(element);
  const words = {
    ...own,
    around: aroundOf(element, own.text, 200),
    tag: element.localName.slice(0, 80),
    landmark: landmarkOf(element),
  };
  for (const [key, value] of Object.entries(words)) if (value) anchor[key as keyof typeof words] = value;
  const { index, of } = positions(element);
  const beside = (other: Element | undefined) =>
    other ? squash(`${other.localName} ${visibleText(other, 60)}`, 80) : '';
  const previous = beside(of[index - 1]);
  const next = beside(of[index + 1]);
  anchor.siblings = { index, count: of.length, ...(previous && { previous }), ...(next && { next }) };
  anchor.peers = peersOf(element, own.text);
  const path: string[] = [];
  for (let at = holder(element); at && path.length < 10; at = holder(at)) path.unshift(selectorOf(at));
  if (path.length) anchor.frame_path = path;
  if (box) {
    const view = element.ownerDocument.defaultView ?? window;
    const onPage = ({ x, y, width, height }: Rect) => ({ x: x + view.scrollX, y: y + view.scrollY, width, height });
    anchor.box = onPage(box);
    if (kind !== 'element') anchor.element_box = onPage(element.getBoundingClientRect());
  }
  return anchor;
};
