import { squash } from '../../functions/browser/in-page/clean.ts';
import { frameOf } from '../../functions/browser/in-page/describe.ts';
import { h } from './dom.ts';
import { elementAt, toOuter } from './geometry.ts';
import type { Point, Rect, Runtime, Target } from './runtime.ts';
import { type Key, t } from './strings.ts';

export type Picked = { target: Target; pin: Point | null };

const SORTS = [
  ['img,svg,video,canvas,[role=img]', 'picture'],
  ['button,[role=button],[type=submit]', 'button'],
  ['a', 'link'],
  ['input,select,textarea', 'field'],
  ['h1,h2,h3,h4,h5,h6', 'heading'],
] as const satisfies readonly (readonly [string, Key])[];

const MAX_NAME = 40;

/** Whole words only. */
const cut = (text: string): string =>
  text.length <= MAX_NAME ? text : `${text.slice(0, MAX_NAME).replace(/\s+\S*$/, '')}…`;

const outside = (element: Element): Element | null =>
  element.parentElement ?? ((element.getRootNode() as ShadowRoot).host || frameOf(element));

const MASKED = '[data-sidenote-mask],[data-sidenote-private]';
const TYPED = `${MASKED},textarea,select,script,style,noscript,template,[contenteditable]:not([contenteditable=false])`;

const isMasked = (element: Element | null): boolean => {
  for (let at = element; at; at = at.assignedSlot ?? outside(at)) if (at.matches(MASKED)) return true;
  return false;
};

/** An element without a box, such as one with `display: contents`, is as visible as its parent. */
const isShown = (element: Element | null): boolean =>
  element?.checkVisibility?.({ visibilityProperty: true }) !== false ||
  (getComputedStyle(element).display === 'contents' && isShown(element.parentElement));

/** The text of a range, without what is hidden, masked or typed in it. */
const textIn = (range: Range): string => {
  const { commonAncestorContainer: top, startContainer, startOffset, endContainer, endOffset } = range;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  let text = '';
  let last: Element | null = null;
  for (let at: Node | null = top.nodeType === 3 ? top : walker.nextNode(); at; at = walker.nextNode()) {
    const { data, assignedSlot, parentElement } = at as Text;
    let block = parentElement;
    if (!range.intersectsNode(at) || block?.closest(TYPED) || !isShown(block) || isMasked(assignedSlot ?? block))
      continue;
    while (block && /^[ic]/.test(getComputedStyle(block).display)) block = block.parentElement;
    if (block !== last && /\S$/.test(text)) text += ' ';
    last = block;
    text += data.slice(at === startContainer ? startOffset : 0, at === endContainer ? endOffset : data.length);
  }
  return text;
};

/** As a visitor would call it. A part of the page goes by its heading: its text may begin with a hidden skip link. */
export const describe = (runtime: Runtime, element: Element): string => {
  const [, sort] = SORTS.find(([selector]) => element.matches(selector)) ?? [];
  const named = (sort ? null : element.querySelector('h1,h2,h3,h4')) ?? element;
  const given = element.ariaLabel || (element as HTMLImageElement).alt;
  const range = document.createRange();
  range.selectNodeContents(named);
  const text = cut(squash(isMasked(element) ? '' : given || textIn(range), 200));
  return `${t(runtime, sort ?? 'part')}${text && ` “${text}”`}`;
};

/** A shape inside a drawing means the drawing. */
const whole = (element: Element): Element => element.closest('svg,[role=img]') ?? element;

const place = (box: HTMLElement, { x, y, width, height }: Rect): void => {
  box.style.cssText = `transform:translate(${x}px,${y}px);width:${width}px;height:${height}px`;
};

export const marker = (runtime: Runtime, moved: (rect: Rect | null) => void) => {
  const pin = h('i', null);
  const box = h('div', { class: 'mark', hidden: true }, pin);
  runtime.root.append(box);
  let current: (() => Rect | null) | null = null;
  let frame = 0;
  const follow = (): void => {
    const rect = current?.() ?? null;
    box.hidden = !rect;
    if (rect) place(box, rect);
    moved(rect);
    frame = current ? requestAnimationFrame(follow) : 0;
  };
  return (rect: (() => Rect | null) | null, at?: Point | null): void => {
    current = rect;
    pin.style.translate = at ? `${at.x}px ${at.y}px` : '';
    cancelAnimationFrame(frame);
    follow();
  };
};

/** The target's current box in the outermost viewport; null once it has left the page. */
export const rectOf = ({ element, kind, rect }: Target, at: Point): Rect | null => {
  if (!element.isConnected) return null;
  if (kind === 'element' || !rect) return toOuter(element, element.getBoundingClientRect());
  const view = element.ownerDocument.defaultView ?? window;
  return toOuter(element, { ...rect, x: rect.x + at.x - view.scrollX, y: rect.y + at.y - view.scrollY });
};

/** The page's own document first, then those of its frames that it may read. */
const documents = (): Document[] => [
  document,
  ...[...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => contentDocument ?? []),
];

export const selectedText = (): Picked | null => {
  for (const owner of documents()) {
    const selection = owner.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
    const node = range?.commonAncestorContainer;
    const element = node?.nodeType === 1 ? (node as Element) : node?.parentElement;
    const text = range && element && !isMasked(element) ? textIn(range).trim() : '';
    if (!range || !element || !text) continue;
    const around = owner.createRange();
    around.selectNodeContents(element);
    around.setEnd(range.startContainer, range.startOffset);
    const prefix = textIn(around).slice(-100);
    around.selectNodeContents(element);
    around.setStart(range.endContainer, range.endOffset);
    const suffix = textIn(around).slice(0, 100);
    return {
      target: {
        kind: 'text',
        element,
        rect: range.getBoundingClientRect().toJSON(),
        selection: { text: text.slice(0, 2000), ...(prefix && { prefix }), ...(suffix && { suffix }) },
      },
      pin: null,
    };
  }
  return null;
};

/** If it starts a note, the bar also offers the whole page. */
export const pick = (
  runtime: Runtime,
  mode: 'element' | 'region' | 'text',
  left: AbortSignal,
  isStart: boolean,
): Promise<Picked | 'page' | null> =>
  new Promise((resolve) => {
    const hint = ({ element: 'pickElement', region: 'pickRegion', text: 'pickText' } satisfies Record<string, Key>)[
      mode
    ] as Key;
    const cancel = h('button', { class: 'quiet', onclick: () => end(null) }, t(runtime, 'cancel'));
    const use = h(
      'button',
      { class: 'main', hidden: true, onclick: () => end(selectedText()), onmousedown: () => false },
      t(runtime, 'pickUse'),
    );
    const page = h(
      'button',
      { class: 'quiet', hidden: !isStart, data: { mode: 'page' }, onclick: () => end('page') },
      t(runtime, 'wholePage'),
    );
    // Its second line is about the keyboard.
    const [said, keys] = t(runtime, hint).split('\n');
    const told = h('span', { role: 'status' }, said, ' ', h('span', { class: 'keys' }, keys));
    const bar = h('div', { class: 'bar', role: 'dialog', ariaLabel: t(runtime, hint) }, told, use, page, cancel);
    const label = h('b', null);
    const box = h('div', { class: `mark ${mode}`, hidden: true }, label);
    const veil = h('div', { class: `veil ${mode}` });
    const stop = new AbortController();
    const { signal } = stop;
    let over: Element | null = null;
    let area: Rect | null = null;
    let from: Point | null = null;

    const end = (picked: Picked | 'page' | null): void => {
      stop.abort();
      runtime.button.hidden = false;
      for (const part of [veil, box, bar]) part.remove();
      resolve(picked);
    };
    const under = (x: number, y: number): Element | null => {
      veil.style.pointerEvents = 'none';
      const found = elementAt(x, y);
      veil.style.pointerEvents = '';
      return found && found !== runtime.host ? whole(found) : null;
    };
    const show = (rect: Rect): void => {
      box.hidden = false;
      place(box, rect);
    };
    const hover = (element: Element | null): void => {
      if (!element) return;
      over = element;
      label.textContent = describe(runtime, element);
      show(toOuter(element, element.getBoundingClientRect()));
    };
    const choose = (pin: Point | null): void => {
      if (mode === 'element' && over)
        end({ target: { kind: 'element', element: over, rect: over.getBoundingClientRect().toJSON() }, pin });
      if (mode !== 'region' || !area || area.width < 4 || area.height < 4) return;
      const { x, y, width, height } = area;
      let element = under(x + width / 2, y + height / 2) ?? document.body;
      const holds = (outer: Rect) =>
        outer.x <= x + 1 &&
        outer.y <= y + 1 &&
        outer.x + outer.width >= x + width - 1 &&
        outer.y + outer.height >= y + height - 1;
      while (element.parentElement && !holds(toOuter(element, element.getBoundingClientRect())))
        element = element.parentElement;
      const frame = toOuter(element, { x: 0, y: 0, width: 1, height: 1 });
      const scale = frameOf(element) ? frame.width : 1;
      end({
        target: {
          kind: 'region',
          element,
          rect: { x: (x - frame.x) / scale, y: (y - frame.y) / scale, width: width / scale, height: height / scale },
        },
        pin: null,
      });
    };
    const seen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width * height > 0 && element !== runtime.host;
    };
    const step = (key: string): void => {
      const start = over ?? under(innerWidth / 2, innerHeight / 3) ?? document.body;
      const beside = (at: Element) => (key === 'ArrowLeft' ? at.previousElementSibling : at.nextElementSibling);
      let next: Element | null = start;
      if (over && key === 'ArrowUp') next = outside(start);
      else if (over) {
        const inside = (start as HTMLIFrameElement).contentDocument?.body ?? start.shadowRoot ?? start;
        next = key === 'ArrowDown' ? inside.firstElementChild : beside(start);
        while (next && !seen(next)) next = beside(next);
      }
      if (!next) return;
      // The outline is drawn at once, wherever the page scrolls smoothly.
      next.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      hover(next);
      told.textContent = describe(runtime, next);
    };
    const adjust = (key: string, resize: boolean): void => {
      area ??= { x: innerWidth / 2 - 120, y: innerHeight / 2 - 80, width: 240, height: 160 };
      const [place, size] = /Left|Right/.test(key) ? (['x', 'width'] as const) : (['y', 'height'] as const);
      const by = /Left|Up/.test(key) ? -16 : 16;
      if (resize) area[size] = Math.max(16, area[size] + by);
      else area[place] += by;
      show(area);
    };

    addEventListener(
      'keydown',
      (event) => {
        const { key } = event;
        const arrows = key.startsWith('Arrow') && mode !== 'text';
        if (key === 'Tab' && event.composedPath().includes(bar)) {
          // Focus stays on the bar: the page behind it is only pointed at.
          event.preventDefault();
          const stops = [use, page, cancel].filter(({ hidden }) => !hidden);
          const at = stops.indexOf(runtime.root.activeElement as HTMLButtonElement) + (event.shiftKey ? -1 : 1);
          stops.at(at % stops.length)?.focus();
        } else if (key === 'Escape') end(null);
        else if (arrows && mode === 'element') step(key);
        else if (arrows) adjust(key, event.shiftKey);
        else if (key === 'Enter' && (over || area) && runtime.root.activeElement !== page) choose(null);
        else return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, signal },
    );

    if (mode === 'text') {
      const look = (): void => {
        use.hidden = !selectedText();
      };
      for (const owner of documents()) owner.addEventListener('selectionchange', look, { signal });
      addEventListener(
        'pointerup',
        (event) => {
          if (event.pointerType === 'mouse' && event.target !== runtime.host)
            setTimeout(() => selectedText() && end(selectedText()));
        },
        { signal },
      );
      look();
    }
    veil.onpointermove = ({ clientX: x, clientY: y, buttons, pointerType }) => {
      if (mode === 'element') {
        if (pointerType === 'mouse' || !buttons) hover(under(x, y));
      } else if (from) {
        area = {
          x: Math.min(x, from.x),
          y: Math.min(y, from.y),
          width: Math.abs(x - from.x),
          height: Math.abs(y - from.y),
        };
        show(area);
      }
    };
    veil.onpointerdown = ({ clientX, clientY, pointerId }) => {
      if (mode !== 'region') return;
      veil.setPointerCapture(pointerId);
      from = { x: clientX, y: clientY };
    };
    veil.onpointerup = () => {
      if (!from) return;
      from = null;
      choose(null);
    };
    veil.onclick = ({ clientX: x, clientY: y, detail }) => {
      // The second click of two may belong to the launcher.
      if (mode !== 'element' || detail > 1) return;
      hover(under(x, y));
      choose({ x, y });
    };
    // Under the overlay, browsers scroll the page; some scroll the container below the pointer, too.
    veil.onwheel = ({ clientX, clientY, deltaX, deltaY }) => {
      for (let at = under(clientX, clientY); at && at !== document.documentElement; at = at.parentElement) {
        if (at.scrollHeight <= at.clientHeight || !/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
        at.scrollBy(deltaX, deltaY);
        return;
      }
    };
    left.addEventListener('abort', () => end(null), { signal });
    runtime.root.append(...(mode === 'text' ? [] : [veil, box]), bar);
    runtime.button.hidden = true;
    cancel.focus({ preventScroll: true });
  });
