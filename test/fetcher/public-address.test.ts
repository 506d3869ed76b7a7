import { describe, expect, test } from '@jest/globals';
import { isOwnNetwork, isPublicAddress } from '../../functions/fetcher/public-address.ts';

/** First and last of each range, and what lies around it, where that is public. */
const NOT_PUBLIC: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ['this network', '0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ['private 10/8', '10.0.0.0', '10.0.0.1', '10.255.255.255'],
  ['shared by carriers', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.0.0.0', '127.1.2.3', '127.255.255.255'],
  ['link-local and its metadata services', '169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ['private 172.16/12', '172.16.0.0', '172.17.0.1', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ['AS112 and AMT', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ['6to4 relays', '192.88.99.0', '192.88.99.1', '192.88.99.255'],
  ['private 192.168/16', '192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['multicast', '224.0.0.0', '224.0.0.1', '239.255.255.255'],
  ['reserved, and broadcast', '240.0.0.0', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  ['a cloud’s agent', '168.63.129.16'],
  ['unspecified and loopback in IPv6', '::', '::1', '::2'],
  [
    'IPv4 in IPv6',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
  ],
  ['translated to IPv4', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::10.0.0.1'],
  ['discard only', '100::', '100::1', '100:0:0:1::1'],
  [
    'protocol assignments in IPv6',
    '2001::',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:1ff:ffff::1',
  ],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:7f00:1::'],
  ['ORCHID', '2001:10::1', '2001:1f:ffff::1', '2001:20::1', '2001:2f:ffff::1', '2001:30::1'],
  [
    'documentation in IPv6',
    '2001:db8::',
    '2001:db8::1',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff::',
    '3fff:fff::1',
  ],
  ['6to4', '2002::', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '2002:ffff:ffff::1'],
  ['AS112 in IPv6', '2620:4f:8000::1'],
  ['the former 6bone', '3ffe::1'],
  ['segment routing', '5f00::1'],
  ['not handed out', '1::1', '400::1', '1fff:ffff::1', '4000::1', '8000::1', 'e000::1', 'fbff::1'],
  ['unique local', 'fc00::', 'fd00::1', 'fd00:ec2::254', 'fdff::1'],
  ['link-local in IPv6', 'fe80::1', 'fe80::1%eth0', 'fe80::a9fe:a9fe', 'febf::1'],
  ['site-local', 'fec0::1', 'feff::1'],
  ['multicast in IPv6', 'ff00::', 'ff02::1', 'ff0e::1'],
  ['a zone on a public address', '2606:4700::1111%eth0', '2606:4700::1111%1'],
  [
    'no address',
    '',
    ' ',
    'localhost',
    'example.com',
    '8.8.8.8.',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8/32',
    '[2606:4700::1111]',
    '1.2.3',
    '2130706433',
  ],
  [
    'other ways to write one',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '08.8.8.8',
    '010.8.8.8',
    '127.1',
    '0x7f000001',
    '8.8.8.8:80',
    '８.8.8.8',
  ],
];

const PUBLIC = [
  ...['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '52.29.1.1', '93.184.216.34'],
  ...['100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ...['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '2606:4700:4700::1111'],
  ...['2620:4f:7fff::1', '2620:4f:8001::1', '2a00:1450:4001::1', '3ffd::1', '3fff:1000::1'],
];

describe('an address', () => {
  test.each(NOT_PUBLIC)('an address of %s is not public', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  test('an address adjacent to those ranges is public', () => {
    for (const address of PUBLIC) expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  test('an IPv6 address is public only if its first three bits are 001', () => {
    for (let first = 0; first < 0x10000; first += 1) {
      const address = `${first.toString(16)}:abcd:ef01::1`;
      if (isPublicAddress(address)) expect(first >> 13).toBe(1);
    }
  });

  test('an IPv4 address is public for the lowest prefix in use', () => {
    const isOpen = (first: number) => isPublicAddress(`${first}.200.200.200`);
    const closed = Array.from({ length: 256 }, (_, first) => first).filter((first) => !isOpen(first));
    expect(closed).toEqual([0, 10, 127, ...Array.from({ length: 32 }, (_, index) => 224 + index)]);
  });
});

describe('an address in our own networks', () => {
  const own = ['127.0.0.1/8', '52.29.0.7/20', '2a01:4f8:1:2::7/64', '::1/128', '0.0.0.0/0'];

  test('is recognized for any host number', () => {
    const inside = ['52.29.0.7', '52.29.15.255', '2a01:4f8:1:2::7', '2a01:4f8:1:2:ffff::1', '127.0.0.1'];
    for (const address of inside) expect([address, isOwnNetwork(address, own)]).toEqual([address, true]);
  });

  test('excludes adjacent networks, and a network that claims all addresses', () => {
    const outside = ['52.29.16.0', '52.28.255.255', '2a01:4f8:1:3::7', '8.8.8.8', '2606:4700::1111'];
    for (const address of outside) expect([address, isOwnNetwork(address, own)]).toEqual([address, false]);
  });

  test('is recognized from this machine’s interfaces', () => {
    expect(isOwnNetwork('127.0.0.1')).toBe(true);
    expect(isOwnNetwork('8.8.8.8')).toBe(false);
  });
});
