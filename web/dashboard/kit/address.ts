const DECEIVING = /[\p{C}\p{Z}]/gu;

export const readableAddress = (url: string): string => {
  try {
    return decodeURI(url).replaceAll(DECEIVING, encodeURIComponent);
  } catch {
    return url;
  }
};

/** A lone slash would say nothing, so it gets its host. */
export const readablePath = (url: string): string => {
  const known = URL.parse(url);
  if (!known) return readableAddress(url);
  const path = `${known.pathname}${known.search}${known.hash}`;
  return readableAddress(path === '/' ? `${known.host}/` : path);
};

/** Untrusted addresses are only linked if they are http or https. */
export const webAddress = (url: string): string | undefined =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined;

/** People write `www.example.com`; the service requires a URL. */
export const withScheme = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return trimmed;
  return `${/^(localhost|127\.|\[::1\])/.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
};
