import { anchorOf } from './anchor.ts';
import { cleanText } from './clean.ts';
import type { Inspection, Runtime, Target } from './runtime.ts';
import { snippet } from './snippet.ts';
import { sourceOf } from './source.ts';

const STYLES =
  'color background-color background-image font-family font-size font-weight line-height letter-spacing text-align text-transform text-decoration-line white-space display position width height margin padding border border-radius box-shadow opacity overflow z-index flex-direction justify-content align-items gap grid-template-columns transform cursor visibility'.split(
    ' ',
  );

/** The computed styles that differ from what a bare element of the same name has. */
const stylesOf = (element: Element, runtime: Runtime): Record<string, string> => {
  const cage = document.createElement('div');
  const bare = document.createElementNS(element.namespaceURI, element.localName) as HTMLElement;
  cage.style.cssText = 'all:initial;display:none';
  cage.attachShadow({ mode: 'open' }).append(bare);
  runtime.root.append(cage);
  const plain = getComputedStyle(bare);
  const styles = (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
  const differ: Record<string, string> = {};
  for (const name of STYLES) {
    const value = styles.getPropertyValue(name);
    if (value && value !== plain.getPropertyValue(name)) differ[name] = cleanText(value, 300);
  }
  cage.remove();
  return differ;
};

/** What is known about the thing a note is about. */
export const inspect = (runtime: Runtime, { element, kind, rect, selection }: Target): Inspection => {
  const source = sourceOf(element);
  return {
    anchor: anchorOf(element, kind, rect),
    ...(source && { source }),
    ...(selection && { selection }),
    html: snippet(element),
    styles: stylesOf(element, runtime),
  };
};
