/** Allows a link to an untrusted address only if it is http or https. */
export const webAddress = (url: string): string | undefined =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined;
