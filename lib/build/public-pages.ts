/** The pages for people without an account, as CloudFront matches paths. All are one page, whose script reads the path. */
export const OPEN_PAGES = ['/', '/try', '/showcase', '/showcase/*'] as const;

/** Pages that need a secret token in the URL. Search engines must not index them. */
export const SHARED_PAGES = ['/reviews/shared/*'] as const;

/**
 * Sets the head of one page for link preview crawlers, which run no scripts. `functions/edge/dashboard-page.js` selects
 * the same pages.
 */
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
