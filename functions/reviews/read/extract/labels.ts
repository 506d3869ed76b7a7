const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'title']);

/** Whether a reader would not see it. Text that only assistive technology reads out is kept. */
export const isHidden = (element: Element): boolean => {
  if (element.hasAttribute('hidden')) return true;
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return true;
  const style = element.getAttribute('style');
  return style !== null && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
};

const named = (element: Element) => collapse(element.getAttribute('aria-label') ?? '') || undefined;

const ownText = (element: Element, most = 400): string => {
  let text = '';
  const read = (node: Node) => {
    if (text.length > most) return;
    if (node.nodeType === 3) text += (node.textContent ?? '').slice(0, 2 * most);
    if (node.nodeType !== 1) return;
    const child = node as Element;
    if (isHidden(child) || (SKIPPED.has(child.localName) && child.parentElement?.localName !== 'svg')) return;
    if (child.localName === 'img' || child.getAttribute('role') === 'img') text += ` ${imageLabel(child)} `;
    else for (const inner of child.childNodes) read(inner);
    if (child.localName === 'br') text += ' ';
  };
  for (const node of element.childNodes) read(node);
  return collapse(text);
};

/** Alternative text; empty where there is none. */
export const imageLabel = (element: Element): string =>
  named(element) ?? collapse(element.getAttribute('alt') ?? element.getAttribute('title') ?? '');

/** The accessible name of a link or a button; empty where it has none. */
export const controlLabel = (element: Element): string =>
  named(element) ||
  (element.localName === 'input' ? collapse(element.getAttribute('value') ?? element.getAttribute('alt') ?? '') : '') ||
  ownText(element) ||
  collapse(element.getAttribute('title') ?? '');

/** The accessible name of a field, otherwise its placeholder, otherwise its technical name. */
export const fieldLabel = (element: Element, labels: ReadonlyMap<string, string>): string => {
  const byId = labels.get(element.getAttribute('id') ?? '');
  const around = element.closest('label');
  const from = (name: string) => collapse(element.getAttribute(name) ?? '');
  return named(element) || byId || (around && ownText(around)) || from('title') || from('placeholder') || from('name');
};

/** Labels by the field that they are for. */
export const labelsFor = (document: Document): Map<string, string> => {
  const labels = new Map<string, string>();
  for (const label of document.getElementsByTagName('label')) {
    const field = label.getAttribute('for');
    if (field && !labels.has(field)) labels.set(field, ownText(label));
  }
  return labels;
};

export const textOf = ownText;
