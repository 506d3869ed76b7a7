import type { ChildrenOf } from './flat-tree.ts';

type Found = readonly (readonly [element: Element, value?: string | undefined])[];

/** Shared by the readers of a page. They all run as text in its isolated world, so none may use anything of its module. */
export const pageTools = (childrenOf: ChildrenOf) => {
  const PLACES = 12;
  const root = document.documentElement;
  const body = document.body ?? root;
  const nodesIn = function* (element: Element): Generator<Node, void> {
    const unread = [...childrenOf(element)].reverse();
    for (let node = unread.pop(); node; node = unread.pop()) {
      yield node;
      if (node instanceof Element) unread.push(...[...childrenOf(node)].reverse());
    }
  };
  const hostOf = (element: Element): Element | null => {
    const found = element.getRootNode();
    return found instanceof ShadowRoot ? found.host : null;
  };
  const all: HTMLElement[] = [];
  const texts: (Text | HTMLBRElement)[] = [];
  for (const node of nodesIn(body)) {
    if (node instanceof Element && all.length < 20_000) all.push(node as HTMLElement);
    const isText = node instanceof Text || node instanceof HTMLBRElement;
    if (isText && texts.push(node) === 100_000) break;
  }
  const find = (selector: string) => all.filter((element) => element.matches(selector));
  const isNested = all.some(({ shadowRoot }) => shadowRoot);
  const parentOf = (element: Element): Element | null =>
    isNested ? (element.assignedSlot ?? element.parentElement ?? hostOf(element)) : element.parentElement;
  const around = function* (element: Element): Generator<Element, void> {
    for (let at = parentOf(element); at; at = parentOf(at)) yield at;
  };
  const closest = (element: Element, selector: string): Element | null => {
    if (!isNested) return element.closest(selector);
    return [element, ...around(element)].find((at) => at.matches(selector)) ?? null;
  };
  const styleOf = (element: Element) => getComputedStyle(element);
  const attribute = (element: Element | null, name: string) => element?.getAttribute(name) ?? '';
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const textOf = (element: Element): string =>
    [...nodesIn(element)]
      .filter((node) => node instanceof Text && !/^(script|style)$/.test(node.parentElement?.localName ?? ''))
      .map((node) => node.textContent)
      .join('');

  const selectors = new Map<Element, string>();
  const byId = new Map<string, Element[]>();
  for (const element of all) {
    const id = attribute(element, 'id');
    if (id && !hostOf(element)) byId.set(id, [...(byId.get(id) ?? []), element]);
  }
  /** Of its host, if it is in a shadow root. */
  const selectorOf = (element: Element): string => {
    const known = selectors.get(element);
    if (known !== undefined) return known;
    const host = hostOf(element);
    if (host) return selectorOf(host);
    const { parentElement, localName } = element;
    const id = attribute(element, 'id');
    let selector = localName;
    if (id && id.length < 100 && byId.get(id)?.length === 1) selector = `#${CSS.escape(id)}`;
    else if (parentElement) {
      const same = [...parentElement.childNodes].filter(
        (child) => child instanceof Element && child.localName === localName,
      );
      const nth = same.length > 1 ? `:nth-of-type(${same.indexOf(element) + 1})` : '';
      selector = `${selectorOf(parentElement)} > ${CSS.escape(localName)}${nth}`;
    }
    selectors.set(element, selector);
    return selector;
  };
  const boxOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + scrollX), Math.round(top + scrollY)];
    return { x, y, width: Math.round(width), height: Math.round(height) };
  };
  const spot = (element: Element, value?: string) => ({
    selector: selectorOf(element).slice(0, 1024),
    box: boxOf(element),
    ...(value !== undefined && { value: value.slice(0, 120) }),
  });
  const few = (found: Found) => ({
    count: found.length,
    places: found.slice(0, PLACES).map(([element, value]) => spot(element, value)),
  });
  const alone = (found: readonly Element[]) => few(found.map((element) => [element]));
  const seen = new Map<Element, boolean>();
  const isSeen = (element: Element): boolean => {
    const known = seen.get(element);
    if (known !== undefined) return known;
    const { width, height } = element.getBoundingClientRect();
    const is = width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    seen.set(element, is);
    return is;
  };
  const meta = (name: string) => {
    const found = document.querySelector(`meta[name="${name}" i], meta[property="${name}" i]`);
    return found ? attribute(found, 'content') : null;
  };
  return {
    root,
    body,
    all,
    texts,
    byId,
    find,
    parentOf,
    around,
    closest,
    styleOf,
    attribute,
    tidy,
    textOf,
    boxOf,
    spot,
    few,
    alone,
    isSeen,
    meta,
  };
};
export type PageTools = ReturnType<typeof pageTools>;
