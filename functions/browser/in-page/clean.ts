/** A URL without its query and, unless a router keeps its route there, without its fragment. */
export const cleanUrl = (address: string): string => {
  if (/^(data|blob|javascript):/i.test(address)) return address.split(/[:,;]/, 1)[0] ?? '';
  return address.replace(/[?#].*$/s, '').slice(0, 2048);
};

/** Parameters that only say which campaign a visitor came from don't count, those of a route in the fragment do. */
export const hasQuery = (address: string): boolean =>
  /\?([^#]*&)?(?!utm_|\w+cl(ick|k)?id=)[^#&]/.test(address.replace(/#(?!!?\/).*$/s, ''));

/** Free text from the page (console lines, CSS values) without query strings and signed tokens. */
export const cleanText = (text: string, max: number): string =>
  text
    .replace(/(https?:\/\/[^\s?#"'`<>()]+)[?#][^\s"'`<>()]*?(:[\d:]{1,9}|)(?![^\s"'`<>()])/g, '$1$2')
    .replace(/([\w/.:-])[?#][^\s"'`<>()]*=[^\s"'`<>()]*/g, '$1')
    .replace(/\beyJ[\w.-]{10,}/g, '…')
    .replace(/\bBearer\s+\S+/gi, 'Bearer …')
    .slice(0, max);

export const squash = (text: string, max: number): string => text.replace(/\s+/g, ' ').trim().slice(0, max);
