/** The pages for people without an account, as CloudFront matches paths. All are one page, whose script reads the path. */
export const OPEN_PAGES = ['/', '/try', '/showcase', '/showcase/*'] as const;

/** Those that stand behind a token: no search engine may keep them. */
export const SHARED_PAGES = ['/reviews/shared/*'] as const;

const matches = (path: string) => (pattern: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

export const isOpenPage = (path: string): boolean => OPEN_PAGES.some(matches(path));
export const isSharedPage = (path: string): boolean => SHARED_PAGES.some(matches(path));
