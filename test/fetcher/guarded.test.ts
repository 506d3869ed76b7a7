import { createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { fetchPublicPage } from '../../functions/fetcher/fetch-public-page.ts';
import { UNREACHABLE } from '../../functions/fetcher/fetched-page.ts';
import type { Resolve } from '../../functions/fetcher/guarded-connector.ts';
import { startOrigin, useOrigin, watchConnections } from './origin.ts';

const LIMITS = { timeout_ms: 100, max_bytes: 100_000 };
/** Public, but never assigned: a connection goes nowhere. */
const NOWHERE = '2000::1';

const { tried, open } = watchConnections();
/** Counts who reaches it; the fetcher never may. */
const canary = useOrigin((_, response) => response.end('<p>inside</p>'));

const portsOf = (...ports: number[]) => new Set([80, 443, ...ports]);
const never = () => Promise.reject(new Error('Nobody asks for a name here.'));

describe('a literal address in a URL', () => {
  test.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback in hexadecimal', 'http://0x7f.1/'],
    ['loopback in hexadecimal, whole', 'http://0x7f000001/'],
    ['loopback as one number', 'http://2130706433/'],
    ['loopback in octal', 'http://0177.0.0.1/'],
    ['loopback in octal with many zeros', 'http://00000177.0.0.01/'],
    ['loopback with missing parts', 'http://127.1/'],
    ['loopback with a dot at the end', 'http://127.0.0.1./'],
    ['loopback percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['loopback in wide digits', 'http://１２７.０.０.１/'],
    ['loopback with ideographic full stops', 'http://127。0。0。1/'],
    ['loopback in circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['this host', 'http://0.0.0.0/'],
    ['this host, short', 'http://0/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['mapped loopback in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['compatible loopback', 'http://[::127.0.0.1]/'],
    ['translated loopback', 'http://[64:ff9b::7f00:1]/'],
    ['6to4 of loopback', 'http://[2002:7f00:1::]/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata as one number', 'http://2852039166/'],
    ['metadata mapped', 'http://[::ffff:a9fe:a9fe]/'],
    ['metadata in IPv6', 'http://[fd00:ec2::254]/'],
    ['credentials of containers', 'http://169.254.170.2/v2/credentials'],
    ['link-local', 'http://[fe80::1]/'],
    ['link-local with a zone', 'http://[fe80::1%25eth0]/'],
    ['link-local with a bare zone', 'http://[fe80::1%eth0]/'],
    ['private', 'https://10.0.0.1/'],
    ['private over TLS', 'https://192.168.1.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['a public address on another port', 'http://8.8.8.8:53/'],
    ['a public address on the port of ssh', 'https://8.8.8.8:22/'],
    ['a port of the runtime', 'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next'],
  ])('a literal address is never reached: %s', async (_, url) => {
    expect(await fetchPublicPage(url, LIMITS, { resolve: never })).toBe(UNREACHABLE);
    expect(tried()).toEqual([]);
  });

  test.each([
    ['a file', 'file:///etc/passwd'],
    ['ftp', 'ftp://example.com/'],
    ['gopher', 'gopher://example.com:80/'],
    ['data', 'data:text/html,<p>inside</p>'],
    ['a script', 'javascript:alert(1)'],
    ['a blob', 'blob:http://example.com/1'],
    ['a web socket', 'ws://example.com/'],
    ['an address in the user name', 'http://example.com@127.0.0.1/'],
    ['nothing', ''],
    ['no address', 'example.com'],
    ['no host', 'http:///'],
    ['a line break in the host', 'http://exam%0d%0aple.com/'],
  ])('a literal address is rejected for %s', async (_, url) => {
    expect(await fetchPublicPage(url, LIMITS, { resolve: never })).toBe(UNREACHABLE);
    expect(tried()).toEqual([]);
  });

  test.each([
    ['a user name', (host: string) => `http://user@${host}/`],
    ['a password', (host: string) => `http://:secret@${host}/`],
    ['more than 2,048 characters', (host: string) => `http://${host}/${'a'.repeat(2048)}`],
    ['more than 2,048 characters once normalized', (host: string) => `http://${host}/${'ä'.repeat(400)}`],
    ['another scheme', (host: string) => `ws://${host}/`],
  ])('a literal address is rejected for %s, even if the host is allowed', async (_, url) => {
    expect(await fetchPublicPage(url(canary().host), LIMITS)).toBe(UNREACHABLE);
    expect(tried()).toEqual([]);
  });

  test('an address of this machine is not reached even on an allowed port', async () => {
    const before = canary().connections();
    delete process.env.FETCH_ALLOW;
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0', 'localhost', 'localhost.']) {
      const url = `http://${host}:${canary().port}/`;
      expect(await fetchPublicPage(url, LIMITS, { ports: portsOf(canary().port) })).toBe(UNREACHABLE);
    }
    expect(tried()).toEqual([]);
    process.env.FETCH_ALLOW = canary().host;
    // The same way with leave: it does lead there.
    const patient = { ...LIMITS, timeout_ms: 30_000 };
    expect(await fetchPublicPage(`${canary().url}/`, patient)).toMatchObject({ ok: true, text: '<p>inside</p>' });
    expect(canary().connections()).toBe(before + 1);
  });
});

describe('a host name', () => {
  const through = (answers: readonly (readonly string[])[]) => {
    let asked = 0;
    const resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
    return { resolve, asked: () => asked, ports: portsOf(canary().port) };
  };
  const url = () => `http://rebind.example:${canary().port}/`;

  test.each([
    ['loopback', '127.0.0.1'],
    ['IPv6 loopback', '::1'],
    ['a mapped address', '::ffff:127.0.0.1'],
    ['metadata', '169.254.169.254'],
    ['a private network', '10.1.2.3'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['no address at all', 'localhost'],
  ])('a host name that resolves to %s is not reached', async (_, address) => {
    const before = canary().connections();
    expect(await fetchPublicPage(url(), LIMITS, through([[address]]))).toBe(UNREACHABLE);
    expect(tried()).toEqual([]);
    expect(canary().connections()).toBe(before);
  });

  test.each(['intranet', 'printer.local', 'db.internal', 'a.localhost', 'nas.home.arpa', 'x.test', 'printer.local.'])(
    'a host name outside the public domains (%s) is not resolved',
    async (host) => {
      const world = through([[NOWHERE]]);
      expect(await fetchPublicPage(`http://${host}:${canary().port}/`, LIMITS, world)).toBe(UNREACHABLE);
      expect([world.asked(), tried()]).toEqual([0, []]);
    },
  );

  test('a host name that doesn’t resolve is not reached', async () => {
    expect(await fetchPublicPage(url(), LIMITS, through([[]]))).toBe(UNREACHABLE);
    expect(await fetchPublicPage(url(), LIMITS, { resolve: never })).toBe(UNREACHABLE);
    expect(tried()).toEqual([]);
  });

  test('a host name that changes to a private address after the check is reached at the checked one', async () => {
    const before = canary().connections();
    const world = through([[NOWHERE], ['127.0.0.1']]);
    expect(await fetchPublicPage(url(), LIMITS, world)).toBe(UNREACHABLE);
    expect(world.asked()).toBe(1);
    expect(tried()).toEqual([`${NOWHERE} ${canary().port}`]);
    expect(canary().connections()).toBe(before);
  });

  test('a host name with mixed addresses is reached at the public ones only, in any order', async () => {
    for (const answer of [
      ['127.0.0.1', NOWHERE],
      [NOWHERE, '127.0.0.1'],
      ['::1', '10.0.0.1', NOWHERE, '::ffff:127.0.0.1'],
    ]) {
      await fetchPublicPage(url(), LIMITS, through([answer]));
    }
    expect(new Set(tried())).toEqual(new Set([`${NOWHERE} ${canary().port}`]));
  });

  test('a host name with very many addresses costs at most four attempts, and none after the timeout', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `2000::${(index + 1).toString(16)}`);
    await fetchPublicPage(url(), LIMITS, through([many]));
    expect(tried().length).toBeGreaterThan(0);
    expect(tried().length).toBeLessThanOrEqual(4);
    expect(open()).toEqual([]);
  });
});

describe('a redirect', () => {
  const around = async (location: (canaryPort: number) => string, resolve: Resolve = never) => {
    const before = canary().connections();
    const origin = await startOrigin((_, response) => {
      response.writeHead(302, { location: location(canary().port) });
      response.end();
    });
    try {
      process.env.FETCH_ALLOW = origin.host;
      const page = await fetchPublicPage(origin.url, LIMITS, { resolve, ports: portsOf(canary().port) });
      expect(origin.connections()).toBe(1);
      expect(tried()).toEqual([`127.0.0.1 ${origin.port}`]);
      expect(canary().connections()).toBe(before);
      return page;
    } finally {
      process.env.FETCH_ALLOW = canary().host;
      await origin.close();
    }
  };

  test.each([
    ['a private address', (port: number) => `http://127.0.0.1:${port}/`],
    ['the same in another form', (port: number) => `http://0x7f.1:${port}/`],
    ['the same without a scheme', (port: number) => `//127.0.0.1:${port}/`],
    ['the same with backslashes', (port: number) => `\\\\127.0.0.1:${port}\\`],
    ['the same after white space', (port: number) => ` \t//127.0.0.1:${port}/`],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data/iam/security-credentials/'],
    ['a file', () => 'file:///etc/passwd'],
    ['ftp', () => 'ftp://127.0.0.1/'],
    ['data', () => 'data:text/html,inside'],
    ['an address with a password', (port: number) => `http://user:secret@127.0.0.1:${port}/`],
    ['another port', () => 'http://8.8.8.8:25/'],
    ['no address', () => 'http://'],
  ])('a redirect to %s is not followed', async (_, location) => {
    expect(await around(location)).toBe(UNREACHABLE);
  });

  test('a redirect to a host name of a private address is not followed', async () => {
    const page = await around(
      (port) => `http://inside.example:${port}/`,
      async () => ['127.0.0.1'],
    );
    expect(page).toBe(UNREACHABLE);
  });
});

describe('an unreachable page', () => {
  test('has the same message if refused, closed, unresolvable, private, cut off, not http or timed out', async () => {
    const closing = createServer((socket) => socket.destroy());
    const talking = createServer((socket) => void socket.end('220 mail.example ESMTP\r\n'));
    const silent = createServer();
    const ports = await Promise.all(
      [closing, talking, silent].map(
        (server) =>
          new Promise<number>((resolve) => {
            server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
          }),
      ),
    );
    const closed = await startOrigin(() => undefined);
    await closed.close();
    process.env.FETCH_ALLOW = [...ports, closed.port].map((port) => `127.0.0.1:${port}`).join(', ');
    const limits = { timeout_ms: 600, max_bytes: 1000 };
    const timed = async (url: string) => {
      const began = performance.now();
      const page = await fetchPublicPage(url, limits);
      return { page, took: performance.now() - began };
    };
    const [cut, noHttp, late] = ports.map((port) => `http://127.0.0.1:${port}/`) as [string, string, string];
    const soon = [cut, noHttp, closed.url, 'http://10.0.0.1/', 'http://nobody.invalid/', 'ftp://example.com/'];
    const quick = await Promise.all(soon.map(timed));
    const last = await timed(late);
    for (const { page } of [...quick, last]) expect(page).toBe(UNREACHABLE);
    // Told at a fifth of the time, none before.
    for (const { took } of quick) expect(took).toBeGreaterThan(limits.timeout_ms * 0.19);
    expect(last.took).toBeGreaterThan(limits.timeout_ms * 0.98);
    expect(last.took).toBeLessThan(limits.timeout_ms + 10_000);
    process.env.FETCH_ALLOW = canary().host;
    for (const server of [closing, talking, silent]) server.close();
  });
});
