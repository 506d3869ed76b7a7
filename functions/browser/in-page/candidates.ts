import * as z from 'zod';
import type { Selector } from '../order.ts';
import { cleanText, cleanUrl, squash } from './clean.ts';
import { describing, frameOf } from './describe.ts';

const MAX_NODES = 5000;
const cut = (most: number) => z.string().transform((text) => text.slice(0, most).toWellFormed());
const Index = z.number().int().min(-1).max(MAX_NODES);
const Length = z.number().min(-1e7).max(1e7);
const Attributes = z.record(cut(80), cut(200)).transform((all) => Object.fromEntries(Object.entries(all).slice(0, 30)));

/** An element as the widget would have described it. Absent words are empty. */
export const Candidate = z.object({
  /** Of the element, host or frame that contains it; -1 for a document's root. */
  parent: Index,
  /** Of the shadow host or frame; -1 in the page itself. */
  holder: Index,
  tag: cut(80),
  /** Place among its siblings, and their number. */
  at: z.tuple([Length, Length]),
  role: cut(80).optional(),
  name: cut(200).optional(),
  text: cut(200).optional(),
  /** In `landmarks`. */
  landmark: Index,
  attributes: Attributes.optional(),
  tests: Attributes.optional(),
  /** Relative to its own document. */
  box: z.tuple([Length, Length, Length, Length]),
  /** Its box in the page's picture, if that is not `box`. */
  shown: z.tuple([Length, Length, Length, Length]).optional(),
  is_visible: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

/** All that a page returns is hostile, so everything is bounded again. */
export const Candidates = z.object({
  nodes: z.array(Candidate).max(MAX_NODES),
  landmarks: z.array(cut(200)).max(MAX_NODES),
  /** For each selector: the element it names, and the holder that its path leads to; null if there is none. */
  selected: z.array(z.object({ node: Index.nullable(), holder: Index.nullable() })).max(100),
  /** False if the page has more elements. */
  is_complete: z.boolean(),
  /** Shadow roots have words that no candidate's text has as visitors read them: outside elements, or in slots. */
  has_loose_words: z.boolean().optional(),
  view: z.object({ width: Length, height: Length }),
  title: cut(200),
});
export type Candidates = z.infer<typeof Candidates>;

const LIMITS = { nodes: MAX_NODES, bytes: 2_500_000, ms: 4000 };
/** In characters of JSON. */
export const MAX_CANDIDATES = 3_000_000;

const collect = (
  selectors: readonly Selector[],
  { wordsOf, holder, titleOf, landmarkOf, testAttributes }: ReturnType<typeof describing>,
  clean: { url(address: string): string; text(text: string, most: number): string },
  limits: { nodes: number; bytes: number; ms: number },
): Candidates => {
  type Box = Candidate['box'];
  const started = performance.now();
  const indexes = new Map<Element, number>();
  const nodes: Candidate[] = [];
  const landmarks: string[] = [];
  const titles = new Map<Element, string>();
  let bytes = 0;
  let is_complete = true;
  let has_loose_words = false;

  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const view = element.ownerDocument.defaultView ?? window;
    return [x + view.scrollX, y + view.scrollY, width, height].map((value) => Math.round(value * 10) / 10) as Box;
  };
  const landmarkIn = (element: Element): number => {
    const words = landmarkOf(element, (found) => {
      const title = titles.get(found) ?? titleOf(found);
      titles.set(found, title);
      return title;
    });
    if (!words) return -1;
    if (!landmarks.includes(words)) landmarks.push(words);
    return landmarks.indexOf(words);
  };
  const attributesOf = (element: Element): Record<string, string> => {
    const all: Record<string, string> = {};
    for (const name of ['id', 'class', 'href', 'src', 'alt', 'name', 'type', 'placeholder', 'for', 'action']) {
      const value = element.getAttribute(name);
      const kept = /^(href|src|action)$/.test(name) ? clean.url(value ?? '').slice(-200) : clean.text(value ?? '', 200);
      if (kept) all[name] = kept;
    }
    return all;
  };

  const describe = (element: Element, at: [number, number], parent: number, isInFrame: boolean) => {
    const held = holder(element);
    const { role, name, text } = wordsOf(element);
    const attributes = attributesOf(element);
    const tests = testAttributes(element);
    const box = boxOf(element);
    const view = element.ownerDocument.defaultView ?? window;
    const inside = isInFrame ? nodes[indexes.get(view.frameElement as Element) ?? -1] : undefined;
    const [left = 0, top = 0] = inside?.shown ?? inside?.box ?? [];
    const node: Candidate = {
      parent,
      holder: held ? (indexes.get(held) ?? -1) : -1,
      tag: element.localName.slice(0, 80),
      at,
      ...(role && { role }),
      ...(name && { name }),
      ...(text && { text }),
      landmark: landmarkIn(element),
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(Object.keys(tests).length > 0 && { tests }),
      box,
      ...(inside && { shown: [box[0] + left - view.scrollX, box[1] + top - view.scrollY, box[2], box[3]] as Box }),
      is_visible: box[2] > 0 && box[3] > 0 && element.checkVisibility({ visibilityProperty: true }),
    };
    bytes += 60 + new TextEncoder().encode(JSON.stringify(node)).length;
    indexes.set(element, nodes.length);
    nodes.push(node);
  };

  const hasLooseWords = (element: Element): boolean => {
    const own = [...(element.shadowRoot?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    // Frames have their own classes, and elements of other languages may have the name.
    const slotted = (element.localName === 'slot' && (element as HTMLSlotElement).assignedNodes?.()) || [];
    return [...own, ...slotted].some(({ textContent }) => /\S/.test(textContent ?? ''));
  };

  const isFull = () => nodes.length >= limits.nodes || bytes >= limits.bytes || performance.now() - started > limits.ms;

  // A form's `children` may be a field of that name.
  const walk = (children: Iterable<Node>, parent: number, isInFrame: boolean): void => {
    const all = [...children].filter((node): node is Element => node.nodeType === 1);
    for (const [index, element] of all.entries()) {
      if (isFull()) {
        is_complete = false;
        return;
      }
      describe(element, [index, all.length], parent, isInFrame);
      has_loose_words ||= hasLooseWords(element);
      if (element.localName === 'head') continue;
      const own = nodes.length - 1;
      let framed: Document | null = null;
      try {
        framed = (element as HTMLIFrameElement).contentDocument ?? null;
      } catch {}
      if (framed?.documentElement) walk([framed.documentElement], own, true);
      if (element.shadowRoot) walk(element.shadowRoot.childNodes, own, isInFrame);
      walk(element.childNodes, own, isInFrame);
    }
  };
  walk([document.documentElement], -1, false);

  const selected = selectors.map(({ selector, frame_path }) => {
    try {
      let root: Document | ShadowRoot | null | undefined = document;
      let held: Element | null | undefined = null;
      for (const step of frame_path) {
        held = root?.querySelector(step);
        root = held?.shadowRoot ?? (held as HTMLIFrameElement | null)?.contentDocument;
      }
      const found = (selector && root?.querySelector(selector)) || null;
      return {
        node: (found && indexes.get(found)) ?? null,
        holder: root ? (held ? (indexes.get(held) ?? null) : -1) : null,
      };
    } catch {
      return { node: null, holder: null };
    }
  });
  return {
    nodes,
    landmarks,
    selected,
    is_complete,
    has_loose_words,
    view: { width: innerWidth, height: innerHeight },
    title: Reflect.get(Document.prototype, 'title', document).slice(0, 200),
  };
};

/** An expression for the page's isolated world. */
export const candidatesScript = (selectors: readonly Selector[]): string =>
  `(${collect})(${JSON.stringify(selectors)}, (${describing})({ cleanText: ${cleanText}, squash: ${squash}, frameOf: ${frameOf} }), { url: ${cleanUrl}, text: ${cleanText} }, ${JSON.stringify(LIMITS)})`;
