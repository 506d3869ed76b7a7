/** With its port, as the guard names those that it refuses; empty if the address has none. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (/^(https|wss):/.test(protocol) ? 443 : 80)}`;
};

/** Servers complete an address: by its scheme, `www.` or a slash. */
const place = (address: string) => {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  return host.replace(/^www\./, '') + pathname.replace(/\/$/, '');
};

export const isSamePlace = (one: string, other: string): boolean => place(one) === place(other);
