import { wordSet } from '../../../kit/words.ts';

/** Deeper than any page that people write; browsers stop at 512. */
const MAX_DEPTH = 200;
const LONG_TAG = 4096;
/** Each tag costs memory and time; of more only the text is kept. */
const MAX_TAGS = 100_000;

const VOID = wordSet('area base br col embed frame hr img input link meta param source track wbr');
const DROPPED = wordSet('script style template noscript noembed noframes iframe object applet xmp plaintext');
const BLOCKS = wordSet(
  'address article aside blockquote center details dialog dd dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table ul',
);
/** Inner end tags end nothing outside. */
const CELLS = wordSet('td th caption');
const TABLE_PARTS = wordSet('table thead tbody tfoot tr td th caption');

interface Ending {
  ends: Set<string>;
  within: Set<string>;
}

const ending = (ends: string, within: string): Ending => ({ ends: wordSet(ends), within: wordSet(within) });
const PARAGRAPH: Ending = { ends: new Set(['p']), within: new Set([...BLOCKS, ...TABLE_PARTS]) };
/** Authors may leave out end tags. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  li: ending('li', 'ul ol menu dir'),
  dt: ending('dt dd', 'dl'),
  dd: ending('dt dd', 'dl'),
  td: ending('td th', 'tr table'),
  th: ending('td th', 'tr table'),
  tr: ending('tr', 'table'),
  thead: ending('thead tbody tfoot', 'table'),
  tbody: ending('thead tbody tfoot', 'table'),
  tfoot: ending('thead tbody tfoot', 'table'),
  option: ending('option', 'select datalist optgroup'),
  optgroup: ending('optgroup option', 'select'),
  a: ending('a', 'table'),
  button: ending('button', 'table form'),
};
const FAR = 200;
const SHELL = new Set(['html', 'head', 'body', 'base', 'link', 'meta', 'frame', 'frameset']);

const endOfTag = (html: string, from: number): number => {
  let quote = '';
  let before = '';
  for (let at = from; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote) {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && before === '=') quote = character;
    if (!/\s/.test(character)) before = character;
  }
  return -1;
};

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)?.slice(1).find(Boolean);

/** A parser compares each attribute with those before it. */
const shortTag = (tag: string, name: string): string => {
  if (tag.length <= LONG_TAG) return tag;
  const lean = tag.replace(/"[^"]{1000,}"/g, '""').replace(/'[^']{1000,}'/g, "''");
  return lean.length <= LONG_TAG ? lean : `<${name}>`;
};

/** In one pass, without what no reader sees and what makes a parser slow. In XML a tag may end its own element. */
export const tidyHtml = (source: string, isXml = false) => {
  const html = source.replaceAll('\0', '');
  const lower = html.toLowerCase();
  // If lower case changed a length, every later position would shift.
  const folded = lower.length === html.length ? lower : html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const kept: string[] = [];
  const open: { name: string; isKept: boolean }[] = [];
  const openings = new Map<string, number>();
  let title = '';
  let language: string | null = null;
  let base: string | null = null;
  let isArticle = false;
  let scripts = 0;
  let frames = 0;
  let tags = 0;
  let at = 0;

  const closeFrom = (place: number) => {
    while (open.length > place) {
      const top = open.pop();
      if (!top) return;
      openings.set(top.name, (openings.get(top.name) ?? 1) - 1);
      if (top.isKept) kept.push(`</${top.name}>`);
    }
  };

  const close = (name: string) => {
    if ((openings.get(name) ?? 0) === 0) return;
    for (let place = open.length - 1; place >= 0; place -= 1) {
      const other = open[place]?.name ?? '';
      if (other === name) return closeFrom(place);
      if (CELLS.has(other) && !TABLE_PARTS.has(name)) return;
    }
  };

  const closeImplied = ({ ends, within }: Ending) => {
    const last = Math.max(0, open.length - FAR);
    for (let place = open.length - 1; place >= last; place -= 1) {
      const other = open[place]?.name ?? '';
      if (ends.has(other)) return closeFrom(place);
      if (within.has(other)) return;
    }
  };

  const skipTo = (name: string, from: number): [number, number] => {
    const end = folded.indexOf(`</${name}`, from);
    if (end < 0) {
      at = html.length;
      return [from, html.length];
    }
    const after = html.indexOf('>', end);
    at = after < 0 ? html.length : after + 1;
    return [from, end];
  };

  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0) {
      kept.push(html.slice(at));
      break;
    }
    if (start > at) kept.push(html.slice(at, start));
    const next = html[start + 1] ?? '';
    if (next === '!' || next === '?') {
      const isComment = html.startsWith('<!--', start);
      const end = html.indexOf(isComment ? '-->' : '>', start + 2);
      at = end < 0 ? html.length : end + (isComment ? 3 : 1);
      continue;
    }
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9:-]{0,40})/.exec(folded.slice(start, start + 48)) ?? [];
    if (!name) {
      // A lone "<" is text, but browsers don't show "</".
      if (next !== '/') kept.push('<');
      at = start + 1;
      continue;
    }
    const end = endOfTag(html, start + name.length + 1);
    if (end < 0) break;
    at = end + 1;
    if (slash) {
      close(name);
      continue;
    }
    const tag = shortTag(html.slice(start, at), name);
    const isEnded = isXml && html[end - 1] === '/';
    const skip = (): [number, number] => (isEnded ? [at, at] : skipTo(name, at));
    if (name === 'html') language ??= attribute(tag, 'lang') ?? attribute(tag, 'xml:lang') ?? null;
    if (name === 'base') base ??= attribute(tag, 'href') ?? null;
    if (name === 'frame') frames += 1;
    isArticle ||= name === 'article' || (name === 'meta' && /og:type/i.test(tag) && /\barticle\b/i.test(tag));
    if (SHELL.has(name)) continue;
    const inSvg = name === 'svg' || (openings.get('svg') ?? 0) > 0;
    if (name === 'title' && !inSvg) {
      const [from, to] = skip();
      if (!title) title = html.slice(from, to);
    } else if (name === 'textarea') {
      kept.push(tag, '</textarea>');
      skip();
    } else if (DROPPED.has(name)) {
      if (name === 'script') scripts += 1;
      skip();
    } else if (!inSvg || !tag.endsWith('/>')) {
      if (BLOCKS.has(name)) closeImplied(PARAGRAPH);
      const implied = ENDINGS[name];
      if (implied) closeImplied(implied);
      tags += 1;
      const isKept = open.length < MAX_DEPTH && tags <= MAX_TAGS;
      if (!isKept) kept.push(' ');
      else kept.push(tag.endsWith('/>') ? `${tag.slice(0, -2)}>` : tag);
      if (VOID.has(name)) continue;
      open.push({ name, isKept });
      openings.set(name, (openings.get(name) ?? 0) + 1);
      if (isEnded) closeFrom(open.length - 1);
    }
  }
  closeFrom(0);
  const head = title ? `<title>${title.replaceAll('<', '&lt;')}</title>` : '';
  return {
    html: `<!doctype html><html><head>${head}</head><body>${kept.join('')}</body></html>`,
    title,
    language,
    base,
    isArticle,
    scripts,
    frames,
    tags,
  };
};
