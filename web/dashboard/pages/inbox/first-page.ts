export const LAST_SITE = 'sidenote.site';

/** As `pageQuery` makes it for a list without filters: the early request answers the page's only if they are equal. */
export const FIRST_PAGE = { status: 'pending', limit: 50, quarantined: 'false' } as const;
