import { Lexer, type MarkedToken, type Token } from 'marked';
import { createElement as h, type ReactNode } from 'react';
import { webAddress } from '../../../kit/address.ts';

/** Static children, passed as arguments so that they need no keys. */
const all = (tokens: readonly Token[] | undefined): ReactNode[] =>
  (tokens ?? []).map((token) => one(token as MarkedToken));

const link = (href: string, words: ReactNode[]): ReactNode =>
  webAddress(href)
    ? h('a', { href, title: href, target: '_blank', rel: 'noreferrer nofollow' }, ...words)
    : h('span', null, ...words);

const row = (cells: readonly { tokens: Token[] }[], cell: 'td' | 'th') =>
  h('tr', null, ...cells.map(({ tokens }) => h(cell, null, ...all(tokens))));

const one = (token: MarkedToken): ReactNode => {
  switch (token.type) {
    case 'paragraph':
      return h('p', null, ...all(token.tokens));
    case 'heading':
      return h('p', null, h('strong', null, ...all(token.tokens)));
    case 'list': {
      const items = token.items.map(({ tokens }) => h('li', null, ...all(tokens)));
      return token.ordered ? h('ol', { start: Number(token.start) || 1 }, ...items) : h('ul', null, ...items);
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'code':
      return h('pre', null, h('code', null, token.text));
    case 'table': {
      const rows = token.rows.map((cells) => row(cells, 'td'));
      return h('table', null, h('thead', null, row(token.header, 'th')), h('tbody', null, ...rows));
    }
    case 'blockquote':
    case 'strong':
    case 'em':
    case 'del':
      return h(token.type, null, ...all(token.tokens));
    case 'codespan':
      return h('code', null, token.text);
    case 'br':
    case 'hr':
      return h(token.type);
    case 'link':
      return link(token.href, all(token.tokens));
    case 'image':
      // A remote picture would reveal to its owner who reads this.
      return link(token.href, [token.text || token.href]);
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens ? h('span', null, ...all(token.tokens)) : token.text;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
};

/** Markdown as elements. HTML stays text, pictures become links. */
export const Markdown = ({ text }: { text: string }): ReactNode =>
  h('div', { className: 'marked-down' }, ...all(new Lexer({ gfm: true, breaks: true }).lex(text)));
