import { wordSet } from '../../../kit/words.ts';
import type { Element as ContentElement, Span } from '../content.ts';
import type { Placed } from './reading.ts';

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'title', 'rt', 'rp']);

/** Text that only assistive technology reads out is kept. */
const isHidden = (element: Element): boolean => {
  if (element.hasAttribute('hidden')) return true;
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return true;
  const style = element.getAttribute('style');
  return style !== null && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
};

const named = (element: Element) => collapse(element.getAttribute('aria-label') ?? '') || undefined;

/** Of a label, a caption or a cell. */
const MAX_TEXT = 400;

/** A part without text is named by its own label. */
const textOf = (element: Element): string => {
  let text = '';
  const read = (node: Node) => {
    if (text.length > MAX_TEXT) return;
    if (node.nodeType === 3) text += (node.textContent ?? '').slice(0, 2 * MAX_TEXT);
    if (node.nodeType !== 1) return;
    const child = node as Element;
    if (isHidden(child) || (SKIPPED.has(child.localName) && child.parentElement?.localName !== 'svg')) return;
    const before = text.length;
    if (child.localName === 'img' || child.getAttribute('role') === 'img') text += ` ${imageLabel(child)} `;
    else for (const inner of child.childNodes) read(inner);
    if (text.slice(before).trim() === '') text += named(child) ?? '';
    if (child.localName === 'br') text += ' ';
  };
  for (const node of element.childNodes) read(node);
  return collapse(text);
};

const imageLabel = (element: Element): string =>
  named(element) ?? collapse(element.getAttribute('alt') ?? element.getAttribute('title') ?? '');

const controlLabel = (element: Element): string =>
  named(element) ||
  (element.localName === 'input' ? collapse(element.getAttribute('value') ?? element.getAttribute('alt') ?? '') : '') ||
  textOf(element) ||
  collapse(element.getAttribute('title') ?? '');

const fieldLabel = (element: Element, labels: ReadonlyMap<string, string>): string => {
  const byId = labels.get(element.getAttribute('id') ?? '');
  const around = element.closest('label');
  const from = (name: string) => collapse(element.getAttribute(name) ?? '');
  return named(element) || byId || (around && textOf(around)) || from('title') || from('placeholder') || from('name');
};

const labelsFor = (document: Document): Map<string, string> => {
  const labels = new Map<string, string>();
  for (const label of document.getElementsByTagName('label')) {
    const field = label.getAttribute('for');
    if (field && !labels.has(field)) labels.set(field, textOf(label));
  }
  return labels;
};

const MAX_NAMES = 10;

/** As `aria-label`, which names an element otherwise. The names may be outside the article. */
const resolveLabels = (document: Document, root: Element): void => {
  const byId = new Map([...document.querySelectorAll('[id]')].reverse().map((element) => [element.id, element]));
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const element = byId.get(id);
    const name = names.get(id) ?? (element ? (named(element) ?? textOf(element)).slice(0, MAX_TEXT) : '');
    names.set(id, name);
    return name;
  };
  const resolved = [...root.querySelectorAll('[aria-labelledby]')].map((element) => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').trim().split(/\s+/, MAX_NAMES);
    return { element, name: collapse(ids.filter(Boolean).map(nameOf).join(' ')) };
  });
  for (const { element, name } of resolved) if (name) element.setAttribute('aria-label', name);
};

const BLOCKS = wordSet(
  'address article aside blockquote body center details dialog div dl fieldset figcaption figure footer form header hgroup main nav section search legend text',
);
const PARTS = wordSet('p li dt dd hr table tr td th caption');
const LISTS = wordSet('ul ol menu dir');
const IGNORED = wordSet(
  'script style template noscript head title desc defs symbol metadata select datalist canvas video audio map rt rp',
);
const IN_DATA = wordSet('table ul ol dl pre h1 h2 h3 h4 h5 h6 form section article blockquote');
/** Not measured as language, as on a page (`in-page/read-texts.ts`). */
const SET_ASIDE = wordSet('code kbd samp var tt q del s');
const MAX_HREF = 500;
/** Around code, until the place of its line is known. Texts don't have it: Unicode assigns it to no character. */
const MARK = '\ufdd0';

const isElement = (node: Node): node is Element => node.nodeType === 1;

const children = (element: Element) => [...element.childNodes];

const isData = (table: Element): boolean => {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return false;
  const rows = [...table.getElementsByTagName('tr')];
  if (!rows.some((row) => children(row).filter(isElement).length > 1)) return false;
  for (const name of IN_DATA) if (table.getElementsByTagName(name).length > 0) return false;
  return true;
};

/** Writers of code make its lines of blocks, or end them by `<br>`. */
const codeIn = (element: Element): string => {
  const parts: string[] = [];
  const breakLine = () => {
    if (parts.length > 0 && !parts.at(-1)?.endsWith('\n')) parts.push('\n');
  };
  const read = (node: Node) => {
    if (node.nodeType === 3 && node.textContent) parts.push(node.textContent);
    if (!isElement(node)) return;
    if (node.localName === 'br') parts.push('\n');
    const isBlock = BLOCKS.has(node.localName) || PARTS.has(node.localName) || LISTS.has(node.localName);
    if (isBlock) breakLine();
    for (const child of children(node)) read(child);
    if (isBlock) breakLine();
  };
  for (const child of children(element)) read(child);
  return parts.join('');
};

interface WriteOptions {
  base: string | null;
  levels?: ReadonlyMap<string, number>;
}

class Writer {
  readonly #blocks: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #labels: ReadonlyMap<string, string>;
  readonly #base: string | null;
  readonly #levels: ReadonlyMap<string, number>;
  readonly elements: Placed[] = [];
  readonly code: Span[] = [];
  #line: string[] = [];
  #isAtSpace = true;
  #length = 0;
  /** The next line's prefix, and how lines are joined: lines of one list stay together. */
  #prefix = '';
  #depth = 0;
  #isTogether = false;
  #afterControl = false;
  #isInCell = false;
  #isSetAside = false;

  constructor(labels: ReadonlyMap<string, string>, { base, levels = new Map() }: WriteOptions) {
    this.#labels = labels;
    this.#base = base;
    this.#levels = levels;
  }

  get text(): string {
    this.flush();
    return this.#blocks.join('').trimEnd();
  }

  #add(kind: ContentElement['kind'], stem: string, more: Omit<ContentElement, 'id' | 'kind'>): void {
    const count = (this.#counts.get(stem) ?? 0) + 1;
    this.#counts.set(stem, count);
    this.elements.push({ id: `${stem}-${count}`, kind, ...more, at: this.#length });
  }

  #inline(text: string): void {
    const collapsed = text.replace(/[\t\n\f\r \u200b\u2060\ufeff]+/g, ' ').replaceAll('\u00ad', '');
    if (collapsed !== ' ' && collapsed !== '') this.#afterControl = false;
    const shown = this.#isAtSpace ? collapsed.trimStart() : collapsed;
    const code = this.#isSetAside && shown.trim();
    this.#append(code ? shown.replace(code, () => MARK + code + MARK) : shown);
  }

  /** Parts, because looking at the end of one growing text takes time in proportion to its length. */
  #append(text: string): void {
    if (text === '') return;
    this.#line.push(text);
    this.#isAtSpace = text.endsWith(' ') || text.endsWith('\n');
  }

  #takeLine(): string {
    const line = this.#line.join('');
    this.#line = [];
    this.#isAtSpace = true;
    this.#afterControl = false;
    return line;
  }

  #put(text: string): void {
    const joint = this.#blocks.length === 0 ? '' : this.#isTogether ? '\n' : '\n\n';
    this.#blocks.push(joint);
    this.#length += joint.length;
    for (const [at, part] of text.split(MARK).entries()) {
      const from = this.#length;
      this.#length += part.length;
      this.#blocks.push(part);
      if (at % 2 === 1) this.code.push([from, this.#length]);
    }
    if (this.#depth > 0) this.#isTogether = true;
  }

  flush(): void {
    if (this.#isInCell) {
      this.#append(' ');
      return;
    }
    const line = this.#takeLine()
      .split('\n')
      .map((part) => part.trim())
      .join('\n')
      .trim();
    if (!line) return;
    const indent = '  '.repeat(Math.max(0, this.#depth - 1));
    const text = this.#depth > 0 ? `${indent}${this.#prefix || '  '}${line}` : line;
    this.#prefix = '';
    this.#put(text);
  }

  #block(walk: () => void): void {
    this.flush();
    walk();
    this.flush();
  }

  /** Adjacent links are separate words, even without a space. */
  #control(walk: () => void): void {
    if (this.#afterControl) this.#inline(' ');
    walk();
    this.#afterControl = true;
  }

  #heading(element: Element, level: number): void {
    this.flush();
    this.#isTogether = this.#depth > 0;
    const label = textOf(element);
    const rank = this.#levels.get(label) ?? level;
    this.#add('heading', `h${rank}`, { label, level: rank });
    this.walkAll(element);
    this.flush();
  }

  #list(list: Element): void {
    this.flush();
    if (this.#depth === 0) this.#isTogether = false;
    this.#depth += 1;
    const isOrdered = list.localName === 'ol';
    let number = Number.parseInt(list.getAttribute('start') ?? '', 10) || 1;
    for (const item of children(list)) {
      if (isElement(item) && item.localName === 'li' && !isHidden(item)) {
        this.flush();
        this.#prefix = isOrdered ? `${number}. ` : '- ';
        number += 1;
        this.walkAll(item);
        this.flush();
        this.#prefix = '';
      } else this.walk(item);
    }
    this.flush();
    this.#depth -= 1;
    if (this.#depth === 0) this.#isTogether = false;
  }

  #table(table: Element): void {
    this.flush();
    const [caption] = table.getElementsByTagName('caption');
    const rows = [...table.getElementsByTagName('tr')].filter((row) => !isHidden(row));
    const label = caption
      ? textOf(caption)
      : children(rows[0] ?? table)
          .filter(isElement)
          .map((cell) => textOf(cell))
          .join(', ');
    this.#add('table', 'table', { label });
    if (caption) this.#put(textOf(caption));
    let isFirst = true;
    for (const row of rows) {
      const cells = children(row).filter((cell): cell is Element => isElement(cell) && !isHidden(cell));
      const lines = cells.map((cell) => {
        this.#isInCell = true;
        this.walkAll(cell);
        this.#isInCell = false;
        return this.#takeLine().replace(/\s+/g, ' ').trim();
      });
      if (lines.every((text) => text === '')) continue;
      this.#isTogether = !isFirst || this.#depth > 0;
      isFirst = false;
      this.#put(lines.join(' | ').trimEnd());
    }
    this.#isTogether = this.#depth > 0;
  }

  #pre(element: Element): void {
    this.flush();
    const text = codeIn(element)
      .replace(/\r\n?/g, '\n')
      .replace(/^\n+|\s+$/g, '');
    if (!text) return;
    this.#add('code', 'code', { label: text.split('\n', 1)[0] ?? '' });
    this.#put(MARK + text + MARK);
  }

  #link(element: Element): void {
    const address = element.getAttribute('href') ?? '';
    const resolved = /^\s*(?:javascript|data|vbscript):/i.test(address)
      ? address.trim().slice(0, 40)
      : (!address.startsWith('#') && this.#base && URL.parse(address, this.#base)?.href) || address;
    this.#control(() => {
      this.#add('link', 'link', { label: controlLabel(element), href: resolved.slice(0, MAX_HREF) });
      this.walkAll(element);
    });
  }

  #button(element: Element): void {
    this.#control(() => {
      const label = controlLabel(element);
      this.#add('button', 'button', { label });
      if (element.localName === 'input') this.#inline(label);
      else this.walkAll(element);
    });
  }

  #input(element: Element): void {
    const type = (element.getAttribute('type') ?? 'text').toLowerCase();
    if (type === 'hidden') return;
    if (['submit', 'button', 'reset', 'image'].includes(type)) this.#button(element);
    else this.#add('field', 'field', { label: fieldLabel(element, this.#labels) });
  }

  walkAll(element: Element): void {
    for (const node of children(element)) this.walk(node);
  }

  walk(node: Node): void {
    if (node.nodeType === 3) this.#inline(node.textContent ?? '');
    if (!isElement(node) || isHidden(node)) return;
    const before = this.#isSetAside;
    this.#isSetAside ||= SET_ASIDE.has(node.localName) || node.getAttribute('translate') === 'no';
    this.#element(node);
    this.#isSetAside = before;
  }

  #element(node: Element): void {
    const name = node.localName;
    const role = node.getAttribute('role');
    if (name === 'video' || name === 'audio') this.#add('other', name, { label: controlLabel(node) });
    if (name === 'select') this.#add('field', 'field', { label: fieldLabel(node, this.#labels) });
    if (IGNORED.has(name)) return;
    const level =
      /^h([1-6])$/.exec(name)?.[1] ?? (role === 'heading' ? (node.getAttribute('aria-level') ?? '2') : undefined);
    if (level) {
      this.#heading(node, Math.min(6, Math.max(1, Number.parseInt(level, 10) || 2)));
    } else if (name === 'br') {
      this.#append('\n');
    } else if (name === 'img' || role === 'img') {
      this.#add('image', 'image', { label: imageLabel(node) || (name === 'svg' ? textOf(node) : '') });
    } else if (name === 'svg') {
      const label = svgLabel(node);
      if (label) this.#add('image', 'image', { label });
      this.walkAll(node);
    } else if (name === 'pre') this.#pre(node);
    else if (name === 'input') this.#input(node);
    else if (name === 'textarea') this.#add('field', 'field', { label: fieldLabel(node, this.#labels) });
    else if (name === 'button' || role === 'button') this.#button(node);
    else if (name === 'summary') this.#block(() => this.#button(node));
    else if (name === 'a' && node.hasAttribute('href')) this.#link(node);
    else if (LISTS.has(name)) this.#list(node);
    else if (name === 'table' && isData(node)) this.#table(node);
    else if (BLOCKS.has(name) || PARTS.has(name)) this.#block(() => this.walkAll(node));
    else this.walkAll(node);
  }
}

const svgLabel = (svg: Element): string => {
  const title = children(svg).find((child) => isElement(child) && child.localName === 'title');
  return collapse(svg.getAttribute('aria-label') ?? title?.textContent ?? '');
};

export const writeText = (
  document: Document,
  root: Element,
  options: WriteOptions,
): { text: string; elements: Placed[]; code: Span[] } => {
  resolveLabels(document, root);
  const writer = new Writer(labelsFor(document), options);
  writer.walkAll(root);
  const { text, elements, code } = writer;
  return { text, elements, code };
};
