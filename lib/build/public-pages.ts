/** As CloudFront matches paths. All are one page, whose script reads the path. */
export const OPEN_PAGES = ['/', '/try', '/showcase', '/showcase/*'] as const;

/** Their URL has a secret token, so search engines must not index them. */
export const SHARED_PAGES = ['/reviews/shared/*'] as const;

/** Link preview crawlers run no scripts: each page has its own head. `functions/edge/dashboard-page.js` has them too. */
export const PUBLIC_DOCUMENTS = ['public.html', 'try.html', 'showcase.html', 'shared.html'] as const;
export type PublicDocument = (typeof PUBLIC_DOCUMENTS)[number];

const matches = (path: string) => (pattern: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export const isOpenPage = (path: string): boolean => OPEN_PAGES.some(matches(path));
export const isSharedPage = (path: string): boolean => SHARED_PAGES.some(matches(path));

export const documentOf = (path: string): PublicDocument => {
  if (isSharedPage(path)) return 'shared.html';
  if (path === '/showcase' || path.startsWith('/showcase/')) return 'showcase.html';
  return path === '/try' ? 'try.html' : 'public.html';
};
