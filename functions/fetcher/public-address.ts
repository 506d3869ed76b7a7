import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { words } from '../kit/words.ts';

/** IANA's special-purpose registry for IPv4, and the address at which one cloud keeps its machines' agent. */
const NOT_PUBLIC_V4 = words(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
`).map((range) => ipaddr.IPv4.parseCIDR(range));

/** Everything that is assigned. Mapped, translated (NAT64), unique local and link-local addresses lie outside. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112, 6bone. */
const NOT_PUBLIC_V6 = words('2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3ffe::/16 3fff::/20').map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/** Takes the forms in which resolvers and sockets write addresses; every other form, a zone too, is not public. */
export const isPublicAddress = (address: string): boolean => {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) {
    const v4 = ipaddr.IPv4.parse(address);
    return !NOT_PUBLIC_V4.some((range) => v4.match(range));
  }
  if (version === 6) {
    const v6 = ipaddr.IPv6.parse(address);
    return v6.match(PUBLIC_V6) && !NOT_PUBLIC_V6.some((range) => v6.match(range));
  }
  return false;
};

const ownRanges = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ cidr }) => (cidr === null ? [] : [cidr]));

/** With IPv6, this machine and its neighbors often have public numbers. `ranges` are networks as `address/prefix`. */
export const isOwnNetwork = (address: string, ranges: readonly string[] = ownRanges()): boolean => {
  const own = ipaddr.parse(address);
  return ranges.some((text) => {
    const range = ipaddr.parseCIDR(text);
    return range[1] > 0 && range[0].kind() === own.kind() && own.match(range);
  });
};
