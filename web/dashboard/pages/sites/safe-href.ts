/** Only http and https: what stands in a site's row came from somebody. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined);
