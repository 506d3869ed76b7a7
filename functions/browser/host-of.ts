/** With its port, as the guard names those that it refuses; empty if the address has none. */
export const hostOf = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (/^(https|wss):/.test(protocol) ? 443 : 80)}`;
};
