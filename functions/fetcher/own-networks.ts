import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to this machine, or to a neighbor on the same link: with IPv6 those are often public by
 * number. `ranges` are the networks as `address/prefix`.
 */
export const isOwnNetwork = (address: string, ranges: readonly string[] = ownRanges()): boolean => {
  const own = ipaddr.parse(address);
  return ranges.some((text) => {
    const range = ipaddr.parseCIDR(text);
    return range[1] > 0 && range[0].kind() === own.kind() && own.match(range);
  });
};

const ownRanges = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ cidr }) => (cidr === null ? [] : [cidr]));
