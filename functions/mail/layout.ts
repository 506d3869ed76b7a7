import type { Addressee, Letter } from './mime.ts';

export type Language = 'en' | 'de';

/** Colors are also inline, for clients that drop the style sheet; the sheet adapts them to dark mode. */
const SHEET =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (prefers-color-scheme:dark){' +
  '.page{background:#111318!important;color:#e7e9ee!important}.card{background:#1b1e26!important}' +
  '.box{background:#262a35!important;color:#e7e9ee!important}.soft{color:#a4abba!important}.link{color:#a5b4fc!important}}' +
  '@media (max-width:480px){.card{padding:20px!important;border-radius:0!important}.page{padding:0!important}.foot{padding:20px!important}.half{width:100%!important;padding:0 0 12px!important}}';

const FONT = "font:16px/1.55 -apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Gmail clips emails at 102 KB, which would cut off the unsubscribe link. */
export const MAX_SAID_HTML = 60_000;

interface Footer {
  html: string;
  text: string;
}

/** Why the mail came, and links to change that. */
export const footerOf = (why: string, links: readonly (readonly [text: string, href: string])[]): Footer => ({
  html: [escapeHtml(why), ...links.map(([text, href]) => link(href, text))].join('<br>'),
  text: ['-- ', why, ...links.map(([text, href]) => `${text}: ${href}`)].join('\n'),
});

const WAYS_OUT = {
  en: { unsubscribe: 'Unsubscribe from all Sidenote email', data: 'View or erase your data' },
  de: { unsubscribe: 'Alle Mails von Sidenote abbestellen', data: 'Ihre Daten ansehen oder löschen' },
};

export const commonFooter = ({ language, unsubscribe, data }: Addressee, why: string): Footer =>
  footerOf(why, [
    [WAYS_OUT[language].unsubscribe, unsubscribe],
    [WAYS_OUT[language].data, data],
  ]);

const page = (language: Language, title: string, content: string, footer: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
  `<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${SHEET}</style></head>` +
  `<body class="page" style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1d2129;${FONT};-webkit-text-size-adjust:100%">` +
  '<div class="card" style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff;overflow-wrap:anywhere">' +
  `<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>${content}</div>` +
  `<div class="soft foot" style="max-width:560px;margin:0 auto;padding:20px 32px;font-size:13px;color:#6b7280">${footer}</div></body></html>`;

interface Parts extends Omit<Letter, 'html' | 'text'> {
  language: Language;
  /** Text. */
  title: string;
  /** Each is HTML; empty ones are left out. */
  html: readonly string[];
  /** Paragraphs of the plain text; empty ones are left out. */
  text: readonly string[];
  footer: Footer;
}

/** A mail in both forms. */
export const layOutMail = ({ language, title, html, text, footer, ...letter }: Parts): Letter => ({
  ...letter,
  text: `${[...text, footer.text].filter(Boolean).join('\n\n')}\n`,
  html: page(language, title, html.join(''), footer.html),
});

const LABEL = 'margin:24px 0 8px;font-size:13px;font-weight:600;color:#6b7280';

export const label = (text: string): string => `<p class="soft" style="${LABEL}">${escapeHtml(text)}</p>`;

export const quote = (text: string): string =>
  `<div class="box" dir="auto" style="padding:12px 16px;border-left:3px solid #4f46e5;border-radius:4px;background:#f4f5f7;white-space:pre-wrap">${escapeHtml(text)}</div>`;

export const link = (href: string, text: string): string =>
  `<a class="link" href="${escapeHtml(href)}" style="color:#4338ca">${escapeHtml(text)}</a>`;

export const button = (href: string, text: string): string =>
  `<a class="button" href="${escapeHtml(href)}" style="display:inline-block;margin:0 8px 8px 0;padding:10px 18px;border-radius:8px;background:#4338ca;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(text)}</a>`;

interface Shown {
  /** The whole picture: also a link, for clients that block images. */
  href: string;
  src: string;
  caption: string;
}

/** Of the card, without the gap. Outlook for Windows ignores styles of a picture, and would show it in its own size. */
const HALF_PX = 274;

export const picture = ({ href, src, caption }: Shown, side: 'left' | 'right'): string =>
  `<div class="half" style="display:inline-block;width:50%;box-sizing:border-box;padding:${side === 'left' ? '0 6px 0 0' : '0 0 0 6px'};vertical-align:top">` +
  `<a class="link" href="${escapeHtml(href)}" style="color:#4338ca"><img src="${escapeHtml(src)}" alt="${escapeHtml(caption)}" width="${HALF_PX}" ` +
  'style="display:block;box-sizing:border-box;width:100%;height:auto;border:1px solid #d5d8df;border-radius:8px">' +
  `<span style="display:block;padding:6px 0 0;font-size:14px">${escapeHtml(caption)}</span></a></div>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Without control characters, and marks that turn the direction of text. */
export const plain = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]|(?![\n\t])\p{Cc}/gu, '');

/** Never half a character. */
const startOf = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${startOf(text, max).trimEnd()}…`;

/** If it is too long, ends after a word, or within one that is long itself. */
export const oneLine = (text: string, max: number): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const start = startOf(line, max - 1);
  const words = line[start.length] === ' ' ? start : start.replace(/ [^ ]*$/, '');
  return `${(words.length > max / 2 ? words : start).trimEnd()}…`;
};

export const webAddress = (text: unknown): string | undefined => {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};
