/** Editors that receive their answer under their own scheme; PKCE keeps the code useless to anyone else. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set(['cursor:']);
const MAX_REDIRECT = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const UNSAFE = /[\u0000-\u0020\u007f\\]/;

/** The machine of the person, on which native clients listen (RFC 8252, 7.3). */
const isOwnMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

const isInternal = ({ hostname }: URL): boolean =>
  !/\.[^.]/.test(hostname) ||
  /^[\d.]+$/.test(hostname) ||
  /\.(localhost|local|internal|home\.arpa|lan)\.?$/.test(hostname);

const readRedirect = (text: string): URL | undefined => {
  const url = text.length > MAX_REDIRECT || UNSAFE.test(text) ? null : URL.parse(text);
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return undefined;
  return url;
};

/** https, http on the person's own machine, and known editors: nothing that a browser would run, nothing inside. */
export const isAllowedRedirect = (text: string): boolean => {
  const url = readRedirect(text);
  if (!url) return false;
  if (url.protocol === 'http:') return isOwnMachine(url);
  if (url.protocol === 'https:') return isOwnMachine(url) || !isInternal(url);
  return EDITOR_SCHEMES.has(url.protocol) && url.hostname !== '';
};

/** Native clients choose the port when they listen. */
const withoutPort = (text: string): string | undefined => {
  const url = readRedirect(text);
  if (url?.protocol !== 'http:' || !isOwnMachine(url)) return undefined;
  url.port = '';
  return url.href;
};

export const isRegistered = (registered: readonly string[], asked: string): boolean => {
  if (!isAllowedRedirect(asked)) return false;
  if (registered.includes(asked)) return true;
  const free = withoutPort(asked);
  return free !== undefined && registered.some((one) => withoutPort(one) === free);
};

export const isOnOwnMachine = (redirect: string): boolean => {
  const url = readRedirect(redirect);
  return url?.protocol === 'http:' && isOwnMachine(url);
};

export const hostOf = (redirect: string): string => {
  const { protocol, host } = new URL(redirect);
  return EDITOR_SCHEMES.has(protocol) ? `${protocol}//${host}` : host;
};

export const withQuery = (address: string, query: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
