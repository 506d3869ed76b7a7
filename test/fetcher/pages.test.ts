import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { fetchPublicPage } from '../../functions/fetcher/fetch-public-page.ts';
import { UNREACHABLE } from '../../functions/fetcher/fetched-page.ts';
import { useOrigin } from './origin.ts';

const MAX = 1024 * 1024;
const LIMITS = { timeout_ms: 10_000, max_bytes: MAX };
const HTML = 'text/html; charset=utf-8';

type Page = (request: IncomingMessage, response: ServerResponse) => void;
const pages = new Map<string, Page>();
const seen: IncomingMessage[] = [];

const origin = useOrigin((request, response) => {
  seen.push(request);
  const page = pages.get(new URL(request.url ?? '', 'http://x').pathname);
  if (page) page(request, response);
  else response.writeHead(404).end('nothing here');
});

let made = 0;
/** Serves a new page and fetches it. */
const fetched = (page: Page, limits = LIMITS) => {
  const path = `/page-${made++}`;
  pages.set(path, page);
  return fetchPublicPage(`${origin().url}${path}`, limits);
};
const sends = (body: string | Uint8Array, headers: Record<string, string> = { 'content-type': HTML }) =>
  fetched((_, response) => response.writeHead(200, headers).end(body));

describe('a page', () => {
  test('a page is returned as text with its final URL', async () => {
    const page = await fetched((_, response) => {
      response.writeHead(200, { 'content-type': 'Text/HTML;charset="UTF-8"' }).end('<h1>Grüße</h1>');
    });
    expect(page).toEqual({
      ok: true,
      url: `${origin().url}/page-${made - 1}`,
      status: 200,
      content_type: 'text/html',
      charset: 'UTF-8',
      text: '<h1>Grüße</h1>',
      truncated: false,
      bytes: 16,
    });
  });

  test('a page is requested with an honest user agent and without cookie, credential or referrer, after redirects too', async () => {
    seen.length = 0;
    pages.set('/cookie', (_, response) => {
      response.writeHead(302, { location: '/next', 'set-cookie': 'a=1; Path=/', 'www-authenticate': 'Basic' }).end();
    });
    pages.set('/next', (_, response) => response.writeHead(200, { 'content-type': HTML }).end('x'));
    await fetchPublicPage(`${origin().url}/cookie#secret`, LIMITS);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /cookie', 'GET /next']);
    for (const { headers } of seen) {
      expect(headers['user-agent']).toBe('Sidenote/0.1 (+review)');
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
    }
  });

  test('a page without content is an empty text', async () => {
    expect(await sends('')).toMatchObject({ ok: true, text: '', bytes: 0 });
    expect(await fetched((_, response) => response.writeHead(204).end())).toMatchObject({ ok: true, text: '' });
    expect(await sends('', { 'content-type': HTML, 'content-encoding': 'gzip' })).toMatchObject({ ok: true, text: '' });
  });

  test('a page rendered by scripts is returned as its shell', async () => {
    const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
    expect(await sends(shell)).toMatchObject({ ok: true, text: shell });
  });

  test.each([
    ['text/html', 'text/html'],
    ['application/xhtml+xml', 'application/xhtml+xml'],
    ['text/plain', 'text/plain'],
    ['text/markdown; charset=utf-8', 'text/markdown'],
    ['text/x-markdown', 'text/markdown'],
  ])('a page of type %s is accepted', async (type, content_type) => {
    expect(await sends('# Hello', { 'content-type': type })).toMatchObject({ ok: true, content_type, text: '# Hello' });
  });

  test.each([
    ['application/pdf', '%PDF-1.7'],
    ['application/json', '{}'],
    ['image/svg+xml', '<svg/>'],
    ['text/css', 'a{}'],
    ['application/octet-stream', '<html>'],
    ['text/htmlx', '<html>'],
  ])('a page of type %s is rejected by name', async (type, body) => {
    expect(await sends(body, { 'content-type': type })).toMatchObject({ ok: false, reason: 'refused_type' });
  });

  test.each([
    ['<!-- a --> <!-- b -->\n<!DOCTYPE html><p>x', 'text/html'],
    ['\ufeff<html>', 'text/html'],
    ['<p>one', 'text/html'],
    ['<!-- a -->words', 'text/html'],
    ['# Title\n\nwords', 'text/plain'],
    ['<?xml version="1.0"?><rss/>', 'text/plain'],
  ])('a page without a type is sniffed: %j', async (body, content_type) => {
    expect(await sends(body, {})).toMatchObject({ ok: true, content_type });
  });

  test.each([
    ['no type', {}],
    ['the type of what a server does not know', { 'content-type': 'text/plain' }],
  ])('a page that isn’t text is rejected under %s', async (_, headers) => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    expect(await sends(png, headers)).toMatchObject({ ok: false, reason: 'refused_type' });
  });

  test.each([400, 401, 403, 404, 410, 418, 429, 500, 503])(
    'a page that answers %i is reported with that status',
    async (status) => {
      const page = await fetched((_, response) => response.writeHead(status, { 'content-type': HTML }).end('<p>Sorry'));
      expect(page).toMatchObject({
        ok: false,
        reason: 'error_status',
        said: { code: 'page_error_status', values: { status } },
      });
    },
  );
});

describe('redirects', () => {
  const chain = (length: number, status = 302) => {
    const start = made;
    made += length + 1;
    for (let hop = 0; hop < length; hop += 1) {
      pages.set(`/page-${start + hop}`, (_, response) => {
        response.writeHead(status, { location: `page-${start + hop + 1}` }).end('moved');
      });
    }
    pages.set(`/page-${start + length}`, (_, response) => response.writeHead(200, { 'content-type': HTML }).end('end'));
    return fetchPublicPage(`${origin().url}/page-${start}`, LIMITS);
  };

  test.each([301, 302, 303, 307, 308])('redirects with status %i are followed up to three times', async (status) => {
    expect(await chain(3, status)).toMatchObject({ ok: true, text: 'end', url: `${origin().url}/page-${made - 1}` });
  });

  test('redirects are not followed a fourth time, nor in a loop', async () => {
    seen.length = 0;
    expect(await chain(4)).toMatchObject({ ok: false, reason: 'too_many_redirects' });
    expect(seen).toHaveLength(4);
    const circle = await fetched((request, response) => {
      response.writeHead(301, { location: request.url ?? '' }).end();
    });
    expect(circle).toMatchObject({ ok: false, reason: 'too_many_redirects' });
  });

  test('redirects to a non-ASCII URL are followed', async () => {
    pages.set('/%C3%A4', (_, response) => response.writeHead(200, { 'content-type': HTML }).end('umlaut'));
    const raw = await fetched((_, response) => {
      response.writeHead(302, { location: Buffer.from('/ä').toString('latin1') }).end();
    });
    expect(raw).toMatchObject({ ok: true, text: 'umlaut' });
  });

  test('redirects without a location, or with two, are not followed', async () => {
    const none = await fetched((_, response) => response.writeHead(302).end());
    const two = await fetched((_, response) => response.writeHead(302, ['location', '/a', 'location', '/b']).end());
    for (const page of [none, two]) expect(page).toMatchObject({ ok: false, reason: 'error_status' });
  });

  test('redirects don’t wait for the body of the redirect', async () => {
    pages.set('/end', (_, response) => response.writeHead(200, { 'content-type': HTML }).end('end'));
    const page = await fetched((_, response) => {
      response.writeHead(302, { location: '/end' }).write('never ends');
    });
    expect(page).toMatchObject({ ok: true, text: 'end' });
  });
});

describe('a large page', () => {
  test('a page of exactly the limit is whole; with one byte more it is cut', async () => {
    expect(await sends('a'.repeat(MAX))).toMatchObject({ ok: true, bytes: MAX, truncated: false });
    const cut = await sends('a'.repeat(MAX + 1));
    expect(cut).toMatchObject({ ok: true, bytes: MAX, truncated: true, text: 'a'.repeat(MAX) });
  });

  test('a page that never ends is cut, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const page = await fetched((_, response) => {
      response.on('close', closed.resolve).writeHead(200, { 'content-type': HTML });
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) void 0;
      };
      response.on('drain', more);
      more();
    });
    expect(page).toMatchObject({ ok: true, bytes: MAX, truncated: true });
    await closed.promise;
  });

  test('a large page is cut between characters', async () => {
    const limits = { ...LIMITS, max_bytes: 7 };
    const page = await fetched((_, response) => response.writeHead(200, { 'content-type': HTML }).end('ab€€€'), limits);
    expect(page).toMatchObject({ ok: true, text: 'ab€', truncated: true, bytes: 7 });
  });

  test('a page with an endless header is rejected', async () => {
    const page = await fetched((_, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-long: ${'y'.repeat(100_000)}`);
    });
    expect(page).toBe(UNREACHABLE);
  });

  test('a page of control characters stays small when serialized', async () => {
    const page = await sends(Buffer.alloc(MAX, 1));
    expect(page).toMatchObject({ ok: true, text: '', bytes: MAX });
  });
});

describe('a compressed page', () => {
  const packers = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    br: (body: Buffer) => brotliCompressSync(body, { params: { 1: 1 } }),
    deflate: deflateSync,
    'deflate ': deflateRawSync,
    zstd: zstdCompressSync,
  };
  const packed = (coding: string, body: Buffer) =>
    sends(body, { 'content-type': HTML, 'content-encoding': coding.trim() });

  test.each(Object.entries(packers))('a compressed page is decompressed: %s', async (coding, pack) => {
    expect(await packed(coding, pack(Buffer.from('<p>Grüße')))).toMatchObject({
      ok: true,
      text: '<p>Grüße',
      bytes: 10,
    });
  });

  test.each(Object.entries(packers))(
    'a compressed page that decompresses to 100 MB stops at the limit: %s',
    async (coding, pack) => {
      const bomb = pack(Buffer.alloc(100 * MAX, 'a'));
      const before = process.memoryUsage().arrayBuffers;
      expect(await packed(coding, bomb)).toMatchObject({ ok: true, bytes: MAX, truncated: true });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * MAX);
    },
  );

  test('a page is decompressed twice, never three times', async () => {
    const body = Buffer.from('<p>deep');
    expect(await packed('gzip, br', brotliCompressSync(gzipSync(body)))).toMatchObject({ ok: true, text: '<p>deep' });
    expect(await packed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(body))))).toMatchObject({
      reason: 'unreadable',
    });
    const bomb = gzipSync(gzipSync(Buffer.alloc(200 * MAX)));
    expect(await packed('gzip, gzip', bomb)).toMatchObject({ ok: true, bytes: MAX, truncated: true });
  });

  test('a page with very many empty compressed blocks ends', async () => {
    const empty = gzipSync('');
    const page = await packed('gzip', Buffer.concat(Array.from({ length: 60_000 }, () => empty)));
    expect(page).toMatchObject({ ok: true, text: '', truncated: true });
  });

  test('a page with invalid or unknown compression is unreadable', async () => {
    for (const coding of ['gzip', 'br', 'zstd', 'deflate', 'compress', 'constructor', 'aes128gcm']) {
      expect(await packed(coding, Buffer.from('<p>plain words'))).toMatchObject({ ok: false, reason: 'unreadable' });
    }
  });
});

describe('a page’s text', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  test.each([
    ['latin-1 that says it', latin('caf\xe9'), 'text/html; charset=iso-8859-1', 'café'],
    ['latin-1 that says UTF-8', latin('caf\xe9 \xfcber'), HTML, 'café über'],
    ['latin-1 that says nothing', latin('caf\xe9'), 'text/html', 'café'],
    ['UTF-8 that says nothing', Buffer.from('<p>café'), 'text/html', '<p>café'],
    ['UTF-8 that says latin-1', Buffer.from('café'), 'text/html; charset=iso-8859-1', 'café'],
    ['UTF-8 with a few broken bytes', Buffer.concat([Buffer.from('äöü'), latin('\xff')]), HTML, 'äöü\ufffd'],
    ['Shift_JIS by its meta', latin('<meta charset="shift_jis">\x83e\x83X\x83g'), 'text/html', /テスト$/],
    [
      'Shift_JIS by its meta under a header that says UTF-8',
      latin('<meta charset=shift_jis>\x83e\x83X\x83g'),
      HTML,
      /テスト$/,
    ],
    ['GBK by its header', latin('\xc1\xaa\xcd\xa8'), 'text/html; charset=gbk', '联通'],
    ['windows-1251 by its header', latin('\xcf\xf0\xe8\xe2\xe5\xf2'), 'text/html; charset=windows-1251', 'Привет'],
    ['UTF-16LE with its mark', Buffer.from('\ufeff<p>né', 'utf16le'), HTML, '<p>né'],
    ['UTF-16BE with its mark', Buffer.from('\ufeff<p>né', 'utf16le').swap16(), 'text/html', '<p>né'],
    ['UTF-8 with its mark', Buffer.from('\ufeffné'), 'text/html; charset=iso-8859-1', 'né'],
    ['ASCII labeled UTF-16', Buffer.from('hello'), 'text/html; charset=utf-16', 'hello'],
    ['a forbidden encoding', Buffer.from('hello né'), 'text/html; charset=iso-2022-kr', 'hello né'],
    ['an unknown encoding', Buffer.from('hello né'), 'text/html; charset=none-such', 'hello né'],
    ['a meta element in plain text', Buffer.from('<meta charset=shift_jis> né'), 'text/plain', /né$/],
  ])('is decoded from %s', async (_, body, type, text) => {
    const page = await sends(body, { 'content-type': type });
    expect(page).toMatchObject({ ok: true });
    if (page.ok) expect(page.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  test('is well-formed for any bytes', async () => {
    const surrogate = Buffer.from('fffe00d8410000dc', 'hex');
    const page = await sends(surrogate, { 'content-type': 'text/html' });
    expect(page).toMatchObject({ ok: true, text: '\ufffdA\ufffd' });
  });
});

describe('a page that fails to load', () => {
  const short = { ...LIMITS, timeout_ms: 300 };
  const partial = { 'content-type': HTML, 'content-length': '1000' };

  test.each<[string, Page]>([
    ['closes before its answer', (request) => request.socket.destroy()],
    ['resets', (request) => request.socket.resetAndDestroy()],
    ['closes within its head', (request) => request.socket.end('HTTP/1.1 200 OK\r\ncontent-ty')],
    ['closes within its body', (_, response) => response.writeHead(200, partial).write('x', () => response.destroy())],
    ['drips its head', ({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n')],
    ['drips its body', (_, response) => drip(response.writeHead(200, { 'content-type': HTML }), '<p>', 'x')],
    ['drips informational answers', ({ socket }) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['says nothing', () => undefined],
    ['never ends its body', (_, response) => response.writeHead(200, partial).write('<p>')],
    ['speaks no http', ({ socket }) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['wants another protocol', ({ socket }) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n')],
    [
      'sends two lengths',
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    ],
  ])('is unreachable before the timeout if it %s', async (_, page) => {
    const began = performance.now();
    expect(await fetched(page, short)).toBe(UNREACHABLE);
    expect(performance.now() - began).toBeLessThan(short.timeout_ms + 10_000);
  });
});

const drip = (
  to: { write: (text: string) => unknown; destroyed: boolean; on: (name: 'close', then: () => void) => unknown },
  first: string,
  more: string,
) => {
  to.write(first);
  const timer = setInterval(() => to.write(more), 20);
  to.on('close', () => clearInterval(timer));
};
