import { createHash } from 'node:crypto';
import { escapeHtml, oneLine, plain } from '../mail/escape.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1c1b22;--soft:#5b5a66;--line:#e3e2ea;--paper:#fff;--ground:#f6f5fa;--accent:#4f46e5;--good:#0f766e;--warn:#9a5b00}
@media(prefers-color-scheme:dark){:root{--ink:#ecebf2;--soft:#a3a1b1;--line:#34333f;--paper:#1d1c25;--ground:#131219;--accent:#a5a0ff;--good:#5cd0c3;--warn:#f0b45c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
.page{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
a{color:var(--accent)}
.brand{margin:0 0 2rem;font-size:.875rem;color:var(--soft)}
.brand b{color:var(--ink)}
h1{margin:0 0 .5rem;font-size:clamp(1.5rem,5vw,2.125rem);line-height:1.2;text-wrap:balance}
h2{margin:2.5rem 0 1rem;font-size:1.125rem}
h3{margin:0;font-size:1.0625rem;line-height:1.35}
h4{margin:0;font-size:1rem}
.meta,.soft{color:var(--soft);font-size:.875rem}
.meta{margin:0}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem}
.overall{margin-top:1.5rem}
.score{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem;align-items:center}
.value{font-size:3rem;font-weight:650;line-height:1;font-variant-numeric:tabular-nums}
.value small{margin-inline-start:-.5rem;font-size:1rem;font-weight:400;color:var(--soft)}
.score p{margin:.375rem 0 0}
time{white-space:nowrap}
.bar{display:block;width:100%;height:.625rem}
.bar .track{fill:var(--line)}
.bar .span{fill:var(--accent);opacity:.35}
.bar .fill{fill:var(--accent)}
.tags{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0 0;padding:0;list-style:none}
.tags li{border:1px solid currentcolor;border-radius:1rem;padding:.0625rem .625rem;font-size:.8125rem;color:var(--soft)}
.tags .good{color:var(--good)}
.tags .warn{color:var(--warn)}
.told{margin:.75rem 0 0}
.persona{margin-top:1rem}
.persona>header{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.persona>header p{margin:.125rem 0 0}
.mark{font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}
.summary{margin:.75rem 0 0;white-space:pre-line}
.findings{margin:1rem 0 0;padding:0;list-style:none}
.findings>li{border-top:1px solid var(--line);padding:1rem 0 0;margin:1rem 0 0}
.line{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;align-items:baseline}
.line .bar{grid-column:1/-1;height:.375rem}
.findings p{margin:.5rem 0 0;white-space:pre-line}
blockquote{margin:.625rem 0 0;padding:0 0 0 .875rem;border-inline-start:3px solid var(--line);color:var(--soft);white-space:pre-line}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:1rem}
code{font-size:.8125rem}
@media(max-width:30rem){.page{padding:1.25rem 1rem 3rem}.score{grid-template-columns:1fr;gap:.75rem}.card{padding:1rem}}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No script, no picture, no request: the style in the page is all that it may use. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
};

/** Text of others on one line, as it may stand between tags and in attributes. */
export const line = (text: string, max = 300): string => escapeHtml(oneLine(text, max));

/** The same, kept apart from the direction of what stands around it. */
export const apart = (text: string, max = 300): string => `<bdi>${line(text, max)}</bdi>`;

/** Text of others in an element of its own, with its line breaks. */
export const block = (tag: 'p' | 'blockquote', text: string, name = ''): string =>
  `<${tag}${name && ` class="${name}"`} dir="auto">${escapeHtml(plain(text).trim())}</${tag}>`;

/** 1 to 5 as a share of a bar, in hundredths. */
const place = (score: number) => Math.round(((Math.min(5, Math.max(1, score)) - 1) / 4) * 1000) / 10;

/** A score on its scale of 1 to 5, over the interval that it may lie in. It only repeats what stands beside it. */
export const bar = (score: number, interval?: readonly number[]): string => {
  const [from = score, to = score] = interval ?? [];
  const [left, right] = [place(from), place(to)];
  const span = interval ? `<rect class="span" x="${left}%" width="${Math.max(0, right - left)}%" height="100%"/>` : '';
  const fill = interval
    ? `<rect class="fill" x="${Math.min(place(score), 99)}%" width="1%" height="100%"/>`
    : `<rect class="fill" width="${place(score)}%" height="100%"/>`;
  return `<svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/>${span}${fill}</svg>`;
};

export interface Head {
  title: string;
  /** Of at most 200 characters. */
  description: string;
  url: string;
}

const preview = ({ title, description, url }: Head): string =>
  [
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${url}">`,
    '<meta property="og:type" content="article">',
    '<meta property="og:site_name" content="Sidenote">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${url}">`,
    '<meta name="twitter:card" content="summary">',
    `<meta name="twitter:title" content="${title}">`,
    `<meta name="twitter:description" content="${description}">`,
  ].join('');

/** A whole page. What it is given is HTML already; without a preview it wants no place in search results. */
export const wholePage = (title: string, head: Head | undefined, body: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
  `<title>${title}</title>${head ? preview(head) : '<meta name="robots" content="noindex">'}<style>${STYLE}</style></head>` +
  `<body><div class="page"><p class="brand"><b>Sidenote</b> showcase</p><main>${body}</main></div></body></html>`;
