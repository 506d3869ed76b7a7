import { createHash } from 'node:crypto';

const STYLE =
  ':root{color-scheme:light dark;--ink:light-dark(#1f1c17,#efebe3);--soft:light-dark(#4c463d,#c5beb2);--accent:light-dark(#2b3fb8,#a9b6ff);--on-accent:light-dark(#fff,#10153a)}' +
  'body{font:1rem/1.6 ui-sans-serif,system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.5rem;background:light-dark(#faf8f4,#151411);color:var(--soft)}' +
  'h1{font:600 1.75rem/1.25 "Iowan Old Style",Palatino,Georgia,serif;color:var(--ink);overflow-wrap:anywhere}' +
  'a{color:var(--accent)}.brand{display:inline-flex;gap:.5rem;align-items:center;font-weight:600;color:var(--ink);text-decoration:none}' +
  'button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);cursor:pointer}';

const sourceOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export const smallPagePolicy = (style?: string, images: readonly string[] = []): string =>
  [
    `default-src 'none'; style-src ${[STYLE, ...(style ? [style] : [])].map(sourceOf).join(' ')}`,
    ...(images.length > 0 ? [`img-src ${images.join(' ')}`] : []),
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ].join('; ');

export const SMALL_PAGE_POLICY = smallPagePolicy();

/** As web/dashboard/styles/mark.svg. */
const MARK =
  '<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2b3fb8"/><path d="M8 9.5h9M8 15h7M8 20.5h9" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><path d="M20.5 8.5h2.6a1.4 1.4 0 0 1 1.4 1.4v8.2L20.5 23z" fill="#ffd84d"/></svg>';

/** `title`, `body`, `nav` and `footer` are HTML without user input. */
export const smallPage = (
  locale: 'en' | 'de',
  title: string,
  body: string,
  { style, nav = '', footer = '' }: { style?: string; nav?: string; footer?: string } = {},
): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex,nofollow"><title>${title} · Sidenote</title><style>${STYLE}</style>${style ? `<style>${style}</style>` : ''}</head>` +
  `<body><header><a class="brand" href="/">${MARK}Sidenote</a>${nav}</header><main><h1>${title}</h1>${body}</main>${footer}</body></html>`;
