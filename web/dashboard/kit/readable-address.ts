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

/** The same, without the site that all have in common. */
export const readablePath = (url: string): string => {
  const known = URL.parse(url);
  return readableAddress(known ? `${known.pathname}${known.search}${known.hash}` : url);
};
