import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pngHeader, pngOfZeros } from '../png-of-zeros.ts';
import { useListeners, usePages } from './origin.ts';

const { reached, ports } = useListeners();

/** Every way to the network that a page has. */
const attack = (hosts: readonly string[], udp: number) => `<!doctype html><title>Attack</title><body>
<h1>Attack</h1><script>
  const tell = (way, answer) => console.error(way + ': ' + answer);
  for (const host of ${JSON.stringify(hosts)}) {
    fetch('http://' + host + '/fetch', { mode: 'no-cors' }).then(() => tell('fetch', 'answered'), () => 0);
    navigator.sendBeacon('http://' + host + '/beacon', 'x');
    try { const socket = new WebSocket('ws://' + host + '/socket'); socket.onopen = () => tell('socket', 'open'); } catch {}
    try { new EventSource('http://' + host + '/events').onopen = () => tell('events', 'open'); } catch {}
    for (const tag of ['img', 'iframe', 'script', 'embed', 'video']) {
      const element = document.createElement(tag);
      element.src = 'http://' + host + '/' + tag;
      document.body.append(element);
    }
    for (const rel of ['stylesheet', 'preload', 'prefetch', 'preconnect', 'dns-prefetch', 'modulepreload', 'icon']) {
      document.head.append(Object.assign(document.createElement('link'), { rel, as: 'image', href: 'http://' + host + '/' + rel }));
    }
    const body = 'fetch("http://' + host + '/worker", { mode: "no-cors" })';
    new Worker(URL.createObjectURL(new Blob([body], { type: 'text/javascript' })));
    new Image().src = 'https://' + host + '/tls';
    const form = Object.assign(document.createElement('form'), { action: 'http://' + host + '/form', target: 'shown' });
    document.body.append(Object.assign(document.createElement('iframe'), { name: 'shown' }), form);
    form.submit();
  }
  for (const tag of ['img', 'iframe', 'script']) {
    document.body.append(Object.assign(document.createElement(tag), { src: '/away?' + tag }));
  }
  fetch('/away?fetch', { mode: 'no-cors' }).then(() => tell('redirect', 'answered'), () => 0);
  navigator.serviceWorker?.register('/worker.js').catch(() => 0);
  try {
    const ice = ['stun', 'turn'].map((kind) => ({ urls: kind + ':127.0.0.1:${udp}', username: 'a', credential: 'b' }));
    const peer = new RTCPeerConnection({ iceServers: ice });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    peer.setRemoteDescription({ type: 'answer', sdp: '' }).catch(() => 0);
    peer.addIceCandidate({ candidate: 'candidate:1 1 udp 1 127.0.0.1 ${udp} typ host', sdpMid: '0' }).catch(() => 0);
  } catch {}
</script>`;

const privateHosts = () => [
  ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'].map(
    (host) => `${host}:${ports.tcp}`,
  ),
  '127.0.0.1:9001',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '10.0.0.1',
  'rebinds.example',
  'metadata.google.internal',
];

const HTML = { 'content-type': 'text/html' };

/** 900 KB that unpack to 900 MB. */
const bomb = () => pngOfZeros([pngHeader(30_000, 30_000)], 30_001 * 30_000);

const pages = usePages({
  '/attack': (answer) => answer.writeHead(200, HTML).end(attack(privateHosts(), ports.udp)),
  '/worker.js': (answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`fetch('http://127.0.0.1:${ports.tcp}/service-worker', { mode: 'no-cors' })`),
  '/away': (answer) => answer.writeHead(302, { location: `http://127.0.0.1:${ports.tcp}/` }).end(),
  '/file': (answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/': '<!doctype html><title>Fine</title><h1>Fine</h1>',
  '/endless': '<!doctype html><h1>Endless</h1><script>for (;;);</script>',
  '/endless-later': '<!doctype html><h1>Endless</h1><script>setInterval(() => { for (;;); }, 0);</script>',
  '/flood':
    '<!doctype html><h1>Flood</h1><script>const more = () => { document.body.append("x".repeat(1000)); setTimeout(more); }; more();</script>',
  '/grow':
    '<!doctype html><h1>Grow</h1><script>const kept = []; for (;;) kept.push(new Array(1e6).fill(kept.length));</script>',
  '/alerts':
    '<!doctype html><title>Alerts</title><h1>Alerts</h1><script>for (let i = 0; i < 30; i += 1) { alert(i); confirm(i); prompt(i); } onbeforeunload = () => "no"; print();</script>',
  '/popups':
    '<!doctype html><title>Popups</title><h1>Popups</h1><script>for (let i = 0; i < 50; i += 1) open("/");</script>',
  '/leaves': '<!doctype html><h1>Leaves</h1><script>setTimeout(() => location.reload(), 20);</script>',
  '/download': (answer) =>
    answer.writeHead(200, { 'content-disposition': 'attachment; filename=a.html', ...HTML }).end('x'),
  '/downloads':
    '<!doctype html><title>Downloads</title><h1>Downloads</h1><a id="a" href="/download" download></a><script>for (let i = 0; i < 20; i += 1) a.click();</script>',
  '/requests': `<!doctype html><title>Requests</title><h1>Requests</h1><script>for (let i = 0; i < 3000; i += 1) new Image().src = '/pixel?' + i;</script>`,
  '/pixel': (answer) => answer.writeHead(204).end(),
  '/picture':
    '<!doctype html><title>Picture</title><img src="/gigabyte"><script>fetch("/gigabyte").then((answer) => answer.arrayBuffer());</script>',
  '/gigabyte': (answer) => {
    answer.writeHead(200, { 'content-type': 'image/png', 'content-length': 1e9 });
    const chunk = Buffer.alloc(1e6);
    const send = () => {
      while (!answer.destroyed && answer.write(chunk));
      if (!answer.destroyed) answer.once('drain', send);
    };
    send();
  },
  '/bomb': `<!doctype html><title>Bomb</title><h1>Bomb</h1><img src="/bomb.png" width="300"><p style="background:url(/bomb.png)">x</p>
    <canvas></canvas><script type="module">
    const image = new Image();
    image.onload = () => document.querySelector('canvas').getContext('2d').drawImage(image, 0, 0, 300, 150);
    image.src = '/bomb.png';
    createImageBitmap(await (await fetch('/bomb.png')).blob()).catch(() => 0);</script>`,
  '/bomb.png': (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(bomb()),
  '/never': () => undefined,
  '/never-ends': (answer) => answer.writeHead(200, HTML).write('<!doctype html><title>Slow</title><h1>Slow</h1>'),
  '/polls': '<!doctype html><title>Polls</title><h1>Polls</h1><script>setInterval(() => fetch("/pixel"), 50);</script>',
  '/many': (answer) =>
    answer.writeHead(200, HTML).end(`<!doctype html><title>Many</title>${'<p>x</p>'.repeat(70_000)}`),
  '/scroll': `<!doctype html><title>Scroll</title><h1>Scroll</h1><script>
    const more = () => document.body.append(Object.assign(document.createElement('p'), { textContent: 'More', style: 'height:900px' }));
    more(); more(); addEventListener('scroll', more);</script>`,
});

/** Chromium's processes and files of this test that are still there. */
const leftovers = () => {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
  return [...running, ...readdirSync(folder)];
};

let folder = '';
const { TMPDIR } = process.env;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'render-'));
  process.env.TMPDIR = folder;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await rm(folder, { recursive: true });
});

afterEach(() => {
  expect(reached).toEqual([]);
  expect(leftovers()).toEqual([]);
});

describe('a page that aims at private addresses', () => {
  test('reaches none of them by any way to the network', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    const seen = await pages.see('/attack', {}, { resolve, ports: new Set([80, 443, ports.tcp]) });
    expect(seen).toMatchObject({ ok: true, title: 'Attack' });
    if (!seen.ok) return;
    expect(seen.console.filter(({ text }) => /: (answered|open)$/.test(text))).toEqual([]);
    // They went to the guard, which refused them.
    expect(seen.traffic.refused).toEqual(
      expect.arrayContaining(['127.0.0.1:9001', '169.254.169.254:80', `[::1]:${ports.tcp}`, 'rebinds.example:80']),
    );
    expect(asked).toContain('rebinds.example');
    expect(pages.seen).not.toContain('/worker.js');
    // Each was redirected to a private address.
    expect(pages.seen.filter((path) => path === '/away')).toHaveLength(4);
  });

  test.each([
    ['by a redirect', '/away'],
    ['by a redirect to a file', '/file'],
  ])('is not followed %s', async (_, path) => {
    expect(await pages.see(path)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/unreachable|error_status/),
    });
  });

  test.each([
    'file:///etc/passwd',
    'chrome://version',
    'data:text/html,x',
    'view-source:http://a.example/',
    'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html',
    'http://u:p@a.example/',
  ])('is not opened as %s', async (url) => {
    expect(await pages.see('/', { url })).toMatchObject({ ok: false, reason: 'unreachable' });
  });

  test('is reached by itself only: another page’s requests to an allowed private host are refused', async () => {
    const { host, seen } = pages;
    const before = seen.length;
    const url = 'http://public.example/';
    expect(
      await pages.see('/', { url }, { resolve: async () => ['127.0.0.1'], ports: new Set([80, pages.port()]) }),
    ).toMatchObject({
      ok: false,
    });
    expect([seen.length, host()]).toEqual([before, host()]);
  });
});

describe('a hostile page', () => {
  const ORDER = { timeout_ms: 25_000, uploads: { whole_page: { url: '', headers: {} } } };
  /** Of a page that keeps a processor busy until the end. */
  const SHORT = { ...ORDER, timeout_ms: 8000 };

  const expectEnd = async (path: string, order: typeof ORDER) => {
    const began = performance.now();
    const seen = await pages.see(path, order);
    // A page may be caught in a moment of rest.
    if (seen.ok) expect(path).toMatch(/leaves|endless/);
    else expect(seen.said.text).toMatch(/^[A-Z].*\.$/);
    expect(performance.now() - began).toBeLessThan(order.timeout_ms + 5000);
  };

  const expectLimits = async (path: string, limits: readonly string[]) => {
    const seen = await pages.see(path, ORDER);
    expect({ path, ...seen }).toMatchObject({ path, ok: true, limits: expect.arrayContaining([...limits]) });
    if (!seen.ok) throw new Error(seen.said.text);
    expect(seen.title).toBeTruthy();
    return seen;
  };

  test.each([
    ['runs a script that never ends', '/endless'],
    ['never stops starting such scripts', '/endless-later'],
    ['takes all memory', '/grow'],
    ['is a download', '/download'],
  ])('ends its job in time with a reason in plain words if it %s', (_, path) => expectEnd(path, SHORT));

  test.each([
    ['asks with dialogs', '/alerts', []],
    ['opens windows', '/popups', []],
    ['starts downloads', '/downloads', []],
    ['sends 3,000 requests', '/requests', ['requests']],
    ['shows a picture that unpacks to a gigabyte', '/bomb', []],
    ['grows whenever it is scrolled', '/scroll', []],
    ['has 70,000 elements', '/many', ['elements']],
  ])('is seen as far as the limits allow if it %s', async (_, path, limits) => {
    await expectLimits(path, limits);
  });

  test('is seen as far as the limits allow if it loads a gigabyte, and the bytes that were cut off are counted', async () => {
    expect((await expectLimits('/picture', ['bytes'])).traffic.bytes).toBeGreaterThan(20e6);
  });

  test('a page that never answers or keeps navigating to itself ends its job in time; one that never ends or keeps polling is seen', async () => {
    await Promise.all([
      expectEnd('/never', ORDER),
      expectEnd('/leaves', ORDER),
      expectLimits('/never-ends', ['time']),
      expectLimits('/polls', []),
    ]);
  });

  test('a page that changes forever is seen as it is at some moment', async () => {
    expect(await pages.see('/flood', ORDER)).toMatchObject({ ok: true, limits: expect.arrayContaining(['time']) });
  });

  test('leaves the next job unharmed', async () => {
    expect(await pages.see('/')).toMatchObject({ ok: true, title: 'Fine', limits: [] });
  });
});
