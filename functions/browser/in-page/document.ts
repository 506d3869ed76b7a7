import type { ChildrenOf } from './flat-tree.ts';

/** Each is run in the page: it may use nothing of its module. */

export const readShape = () => {
  const { documentElement: root } = document;
  return {
    // The page may have an image of that name.
    title: Reflect.get(Document.prototype, 'title', document) as string,
    url: location.href,
    elements: document.getElementsByTagName('*').length,
    width: root?.clientWidth ?? 0,
    height: Math.max(root?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0, innerHeight),
    asks_password: [...document.querySelectorAll('input[type=password]')].some(
      (field) => field.getClientRects().length > 0,
    ),
  };
};

/** Pictures that load when they come into view do so. */
export const scrollThrough = async (most: number): Promise<void> => {
  // The page has four seconds to answer.
  const MAX_STEPS = 60;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const end = Math.min(most, document.documentElement.scrollHeight);
  const step = Math.max(200, innerHeight * 0.9, end / MAX_STEPS);
  for (let at = step; at < Math.min(most, document.documentElement.scrollHeight); at += step) {
    scrollTo({ top: at, behavior: 'instant' });
    await pause(40);
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await pause(40);
};

/** As visitors read it: in its flat tree, with what isn't shown marked as `hidden`. */
export const readHtml = (childrenOf: ChildrenOf, most: number) => {
  const NOT_SHOWN = /^(script|style|template|noscript|link|meta|title|head)$/;
  // Copies in a document without a window run no code of the page.
  const copies = document.implementation.createHTMLDocument();
  const root = document.documentElement && copies.importNode(document.documentElement);
  const unread: [Element, Element][] = root ? [[document.documentElement, root]] : [];
  const copied: { copy: Element; isShown: boolean }[] = [];
  for (let next = unread.pop(); next; next = unread.pop()) {
    const [element, copy] = next;
    const isText = element instanceof HTMLElement && !NOT_SHOWN.test(element.localName);
    const style = isText ? getComputedStyle(element) : undefined;
    const isDrawn = style?.display !== 'none';
    if (!isDrawn) copy.setAttribute('hidden', '');
    else if (style) copied.push({ copy, isShown: style.visibility === 'visible' });
    const inner: [Element, Element][] = [];
    // Components repeat their styles in each shadow root, and no reader needs them.
    for (const child of isDrawn && element.localName !== 'style' ? childrenOf(element) : []) {
      const isElement = child instanceof Element;
      const own = copy.appendChild(copies.importNode(child, !isElement));
      if (isElement) inner.push([child, own as Element]);
    }
    unread.push(...inner.reverse());
  }
  // In a part that isn't visible, an element may be.
  const around = new Set<Element>();
  for (const { copy, isShown } of copied.reverse()) {
    const isAround = around.has(copy);
    if (copy.parentElement && (isShown || isAround)) around.add(copy.parentElement);
    if (isShown) continue;
    if (!isAround) copy.setAttribute('hidden', '');
    else {
      copy.removeAttribute('style');
      for (const child of [...copy.childNodes]) if (child instanceof Text) child.remove();
    }
  }
  const { doctype } = document;
  const html = `${doctype ? `<!doctype ${doctype.name}>` : ''}${root?.outerHTML ?? ''}`;
  return { html: html.slice(0, most), is_cut: html.length > most };
};
