import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Under `/docs`, next to its first page. Each is listed, so that any other is the API's 404. */
export const GUIDES = [
  'install',
  'widget',
  'agents',
  'api',
  'webhooks',
  'reviews',
  'self-hosting',
  'security',
] as const;

/** As CloudFront matches paths. All are one page, whose script reads the path. */
export const OPEN_PAGES = [
  ...(['/', '/try', '/showcase', '/showcase/*', '/docs', '/reviews/sample'] as const),
  ...GUIDES.map((name) => `/docs/${name}` as const),
];

/** Their URL has a secret token, so search engines must not index them. */
export const SHARED_PAGES = ['/reviews/shared/*'] as const;

export const DEMO_FOLDER = join(import.meta.dirname, '../../web/demo');
export const DEMO_PAGE = 'demo.html';

/** Each is listed, so that any other address is the API's 404. */
export const DEMO_FILES = readdirSync(DEMO_FOLDER)
  .filter((name) => name !== DEMO_PAGE)
  .sort();
export const DEMO_PAGES = ['/demo', ...DEMO_FILES.map((name) => `/demo/${name}`)];

/** Link previews load a picture only from a whole address. */
export const withAddress = (page: string, baseUrl: string): string =>
  page.replaceAll(/(<meta property="og:image" content=")(?=\/)/g, `$1${baseUrl}`);

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs;

/** Sources of a content security policy that allow the page's inline scripts (https://www.w3.org/TR/CSP3/#source-list). */
export const inlineScripts = (page: string): string[] =>
  [...page.matchAll(INLINE_SCRIPT)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** Puts the widget of a site on the demo page. */
export const withLoader = (page: string, loader_id: string): string => page.replace('{{loader_id}}', loader_id);

/** Link preview crawlers run no scripts: each page has its own head. `functions/edge/dashboard-page.js` has them too. */
export const PUBLIC_DOCUMENTS = [
  'public.html',
  'try.html',
  'showcase.html',
  'docs.html',
  ...GUIDES.map((name) => `docs-${name}.html` as const),
  'sample.html',
  'shared.html',
] as const;
export type PublicDocument = (typeof PUBLIC_DOCUMENTS)[number];

const matches = (path: string) => (pattern: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export const isOpenPage = (path: string): boolean => OPEN_PAGES.some(matches(path));
export const isSharedPage = (path: string): boolean => SHARED_PAGES.some(matches(path));

export const documentOf = (path: string): PublicDocument => {
  if (isSharedPage(path)) return 'shared.html';
  if (path === '/showcase' || path.startsWith('/showcase/')) return 'showcase.html';
  if (path === '/docs') return 'docs.html';
  const guide = GUIDES.find((name) => path === `/docs/${name}`);
  if (guide) return `docs-${guide}.html`;
  if (path === '/reviews/sample') return 'sample.html';
  return path === '/try' ? 'try.html' : 'public.html';
};
