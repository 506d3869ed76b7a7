/** An address that somebody else wrote, where it may become a link: http and https alone. */
export const webAddress = (url: string): string | undefined =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : undefined;
