import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { frameOf } from '../../functions/browser/in-page/describe.ts';
import type { Rect } from './runtime.ts';

export const toOuter = (element: Element, { x, y, width, height }: Rect): Rect => {
  const frame = frameOf(element);
  if (!frame) return { x, y, width, height };
  const box = frame.getBoundingClientRect();
  const scale = box.width / (frame.offsetWidth || 1);
  return toOuter(frame, {
    x: box.x + (frame.clientLeft + x) * scale,
    y: box.y + (frame.clientTop + y) * scale,
    width: width * scale,
    height: height * scale,
  });
};

export const elementAt = (x: number, y: number, root: Document | ShadowRoot = document): Element | null => {
  const found = root.elementFromPoint(x, y);
  if (!found || found.getRootNode() !== root) return found;
  if (found.shadowRoot) return elementAt(x, y, found.shadowRoot) ?? found;
  const inside = (found as HTMLIFrameElement).contentDocument;
  if (!inside?.body) return found;
  const box = found.getBoundingClientRect();
  const scale = (found as HTMLElement).offsetWidth / box.width || 1;
  return elementAt((x - box.x) * scale - found.clientLeft, (y - box.y) * scale - found.clientTop, inside) ?? found;
};

export const findAnchor = ({ selector, frame_path = [] }: CapturedContext['anchor']): Element | null => {
  try {
    let root: Document | ShadowRoot | null | undefined = document;
    for (const step of frame_path) {
      const at: Element | null | undefined = root?.querySelector(step);
      root = at?.shadowRoot ?? (at as HTMLIFrameElement | null)?.contentDocument;
    }
    return (selector && root?.querySelector(selector)) || null;
  } catch {
    return null;
  }
};
