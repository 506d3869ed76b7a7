import { finder } from '@medv/finder';
import type { CapturedContext } from '../../functions/annotations/context-schema.ts';
import { cleanText, squash } from './clean.ts';
import { frameOf } from './geometry.ts';
import type { Rect } from './runtime.ts';
import { visibleText } from './snippet.ts';

type Anchor = CapturedContext['anchor'];

const positions = (element: Element): { index: number; of: Element[] } => {
  const of = [...(element.parentNode?.children ?? [])];
  return { index: of.indexOf(element), of };
};

/** Hand-written IDs, including `step-2`; a library's counters name another element tomorrow. */
const idName = (id: string): boolean =>
  /^[a-z]+([-_][a-z]+)*[-_]?\d{0,2}$/i.test(id) && !/^(ember|radix|headlessui|react|mui|rc)/i.test(id);

const selectorOf = (element: Element): string => {
  try {
    const root = element.getRootNode() as Element;
    return finder(element, { root, idName, timeoutMs: 150, maxNumberOfPathChecks: 1500 }).slice(0, 1024);
  } catch {
    const path: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement)
      path.unshift(`${CSS.escape(at.localName)}:nth-child(${positions(at).index + 1})`);
    return path
      .join('>')
      .slice(-1024)
      .replace(/^[^>]*>/, '');
  }
};

const xpathOf = (element: Element): string => {
  let path = '';
  for (let at: Element | null = element; at; at = at.parentElement) {
    const same = positions(at).of.filter((other) => other.localName === at?.localName);
    path = `/${at.localName}${same.length > 1 ? `[${same.indexOf(at) + 1}]` : ''}${path}`;
  }
  return path.slice(0, 1024);
};

const ROLES: Record<string, string> = {
  A: 'link',
  BUTTON: 'button',
  IMG: 'img',
  UL: 'list',
  OL: 'list',
  LI: 'listitem',
  TABLE: 'table',
  TR: 'row',
  TD: 'cell',
  TH: 'columnheader',
  SELECT: 'combobox',
  TEXTAREA: 'textbox',
  NAV: 'navigation',
  MAIN: 'main',
  HEADER: 'banner',
  FOOTER: 'contentinfo',
  ASIDE: 'complementary',
  FORM: 'form',
  ARTICLE: 'article',
  DIALOG: 'dialog',
  P: 'paragraph',
};
const INPUTS: Record<string, string> = {
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};

const roleOf = (element: Element): string => {
  const explicit = element.getAttribute('role');
  if (explicit) return explicit.slice(0, 80);
  const { tagName } = element;
  if (/^H[1-6]$/.test(tagName)) return 'heading';
  if (tagName !== 'INPUT') return ROLES[tagName.toUpperCase()] ?? '';
  const { type } = element as HTMLInputElement;
  return INPUTS[type] ?? (/^(button|submit|reset|image)$/.test(type) ? 'button' : 'textbox');
};

/** The accessible name, by the most important rules; never includes form input. */
const nameOf = (element: Element): string => {
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const scope = element.getRootNode() as Document;
  const referred = attribute('aria-labelledby')
    .split(/\s+/)
    .map((id) => (id && scope.getElementById?.(id)) || null);
  const labels = referred.some(Boolean) ? referred : [...((element as HTMLInputElement).labels ?? [])];
  const isButton = /^(button|submit|reset)$/.test((element as HTMLInputElement).type) && element.localName === 'input';
  return squash(
    labels
      .map((label) => (label ? visibleText(label, 200) : ''))
      .join(' ')
      .trim() ||
      attribute('aria-label') ||
      attribute('alt') ||
      (isButton && attribute('value')) ||
      (/^(button|link|heading|tab|option|menuitem|cell|columnheader|listitem|checkbox|radio)$/.test(roleOf(element)) &&
        visibleText(element, 200)) ||
      attribute('title') ||
      attribute('placeholder'),
    200,
  );
};

const LANDMARKS =
  'header,nav,main,aside,footer,dialog,form,article,section,[role=banner],[role=navigation],[role=main],[role=dialog],[role=region],[role=search]';

const holder = (element: Element): Element | null => {
  const root = element.getRootNode();
  return (root as ShadowRoot).host ?? frameOf(element);
};

const landmarkOf = (element: Element): string => {
  for (let at: Element | null = element; at; at = holder(at)) {
    const found: Element | null = at.closest(LANDMARKS);
    if (!found) continue;
    const title =
      found.getAttribute('aria-label') ??
      visibleText(found.querySelector('h1,h2,h3,legend') ?? document.createTextNode(''), 120);
    return squash(`${found.getAttribute('role') ?? found.localName}${title && ` “${title}”`}`, 200);
  }
  return '';
};

export const anchorOf = (element: Element, kind: Anchor['kind'], box: Rect | null): Anchor => {
  const anchor: Anchor = { kind };
  anchor.selector = selectorOf(element);
  anchor.xpath = xpathOf(element);
  const tests: Record<string, string> = {};
  for (const { name, value } of element.attributes)
    if (/^data-(test|cy|qa|e2e|pw)/.test(name)) tests[name.slice(0, 80)] = value.slice(0, 200);
  if (Object.keys(tests).length) anchor.test_attributes = tests;
  const put = (key: 'role' | 'name' | 'tag' | 'text' | 'landmark', value: string) => {
    if (value) anchor[key] = cleanText(value, 200);
  };
  put('role', roleOf(element));
  put('name', nameOf(element));
  put('tag', element.localName.slice(0, 80));
  put('text', visibleText(element, 200));
  put('landmark', landmarkOf(element));
  const { index, of } = positions(element);
  const beside = (other: Element | undefined) =>
    other ? squash(`${other.localName} ${visibleText(other, 60)}`, 80) : '';
  const previous = beside(of[index - 1]);
  const next = beside(of[index + 1]);
  anchor.siblings = { index, count: of.length, ...(previous && { previous }), ...(next && { next }) };
  const path: string[] = [];
  for (let at = holder(element); at && path.length < 10; at = holder(at)) path.unshift(selectorOf(at));
  if (path.length) anchor.frame_path = path;
  if (box) {
    const view = element.ownerDocument.defaultView ?? window;
    const round = (value: number) => Math.round(value * 10) / 10;
    anchor.box = {
      x: round(box.x + view.scrollX),
      y: round(box.y + view.scrollY),
      width: round(box.width),
      height: round(box.height),
    };
  }
  return anchor;
};
