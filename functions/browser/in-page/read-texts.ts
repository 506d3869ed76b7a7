import type { PageTools } from './page-tools.ts';

/** Its text, by the block that it is in; the cells of a row are one. */
export const readTexts = ({ body, styleOf, attribute, isSeen, spot, few }: PageTools) => {
  const MAX_CHARACTERS = 120_000;
  const SILENT = 'script, style, noscript, template, textarea, select, option, svg, rt, rp, [aria-hidden="true"]';
  const SET_ASIDE = 'code, pre, kbd, samp, var, q, del, s, tt, [translate="no"]';
  const texts = new Map<Element, string[]>();
  const cells = new Map<Element, Element>();
  const small = new Map<Element, string>();
  const blockOf = (element: Element): Element => {
    let at = element;
    while (at.parentElement && at !== body && /^(inline$|contents|ruby)/.test(styleOf(at).display)) {
      at = at.parentElement;
    }
    return at.closest('tr') ?? at;
  };
  let characters = 0;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && characters < MAX_CHARACTERS; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (!parent || parent.closest(SILENT) || !isSeen(parent)) continue;
    const block = blockOf(parent);
    const parts = texts.get(block) ?? [];
    if (!/\S/.test(text)) {
      parts.push(' ');
      continue;
    }
    const size = Number.parseFloat(styleOf(parent).fontSize);
    const isSmall = size < 11.99 && /[\p{L}\p{N}]{2}/u.test(text) && !parent.closest('sup, sub');
    if (isSmall) small.set(parent, `${Math.round(size * 10) / 10} px`);
    characters += text.trim().length;
    const cell = parent.closest('td, th');
    if (cell && block.localName === 'tr' && cells.get(block) !== cell) {
      if (parts.length > 0) parts.push('\t');
      cells.set(block, cell);
    }
    parts.push(parent.closest(SET_ASIDE) ? '\uFFFC' : text);
    texts.set(block, parts);
  }
  // A long table or list takes no room from what follows it.
  const siblings = Map.groupBy(texts.keys(), ({ parentElement }) => parentElement);
  const kept = new Set([...siblings.values()].flatMap((all) => all.slice(0, 300)));
  const shown = [...texts].filter(([element]) => kept.has(element));
  const blocks = shown.slice(0, 1200).map(([element, parts]) => ({
    ...spot(element),
    tag: element.localName,
    text: parts
      .join('')
      .replace(/[^\S\t]+/g, ' ')
      .trim()
      .slice(0, 4000),
    language: attribute(element.closest('[lang]'), 'lang').slice(0, 35),
  }));
  return { characters, small_text: few([...small]), blocks };
};
