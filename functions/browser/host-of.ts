/** With its port, as the guard names those that it refuses; empty if the address has none. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (/^(https|wss):/.test(protocol) ? 443 : 80)}`;
};

/** Servers complete an address: by its scheme, `www.` or a slash; and routers that keep a route in the fragment, that. */
const place = (address: string, isRouted: boolean) => {
  if (!URL.canParse(address)) return address;
  const { host, pathname, hash } = new URL(address);
  const [, route = ''] = (isRouted && /^#!?(\/[^?]*)/.exec(hash)) || [];
  return [host.replace(/^www\./, '') + pathname, route].map((part) => part.replace(/\/$/, '')).join('#');
};

/** An address that asks for no route is the same with any. */
export const isSamePage = (asked: string, seen: string): boolean => {
  const isRouted = /#!?\//.test(asked);
  return place(asked, isRouted) === place(seen, isRouted);
};
