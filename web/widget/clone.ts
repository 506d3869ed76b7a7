import { controlStyle, copyName } from './controls.ts';
import { PIXEL } from './embed.ts';
import { shownValue } from './field-values.ts';
import { generatedText } from './generated.ts';
import type { Rect } from './runtime.ts';

const IGNORED =
  /^(animation|transition|cursor|pointer-events|scroll|will-change|user-select|view-|offset|page|break|-webkit-(?!line-clamp|box|text|mask|background)|(min-|max-)?(inline|block)-size|(margin|padding|border|inset)-(inline|block)|border-(start|end)-|perspective-origin|app-region|speak|d$|r$|c[xy]$|r[xy]$|[xy]$)/;
/** Written even if they equal the element's default: they inherit, or another property sets their default. */
const ALWAYS =
  /^(border|outline|width|height|transform-origin|color|font|line-height|letter|word|text-(align|indent|transform|shadow|wrap|rendering)|white-space|visibility|direction|list-style|quotes|caption-side|empty-cells|tab-size|fill|stroke|-webkit-text|writing|hyphens|overflow-wrap|line-break)/;
const XHTML = 'http://www.w3.org/1999/xhtml';
/** Attributes that are visible without a style. Others are dropped: the copied styles cover them, and handlers must not run. */
const SHOWN =
  /^(type|placeholder|colspan|rowspan|span|rows|cols|size|multiple|start|reversed|open|min|max|low|high|optimum|step|label|lang)$/;
/** XML, which carries the copy, refuses some names that frameworks and HTML's parser give: `xmlns` by script, `:class`. */
const isDrawn = ({ name, namespaceURI }: Attr): boolean =>
  !/^(on|style$|nonce)/.test(name) && (namespaceURI !== null || /^(?!xmlns)[a-z][\w-]*$/i.test(name));
const CONTROL = /^(button|input|select|textarea|meter|progress)$/;
const LOOK = [
  'appearance',
  'border-top-style',
  'border-top-width',
  'border-top-color',
  'background-color',
  'background-image',
];
const TYPED = '••••••';
const MASKED = '[data-sidenote-mask],[data-sidenote-private]';

/** Words typed into forms are masked; content outside the viewport keeps its box but is emptied. */
export const cloneView = (page: Document, skip: Element, viewport: Rect): HTMLElement => {
  const view = page.defaultView ?? window;
  const names = [...view.getComputedStyle(page.documentElement)].filter((name) => !IGNORED.test(name));
  const generated = generatedText(page);
  // A document without a window loads and runs nothing.
  const inert = document.implementation.createHTMLDocument('');
  const defaults: Record<string, Record<string, string>> = {};
  const cage = document.createElement('div');
  cage.style.cssText = 'all:initial;position:fixed;visibility:hidden';
  const inside = cage.attachShadow({ mode: 'open' });
  skip.shadowRoot?.append(cage);
  const layer: Node[] = [];

  const defaultsOf = (element: Element): Record<string, string> => {
    const { localName } = element;
    const type = element.getAttribute('type') ?? '';
    const key = `${localName} ${type}`;
    if (!defaults[key]) {
      const bare = document.createElementNS(element.namespaceURI, localName);
      bare.setAttribute('type', type);
      inside.append(bare);
      const styles = getComputedStyle(bare);
      defaults[key] = Object.fromEntries(names.map((name) => [name, styles.getPropertyValue(name)]));
      bare.remove();
    }
    return defaults[key] ?? {};
  };
  const bareCopy = (from: Element): HTMLElement => {
    const isSvg = from.namespaceURI !== XHTML;
    const to = inert.createElementNS(from.namespaceURI, copyName(from)) as HTMLElement;
    // A form's field may have this name. Asked for by name, an attribute with capitals isn't found.
    const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', from);
    for (const attribute of attributes) {
      if (isSvg ? isDrawn(attribute) : SHOWN.test(attribute.name))
        to.setAttributeNS(attribute.namespaceURI, attribute.name, attribute.value);
    }
    if (
      /^(button|submit|reset|range)$/.test((from as HTMLInputElement).type) ||
      /^(li|meter|progress)$/.test(from.localName)
    )
      to.setAttribute('value', from.getAttribute('value') ?? '');
    if ((from as HTMLInputElement).checked) to.setAttribute('checked', '');
    return to;
  };
  const dress = (
    from: Element,
    to: HTMLElement | SVGElement,
    styles: CSSStyleDeclaration,
    plain: Record<string, string>,
  ): void => {
    const isGiven = (name: string): boolean => {
      const value = styles.getPropertyValue(name);
      return value !== plain[name] && (value !== styles.color || plain[name] !== plain.color);
    };
    const isSvg = from.namespaceURI !== XHTML;
    const isNative = CONTROL.test(from.localName) && !LOOK.some(isGiven);
    let text = isNative ? `${controlStyle(from)};` : '';
    for (const name of names) {
      // WebKit strokes gradient text if any stroke is set, even none.
      if (!isSvg && /^stroke/.test(name)) continue;
      // Any explicit border, even the default, removes a native control's appearance.
      if ((ALWAYS.test(name) || isGiven(name)) && !(isNative && /^(bord|outl|backg)/.test(name)))
        text += `${name}:${styles.getPropertyValue(name)};`;
    }
    // Its computed display is the same as any box's.
    if (styles.webkitLineClamp !== 'none') text += 'display:-webkit-box;-webkit-box-orient:vertical;';
    to.style.cssText = `${text}animation:none;transition:none`;
  };
  const pseudo = (element: Element, name: '::before' | '::after'): HTMLElement | null => {
    const styles = view.getComputedStyle(element, name);
    const { content } = styles;
    if (!content || content === 'none' || content === 'normal') return null;
    const to = inert.createElement('span');
    dress(to, to, styles, {});
    to.textContent = generated(element, name, content);
    return to;
  };
  const pictureOf = (source: HTMLCanvasElement | HTMLVideoElement): string => {
    try {
      const canvas = document.createElement('canvas');
      canvas.width = source.clientWidth;
      canvas.height = source.clientHeight;
      canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL();
    } catch {
      return '';
    }
  };

  /** A box of the same size, without the element's own pictures, and with dots instead of its text. */
  const mask = (from: HTMLElement, styles: CSSStyleDeclaration): HTMLElement => {
    if (from.namespaceURI !== XHTML && from.localName !== 'svg')
      return inert.createElementNS(from.namespaceURI, 'g') as HTMLElement;
    const to = inert.createElement('span');
    dress(to, to, styles, {});
    to.style.cssText += ';background-image:none;border-image:none;content:normal;overflow:hidden';
    const { display } = styles;
    if (/^(img|svg|canvas|video|iframe|input|textarea|select|picture|meter|progress)$/.test(from.localName)) {
      to.style.backgroundColor = '#999';
      if (display === 'inline') to.style.display = 'inline-block';
    } else to.textContent = TYPED;
    return to;
  };

  const lifted = (to: HTMLElement, position: string, box: DOMRect, isMoved: boolean): Node | null => {
    if (isMoved || !/^(sticky|fixed)$/.test(position)) return to;
    const place = `;position:absolute;inset:auto;margin:0;top:${box.y}px;left:${box.x}px;width:${box.width}px;height:${box.height}px;box-sizing:border-box`;
    if (position === 'fixed') {
      layer.push(to);
      to.style.cssText += `${place};transform:none`;
      return null;
    }
    // A sticky element leaves a gap in the flow and is drawn on top, where it is visible.
    const top = to.cloneNode(true) as HTMLElement;
    top.style.cssText += place;
    layer.push(top);
    to.style.visibility = 'hidden';
    for (const inner of to.querySelectorAll<HTMLElement>('*')) inner.style.visibility = 'hidden';
    return to;
  };

  const copy = (node: Node, isMoved: boolean): Node | null => {
    if (node.nodeType === 3) return node.cloneNode();
    if (node.nodeType !== 1 || node === skip) return null;
    const from = node as HTMLElement;
    const tag = from.localName;
    if (/^(script|style|link|meta|template|noscript|head|title|base|object|embed)$/.test(tag)) return null;
    const styles = view.getComputedStyle(from);
    const { display, position } = styles;
    if (display === 'none') return null;
    const box = from.getBoundingClientRect();
    const isOut =
      box.bottom < viewport.y ||
      box.y > viewport.y + viewport.height ||
      box.right < viewport.x ||
      box.x > viewport.x + viewport.width;
    const isSvg = from.namespaceURI !== XHTML;
    const isFrame = tag === 'iframe';
    // They are drawn as a div: a custom element outside the page would run the page's code.
    const isBox = tag.includes('-') || tag === 'slot';
    if (from.matches(MASKED)) return lifted(mask(from, styles), position, box, isMoved);
    const drawn = tag === 'canvas' || tag === 'video' ? pictureOf(from as HTMLCanvasElement) : '';
    const to = drawn ? inert.createElement('img') : isFrame || isBox ? inert.createElement('div') : bareCopy(from);
    dress(from, to, styles, isFrame || drawn ? {} : defaultsOf(isBox ? to : from));
    if (drawn) to.setAttribute('src', drawn);
    if (tag === 'img') to.setAttribute('src', (!isOut && (from as HTMLImageElement).currentSrc) || PIXEL);
    if (isSvg) {
      for (const child of from.childNodes) to.append(copy(child, isMoved) ?? '');
      return to;
    }
    if (
      (from as HTMLInputElement).value &&
      /^(input|textarea|select)$/.test(tag) &&
      !/^(button|submit|reset|checkbox|radio|range)$/.test((from as HTMLInputElement).type)
    ) {
      const value = shownValue(from as HTMLInputElement);
      if (tag === 'input') {
        if (value === undefined) to.setAttribute('type', 'text');
        to.setAttribute('value', value ?? TYPED);
      } else {
        const shown = tag === 'select' ? to.appendChild(inert.createElement('option')) : to;
        shown.textContent = value ?? TYPED;
      }
      return to;
    }
    const { placeholder } = from as HTMLInputElement;
    if (placeholder && /^(input|textarea)$/.test(tag)) {
      // Its color belongs to a pseudo-element, which WebKit doesn't expose, so there the copy's placeholder has the default color.
      const { color } = view.getComputedStyle(from, '::placeholder');
      to.style.webkitTextFillColor = 'currentcolor';
      if (color !== styles.color) {
        to.style.color = color;
        to.textContent = placeholder;
        to.setAttribute('value', placeholder);
      }
    }
    if (tag === 'textarea' || tag === 'select') return to;
    if (from.isContentEditable) {
      to.textContent = from.textContent?.trim() ? TYPED : '';
      return to;
    }

    // Margins collapse through plain blocks: emptied ones above the viewport would move everything below them.
    const isClosed =
      box.y > viewport.y + viewport.height ||
      /flex|grid|inline-block|flow-root|table-cell/.test(display) ||
      styles.overflow !== 'visible';
    if (isOut && isClosed && display !== 'inline' && display !== 'contents' && box.height) return to;

    if (isFrame) {
      const inner = (from as HTMLIFrameElement).contentDocument;
      if (inner?.body) {
        const shown = cloneView(inner, skip, { x: 0, y: 0, width: from.clientWidth, height: from.clientHeight });
        to.style.overflow = 'hidden';
        if (display === 'inline') to.style.display = 'inline-block';
        to.append(shown);
      }
      return to;
    }
    const { scrollTop, scrollLeft } = from;
    const isScrolled = (scrollTop || scrollLeft) && from !== page.documentElement && from !== page.body;
    const children =
      tag === 'slot' && (from as unknown as HTMLSlotElement).assignedNodes().length
        ? (from as unknown as HTMLSlotElement).assignedNodes()
        : (from.shadowRoot ?? from).childNodes;
    to.append(pseudo(from, '::before') ?? '');
    let through = '';
    for (const child of children) {
      const made = copy(child, isMoved || position === 'sticky' || position === 'fixed');
      if (!made) continue;
      if (isScrolled && made instanceof HTMLElement) {
        made.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
        to.style.overflow = 'hidden';
      }
      if (made instanceof HTMLElement && Math.abs((child as Element).getBoundingClientRect().bottom - box.bottom) < 0.5)
        through = made.style.marginBottom || view.getComputedStyle(child as Element).marginBottom;
      to.append(made);
    }
    to.append(pseudo(from, '::after') ?? '');
    // A margin that collapses through the end of a box stays inside once the box has a height.
    if (display === 'block' && Number.parseFloat(through) > Number.parseFloat(styles.marginBottom))
      to.style.marginBottom = through;
    return lifted(to, position, box, isMoved);
  };

  const whole = inert.createElement('div');
  whole.style.cssText = `position:relative;overflow:hidden;width:${viewport.width}px;height:${viewport.height}px`;
  const sheet = inert.createElement('div');
  sheet.style.cssText = `position:absolute;left:${-view.scrollX}px;top:${-view.scrollY}px;width:${page.documentElement.clientWidth}px`;
  const html = copy(page.documentElement, false);
  if (html) sheet.append(html);
  whole.append(sheet, ...layer);
  // Sprites aren't displayed themselves, so the copy would lack the symbols its icons refer to.
  for (const use of whole.querySelectorAll('use')) {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href'))?.slice(1);
    const symbol = id && page.getElementById(id);
    if (!symbol || symbol.closest(MASKED)) continue;
    const copied = inert.importNode(symbol, true);
    for (const one of [copied, ...copied.querySelectorAll('*')]) {
      for (const attribute of [...one.attributes])
        if (attribute.name !== 'style' && !isDrawn(attribute)) one.removeAttributeNode(attribute);
    }
    use.before(copied);
  }
  cage.remove();
  return whole;
};
