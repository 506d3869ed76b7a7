import type { cleanText, squash } from './clean.ts';

export const frameOf = (element: Element): HTMLElement | null => {
  try {
    return (element.ownerDocument.defaultView?.frameElement as HTMLElement | null) ?? null;
  } catch {
    return null;
  }
};

interface Basics {
  cleanText: typeof cleanText;
  squash: typeof squash;
  frameOf: typeof frameOf;
}

/**
 * How an element is described, both when a visitor points at it and when it is looked for again. Self-contained: it
 * also runs as text in foreign pages.
 */
export const describing = ({ cleanText, squash, frameOf }: Basics) => {
  const MASKED = '[data-sidenote-mask],[data-sidenote-private]';
  const FIELDS = 'input,textarea,select,option,[contenteditable]:not([contenteditable=false])';
  const SILENT = `script,style,noscript,template,${FIELDS},${MASKED}`;
  const LANDMARKS =
    'header,nav,main,aside,footer,dialog,form,article,section,[role=banner],[role=navigation],[role=main],[role=dialog],[role=region],[role=search]';
  /** Elements that aren’t named like their role. */
  const ROLES: Record<string, string> = {
    a: 'link',
    ul: 'list',
    ol: 'list',
    li: 'listitem',
    tr: 'row',
    td: 'cell',
    th: 'columnheader',
    select: 'combobox',
    textarea: 'textbox',
    nav: 'navigation',
    header: 'banner',
    footer: 'contentinfo',
    aside: 'complementary',
    p: 'paragraph',
  };
  const INPUTS: Record<string, string> = { range: 'slider', number: 'spinbutton', search: 'searchbox' };

  const holder = (element: Element): Element | null => {
    const root = element.getRootNode();
    return (root as ShadowRoot).host ?? frameOf(element);
  };

  /** By its own attribute or by that of an element around it, also outside its shadow root, slot or frame. Or edited. */
  const isMasked = (element: Element | null): boolean => {
    if (element?.parentElement?.closest(SILENT)) return true;
    for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? holder(at))
      if (at.matches(MASKED)) return true;
    return false;
  };

  /** With `display: contents`, an element has no box, but its text is shown. */
  const isShown = (element: Element | null): boolean =>
    element?.checkVisibility?.({ visibilityProperty: true }) !== false ||
    (getComputedStyle(element).display === 'contents' && isShown(element.parentElement));

  const visibleText = (root: Node, max = 200): string => {
    const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let text = '';
    while (text.length < max * 2 && walker.nextNode()) {
      const { parentElement: at, assignedSlot, data } = walker.currentNode as Text;
      if (data.trim() && !at?.closest(SILENT) && isShown(at) && !isMasked(assignedSlot ?? at)) text += ` ${data}`;
    }
    return squash(text, max);
  };

  const roleOf = (element: Element): string => {
    const { localName: tag, type } = element as HTMLInputElement;
    const explicit = element.getAttribute('role');
    if (explicit) return explicit;
    if (/^h[1-6]$/.test(tag)) return 'heading';
    if (tag !== 'input') return ROLES[tag] ?? (/^(button|img|table|main|dialog|form|article)$/.test(tag) ? tag : '');
    if (/^(button|submit|reset|image)$/.test(type)) return 'button';
    return INPUTS[type] ?? (/^(checkbox|radio)$/.test(type) ? type : 'textbox');
  };

  /** The accessible name, by the most important rules; never includes form input. */
  const nameOf = (element: Element): string => {
    if (isMasked(element)) return '';
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    const scope = element.getRootNode() as Document;
    const referred = attribute('aria-labelledby')
      .split(/\s+/)
      .flatMap((id) => (id && scope.getElementById?.(id)) || []);
    const labels = referred.length ? referred : Array.from((element as HTMLInputElement).labels ?? []);
    const isButton =
      /^(button|submit|reset)$/.test((element as HTMLInputElement).type) && element.localName === 'input';
    return squash(
      labels
        .map((label) => visibleText(label))
        .join(' ')
        .trim() ||
        attribute('aria-label') ||
        attribute('alt') ||
        (isButton && attribute('value')) ||
        (/^(button|link|heading|tab|option|menuitem|cell|columnheader|listitem|checkbox|radio)$/.test(
          roleOf(element),
        ) &&
          visibleText(element)) ||
        attribute('title') ||
        attribute('placeholder'),
      200,
    );
  };

  const titleOf = (found: Element): string => {
    const title =
      (isMasked(found) ? '' : found.getAttribute('aria-label')) ??
      visibleText(found.querySelector('h1,h2,h3,legend') ?? document.createTextNode(''), 120);
    return squash(`${found.getAttribute('role') ?? found.localName}${title && ` “${title}”`}`, 200);
  };

  const landmarkOf = (element: Element, describe = titleOf): string => {
    for (let at: Element | null = element; at; at = holder(at)) {
      const found: Element | null = at.closest(LANDMARKS);
      if (found) return cleanText(describe(found), 200);
    }
    return '';
  };

  const testAttributes = (element: Element): Record<string, string> => {
    const tests: Record<string, string> = {};
    for (const name of element.getAttributeNames())
      if (/^data-(test|cy|qa|e2e|pw)/.test(name))
        tests[name.slice(0, 80)] = (element.getAttribute(name) ?? '').slice(0, 200);
    return tests;
  };

  const wordsOf = (element: Element) => ({
    role: cleanText(roleOf(element), 80),
    name: cleanText(nameOf(element), 200),
    text: cleanText(visibleText(element), 200),
  });

  return { SILENT, isMasked, isShown, visibleText, wordsOf, holder, titleOf, landmarkOf, testAttributes };
};
