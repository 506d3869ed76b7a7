import { createHash } from 'node:crypto';
import type { RawAnswer } from '../kit/contract.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:15vh auto;padding:0 1.5rem}' +
  'h1{font-size:1.25rem}button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;background:#4f46e5;color:#fff;cursor:pointer}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A small page of fixed words. */
export const page = (title: string, body: string): RawAnswer => ({
  headers: {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  },
  text:
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
});
