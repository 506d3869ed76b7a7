export const LAST_SITE = 'sidenote.site';

/** In the place of a site's id: the newest notes of several sites. */
export const ALL_SITES = 'all';

/** As `pageQuery` makes it for a list without filters: the early request answers the page's only if they are equal. */
export const FIRST_PAGE = { status: 'pending', limit: 50, quarantined: 'false' } as const;
