import { findAgain } from '../../functions/verification/find-again.ts';
import { pageParts } from '../../functions/verification/page-parts.ts';
import { collect } from './candidates.ts';
import { findAnchor } from './geometry.ts';
import type { PinnedNote, Runtime } from './runtime.ts';

const runtime = window.__sidenote as Runtime;

/** All elements in the order in which `collect` numbers them. */
const elementsOf = (children: Iterable<Node>, all: Element[] = []): Element[] => {
  for (const node of children) {
    if (node.nodeType !== 1) continue;
    const element = node as Element;
    all.push(element);
    if (element.localName === 'head') continue;
    let framed: Document | null = null;
    try {
      framed = (element as HTMLIFrameElement).contentDocument ?? null;
    } catch {}
    if (framed?.documentElement) elementsOf([framed.documentElement], all);
    if (element.shadowRoot) elementsOf(element.shadowRoot.childNodes, all);
    elementsOf(element.childNodes, all);
  }
  return all;
};

/** Their elements, as a check of the page by the service would find them; null for lost ones. */
const find = (notes: readonly PinnedNote[]): (Element | null)[] => {
  const elements = elementsOf([document.documentElement]);
  const candidates = collect(
    notes.map(({ anchor }) => ({ selector: anchor.selector ?? '', frame_path: anchor.frame_path ?? [] })),
  );
  // The widget shows words of the notes, and isn't part of the page. Its host is the last element.
  const own = elements.indexOf(runtime.host);
  if (own >= 0) candidates.nodes.length = Math.min(candidates.nodes.length, own);
  const page = pageParts(candidates);
  return notes.map((note, at) => {
    const { node } = findAgain(note, page, at);
    if (node !== null) return elements[node] ?? null;
    // A large page has elements that aren't read.
    return candidates.selected[at]?.node === null ? findAnchor(note.anchor) : null;
  });
};

Object.assign(runtime, { find });
