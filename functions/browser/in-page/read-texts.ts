import type { PageTools } from './page-tools.ts';

/** Its text, by the block that it is in; the cells of a row are one. */
export const readTexts = ({ body, texts, parentOf, closest, styleOf, attribute, isSeen, spot, few }: PageTools) => {
  const MAX_CHARACTERS = 120_000;
  const SILENT = 'script, style, noscript, template, textarea, select, option, svg, rt, rp, [aria-hidden="true"]';
  const SET_ASIDE = 'code, pre, kbd, samp, var, q, del, s, tt, [translate="no"]';
  const byBlock = new Map<Element, string[]>();
  const cells = new Map<Element, Element>();
  const small = new Map<Element, string>();
  const outside = (inline: RegExp, element: Element): Element => {
    let at = element;
    while (at !== body && inline.test(styleOf(at).display)) at = parentOf(at) ?? body;
    return at;
  };
  const blockOf = (element: Element): Element => {
    const at = outside(/^(inline$|contents|ruby)/, element);
    return closest(at, 'tr') ?? at;
  };
  let characters = 0;
  let lastLine: Element | undefined;
  for (const node of texts) {
    if (characters >= MAX_CHARACTERS) break;
    if (!(node instanceof Text)) {
      lastLine = undefined;
      continue;
    }
    const holder = node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as ShadowRoot).host;
    let parent = holder;
    while (parent !== body && styleOf(parent).display === 'contents') parent = parentOf(parent) ?? body;
    const text = node.data;
    if (closest(holder, SILENT) || !isSeen(parent)) continue;
    const block = blockOf(parent);
    const parts = byBlock.get(block) ?? [];
    if (!/\S/.test(text)) {
      parts.push(' ');
      continue;
    }
    const size = Number.parseFloat(styleOf(parent).fontSize);
    const isSmall = size < 11.99 && /[\p{L}\p{N}]{2}/u.test(text) && !closest(parent, 'sup, sub');
    if (isSmall) small.set(parent, `${Math.round(size * 10) / 10} px`);
    characters += text.trim().length;
    const line = outside(/^(inline|contents|ruby)/, parent);
    const cell = closest(parent, 'td, th');
    if (cell && block.localName === 'tr' && cells.get(block) !== cell) {
      if (parts.length > 0) parts.push('\t');
      cells.set(block, cell);
      lastLine = line;
    }
    parts.push(line === lastLine ? '' : ' ', closest(holder, SET_ASIDE) ? '\uFFFC' : text);
    lastLine = line;
    byBlock.set(block, parts);
  }
  // A long table or list takes no room from what follows it.
  const siblings = Map.groupBy(byBlock.keys(), parentOf);
  const kept = new Set([...siblings.values()].flatMap((all) => all.slice(0, 300)));
  const shown = [...byBlock].filter(([element]) => kept.has(element));
  const blocks = shown.slice(0, 1200).map(([element, parts]) => ({
    ...spot(element),
    tag: element.localName,
    text: parts
      .join('')
      .replace(/[^\S\t]+/g, ' ')
      .trim()
      .slice(0, 4000),
    language: attribute(closest(element, '[lang]'), 'lang').slice(0, 35),
  }));
  return { characters, small_text: few([...small]), blocks };
};
