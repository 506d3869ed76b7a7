import { decodeHTML } from 'entities';

/** Mail programs put the mail that is answered into it. */
const QUOTATION =
  /<div[^<>]{0,200}(\b(gmail_quote|divRplyFwdMsg|appendonsend|quoted-content)\b|\bname=["']?quote\b|yahoo_quoted)/i;
const HIDDEN = ['script', 'style', 'head', 'title'];

/** In linear time, however many have no end. */
const withoutElement = (html: string, name: string): string =>
  html
    .split(new RegExp(`</${name}\\s*>`, 'i'))
    .map((part, index, { length }) =>
      index === length - 1 ? part : part.replace(new RegExp(`<${name}\\b[\\s\\S]*`, 'i'), ''),
    )
    .join(' ');

/** A mark stays, as in a mail of plain text. */
const withoutBlockquotes = (html: string): string => {
  let depth = 0;
  const parts = html.split(/(<\/?blockquote\b[^<>]*>)/i).map((part, index) => {
    if (index % 2 === 0) return depth === 0 ? part : '';
    depth = Math.max(0, depth + (part.startsWith('</') ? -1 : 1));
    return '<br>&gt;<br>';
  });
  return parts.join('');
};

/** For a mail without plain text. Its result is only ever shown as text. */
export const textOfHtml = (html: string): string => {
  const [own = ''] = html.split(QUOTATION, 1);
  const text = withoutBlockquotes(HIDDEN.reduce(withoutElement, own))
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^<>]*>|(<\/?(p|div|li|tr|h[1-6])\b[^<>]*> ?)+/gi, '\n')
    .replace(/<[^<>]*>/g, '');
  return decodeHTML(text).replaceAll('\u00a0', ' ').replace(/^ +/gm, '');
};
