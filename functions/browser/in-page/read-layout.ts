import type { PageTools } from './page-tools.ts';

/** Boxes that are too wide, cut off, in the way or out of reach. */
export const readLayout = ({
  root,
  body,
  all,
  find,
  parentOf,
  around,
  closest,
  styleOf,
  textOf,
  boxOf,
  isSeen,
  few,
  alone,
}: PageTools) => {
  const CONTROLS =
    'a[href], area[href], button, input, select, textarea, summary, label, video, audio, iframe, [tabindex], [contenteditable]';
  const SILENT =
    'script, style, noscript, template, textarea, select, option, svg, rt, rp, marquee, [aria-hidden="true"]';
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY, textOverflow, textIndent, webkitLineClamp } = styleOf(element);
    // An indent far to the left replaces text by a picture.
    if (textOverflow === 'ellipsis' || Number.parseFloat(textIndent) < -50) return false;
    if (!/hidden|clip/.test(overflowX + overflowY)) return false;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const fits = scrollHeight <= clientHeight + 2 && scrollWidth <= clientWidth + 2;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (fits || width <= 4 || height <= 4 || /^\d/.test(webkitLineClamp)) return false;
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !/\S/.test(node.textContent ?? '')) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((line) => {
        const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
        return line.width > 1 && (y > bottom || y < top || x > right || x < left);
      });
    });
  };

  // Sideways scrolling: the outermost elements that reach out of the window.
  const hides = [root, body].some((element) => /hidden|clip/.test(styleOf(element).overflowX));
  const pageWidth = hides ? root.clientWidth : (document.scrollingElement ?? root).scrollWidth;
  const sticksOut = (element: Element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && (right + scrollX > root.clientWidth + 1 || left + scrollX < -1);
  };
  const isClipped = (element: Element): boolean => {
    for (const at of around(element)) {
      if (at === body) break;
      if (styleOf(at).overflowX !== 'visible') return true;
    }
    return styleOf(element).position === 'fixed';
  };
  const wide =
    pageWidth > root.clientWidth + 1
      ? all.filter((element) => sticksOut(element) && isSeen(element) && !isClipped(element))
      : [];
  const allWide = new Set<Element>(wide);
  const outermost = wide.filter((element) => ![...around(element)].some((at) => allWide.has(at)));

  // In front of the first view, by a grid of 100 points.
  const topAt = (x: number, y: number, scope: Document | ShadowRoot = document): Element | null => {
    const found = scope.elementFromPoint(x, y);
    if (found?.getRootNode() !== scope) return null;
    return (found.shadowRoot && topAt(x, y, found.shadowRoot)) ?? found;
  };
  const aroundEach = (selector: string): ReadonlySet<Element> => {
    const found = new Set<Element>();
    for (const element of find(selector)) {
      for (const at of around(element)) {
        if (found.has(at)) break;
        found.add(at);
      }
    }
    return found;
  };
  const withMain = aroundEach('main, h1');
  const covers = new Map<Element, number>();
  for (let i = 0; i < 100; i += 1) {
    const x = ((i % 10) + 0.5) * (root.clientWidth / 10);
    const y = (Math.floor(i / 10) + 0.5) * (innerHeight / 10);
    let at = topAt(x, y);
    while (at && at !== body && styleOf(at).position !== 'fixed') at = parentOf(at);
    if (at && at !== body && at !== root && !withMain.has(at)) covers.set(at, (covers.get(at) ?? 0) + 1);
  }

  const reacts = (element: HTMLElement) => {
    if (element.hasAttribute('onclick')) return true;
    const parent = parentOf(element);
    return styleOf(element).cursor === 'pointer' && parent !== null && styleOf(parent).cursor !== 'pointer';
  };
  const withControl = aroundEach(CONTROLS);
  const isOutOfReach = (element: HTMLElement) =>
    reacts(element) && isSeen(element) && !closest(element, `${CONTROLS}, svg, option`) && !withControl.has(element);

  return {
    width: { page: pageWidth, window: root.clientWidth },
    too_wide: few(outermost.map((element) => [element, `${boxOf(element).width} px`])),
    cut_text: alone(all.filter((element) => isSeen(element) && !closest(element, SILENT) && isCut(element))),
    covering: few(
      [...covers].flatMap(([element, points]) =>
        points >= 50 && /\S/.test(textOf(element)) ? [[element, `${points}%`]] : [],
      ),
    ),
    unreachable: alone(all.filter(isOutOfReach)),
  };
};
