/** Characters that could disguise an address. */
const DECEIVING = /[\p{C}\p{Z}]/gu;

/** Decodes percent signs in an address unless the result could be misleading. */
export const readableAddress = (url: string): string => {
  try {
    return decodeURI(url).replaceAll(DECEIVING, encodeURIComponent);
  } catch {
    return url;
  }
};

/** The same without the origin; a lone slash would say nothing, so then with it. */
export const readablePath = (url: string): string => {
  const known = URL.parse(url);
  if (!known) return readableAddress(url);
  const path = `${known.pathname}${known.search}${known.hash}`;
  return readableAddress(path === '/' ? `${known.host}/` : path);
};
