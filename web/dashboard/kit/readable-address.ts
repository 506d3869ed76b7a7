/** Signs that would make an address read as another one. */
const DECEIVING = /[\p{C}\p{Z}]/gu;

/** An address as one reads it: without percent signs, where it deceives nobody. */
export const readableAddress = (url: string): string => {
  try {
    return decodeURI(url).replaceAll(DECEIVING, encodeURIComponent);
  } catch {
    return url;
  }
};

/** The same, without the site that all have in common; a lone slash would say nothing. */
export const readablePath = (url: string): string => {
  const known = URL.parse(url);
  if (!known) return readableAddress(url);
  const path = `${known.pathname}${known.search}${known.hash}`;
  return readableAddress(path === '/' ? `${known.host}/` : path);
};
