import { describe, expect, test } from '@jest/globals';
import { Candidates } from '../../functions/browser/in-page/candidates.ts';
import { Measurements } from '../../functions/browser/in-page/measurements.ts';
import { VIEWS } from '../../functions/browser/order.ts';
import { imageFault, imageSize } from '../../functions/kit/files/image.ts';
import { extractHtml } from '../../functions/reviews/read/extract/html.ts';
import { decode } from '../../functions/verification/cut-picture.ts';
import { usePages } from './origin.ts';

const DRAWN = `<!doctype html><html lang="en"><title>Drawn</title><body><p hidden>Never shown</p>
  <p style="display:none">Also not shown</p><img src="/gone.png" alt=""><div id="app"></div>
  <script>
    console.error('a fault in the page');
    setTimeout(() => { app.innerHTML = '<h1>Drawn later</h1><p style="height:2000px">Text</p>'; }, 300);
  </script>`;

const COMPONENTS = `<!doctype html><html lang="de"><title>Parts</title><body>
  <a-card onclick="open()"><h2>Slotted title</h2>Unassigned <i slot="none">Not assigned</i></a-card>
  <div style="visibility:hidden">Not visible <b style="visibility:visible">Visible again</b> <i>Not either<script></script></i></div>
  <p id="one" style="display:contents">In no box</p><a-banner></a-banner>
  <script>
    const define = (name, html) => customElements.define(name, class extends HTMLElement {
      constructor() { super().attachShadow({ mode: 'open' }).innerHTML = html; }
    });
    define('a-card', '<style>:host { display: block }</style><p id="one">Own words</p><button><slot></slot></button>' +
      '<a href="#gone"><slot name="label">Read more</slot></a>');
    define('a-banner', '<div style="position:fixed;inset:0;background:white"><p>We value your privacy</p></div>');
  </script>`;

const BREAKS = `<!doctype html><html lang="en"><title>Breaks</title><body>
  <p>From <b>$10</b><br><!-- -->20 users<br><br>No <b>fee</b>s</p>
  <ul><li>Inside<ul><li>deeper</ul>again</ul>
  <table><tr><td><div>Basic</div><div>$<b style="display:inline-block">10</b></div><td>a<br>b</table>`;

const DRAWING = `<!doctype html><html lang="en"><title>Drawing</title><body><p>Text</p>
  <svg viewBox="0 0 9 9"><a href="/lamps#red"><text y="8">Red lamps</text></a><a href="http://["><text>x</text></a></svg>`;

const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml" lang="de"><head><title>Lampen</title><style>p { color: red }</style></head>
  <body><h2>Drei Lampen</h2><ul><li>Rot</li></ul><div role="note" style="position:fixed;inset:0"><script>1;</script></div></body></html>`;

/** axe-core leaves Arabic letters out. */
const COLORS = `<!doctype html><html lang="ar"><title>Colors</title><body>
  <p style="color:oklch(0.21 0.03 265);background:oklch(0.985 0.002 248)">قهوة طازجة كل يوم</p>
  <p style="color:rgb(17,24,39);background:color(srgb 0.98 0.98 0.98)">قهوة طازجة كل يوم</p>
  <p style="color:rgb(0 0 0 / 0.2)">قهوة طازجة كل يوم</p>
  <p id="faint" style="color:lab(80% 0 0)">قهوة طازجة كل يوم</p>`;

const APP = `<!doctype html><html lang="en"><title>App</title><body><my-app></my-app><script>
  customElements.define('my-app', class extends HTMLElement {
    constructor() {
      super().attachShadow({ mode: 'open' }).innerHTML =
        '<style>:host { position: fixed; inset: 0; overflow: auto }</style><main><h1>Lamps</h1><p>They last.</p></main>';
    }
  });
</script>`;

const STYLED = `<!doctype html><html lang="en"><title>Styled</title><body><p>First</p><div id="app"></div><p>Last</p><script>
  for (let at = 0; at < 60; at += 1) {
    const host = app.appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'open' }).innerHTML = '<style>' + '.a { color: red } '.repeat(3000) + '</style>';
  }
</script>`;

const BOOKING = `<!doctype html><html lang="en"><title>Booking</title><body><img name="title" alt="" src="data:,">
  <form><p>Rooms</p><p style="font-size:5px">Tiny terms of the booking</p>
    <input name="children"><input name="labels"><input name="attributes"></form>`;

const FORM = '<!doctype html><title>Sign in</title><form><input type="password"></form>';

const HALVES = `<style>body{margin:0;display:flex}p{margin:0;width:50%;height:1500px}</style>
  <p style="background:#f00">Left<p style="background:#00f">Right`;

const MB = 1_000_000;
const sizes = [6 * MB, MB, MB];

const pages = usePages({
  '/drawn': DRAWN,
  '/form': FORM,
  '/components': COMPONENTS,
  '/breaks': BREAKS,
  '/drawing': DRAWING,
  '/colors': COLORS,
  '/xhtml': (answer) => answer.writeHead(200, { 'content-type': 'application/xhtml+xml' }).end(XHTML),
  '/high': '<!doctype html><title>High</title><p style="height:9000px">High</p>',
  '/app': APP,
  '/icon': '<title>Icon</title><svg><slot></slot></svg>',
  '/bare': `<title>Bare</title><div id="a"></div><script>a.attachShadow({ mode: 'open' }).append('Hello');</script>`,
  '/styled': STYLED,
  '/booking': BOOKING,
  '/no-viewport': `<!doctype html><title>Old</title>${HALVES}`,
  '/viewport': `<!doctype html><title>New</title><meta name="viewport" content="width=device-width">${HALVES}`,
  '/heavy': '<!doctype html><title>Heavy</title><h1>Heavy</h1><script src="/script.js"></script>',
  '/script.js': (answer) =>
    answer.writeHead(200, { 'content-type': 'text/javascript' }).end(Buffer.alloc(sizes.shift() ?? 0, ' ')),
  '/large': '<!doctype html><title>Large</title><h1>Large</h1><script src="/large.js"></script>',
  '/large.js': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end(Buffer.alloc(25 * MB, ' ')),
  '/later':
    '<!doctype html><title>Later</title><h1>Later</h1><p style="height:5000px"></p><img loading="lazy" src="/late">',
  '/late': (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(MB)),
  '/shop': (answer) => answer.writeHead(301, { location: `http://www.${answer.req.headers.host}/shop/` }).end(),
  '/shop/': FORM,
  '/account': (answer) => answer.writeHead(302, { location: '/form' }).end(),
  '/secret': (answer) => answer.writeHead(401, { 'www-authenticate': 'Basic' }).end('<h1>No</h1>'),
  '/broken': (answer) => answer.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
  '/file': (answer) => answer.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
});

const NOWHERE = { url: '', headers: {} };

test('a visit shows the document after its scripts, with pictures of it', async () => {
  const seen = await pages.see('/drawn', { uploads: { first_view: NOWHERE, whole_page: NOWHERE } });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(seen).toMatchObject({ status: 200, title: 'Drawn', visits: 1, limits: [] });
  expect(seen.html).toContain('<h1>Drawn later</h1>');
  expect(seen.html).toContain('<p style="display:none" hidden=""></p>');
  expect(seen.console).toEqual([expect.objectContaining({ text: 'a fault in the page' })]);
  expect(seen.traffic).toMatchObject({
    failed_count: 1,
    failed: [{ url: `http://${pages.host()}/gone.png`, status: 404 }],
  });
  expect(seen.timings.lcp_ms).toBeGreaterThan(0);
  const { first_view, whole_page } = seen.pictures;
  expect(imageSize(first_view?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toEqual({ width: 1440, height: 900 });
  expect(imageFault(whole_page?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toBeUndefined();
  expect(whole_page?.height).toBeGreaterThan(2000);
});

const measure = async (path: string) => {
  const seen = await pages.see(path, { wants: { html: true, measurements: true } });
  if (!seen.ok) throw new Error(seen.said.text);
  return { html: seen.html ?? '', measured: Measurements.parse(seen.measurements) };
};

describe('a page of web components', () => {
  test('is read with open shadow roots, filled slots and what is visible in hidden parts', async () => {
    const { html } = await measure('/components');
    expect(extractHtml(html, { url: null }).text).toBe(
      'Own words\n\nSlotted title\n\nUnassigned Read more\n\nVisible again\n\nIn no box\n\nWe value your privacy',
    );
  });

  test('is measured with them, at the place of their hosts', async () => {
    const { measured } = await measure('/components');
    expect(measured.blocks.map(({ text }) => text)).toEqual([
      'Own words',
      'Slotted title',
      'Unassigned',
      'Read more',
      'Visible again',
      'In no box',
      'We value your privacy',
    ]);
    expect(measured.blocks.at(-1)).toMatchObject({ selector: 'html > body > a-banner', language: 'de' });
    expect(measured.links).toEqual([expect.objectContaining({ href: '#gone', text: 'Read more' })]);
    expect(measured.repeated_ids.count).toBe(0);
    expect(measured.unreachable.count).toBe(0);
    expect(measured.covering.places).toEqual([
      expect.objectContaining({ selector: 'html > body > a-banner', value: '100%' }),
    ]);
  });
});

test('a link in a drawing is measured like any other', async () => {
  const { links } = (await measure('/drawing')).measured;
  expect(links.map(({ url, text }) => [url, text])).toEqual([
    [`http://${pages.host()}/lamps#red`, 'Red lamps'],
    ['', 'x'],
  ]);
});

test('lines and blocks that only their layout keeps apart are not one word', async () => {
  const { blocks } = (await measure('/breaks')).measured;
  expect(blocks.map(({ text }) => text)).toEqual([
    ...['From $10 20 users No fees', 'Inside again', 'deeper', 'Basic $10\ta b'],
  ]);
});

test('contrast is measured in every notation of colors', async () => {
  const seen = await pages.see('/colors', { wants: { measurements: true } });
  const faint = expect.objectContaining({ selector: '#faint', value: '1.7:1' });
  expect(seen).toMatchObject({
    visual_checks: { 'color-contrast': { state: 'failed', count: 1, places: [faint] } },
  });
});

test('a page of XHTML keeps its title, and its scripts are no text', async () => {
  const { html, measured } = await measure('/xhtml');
  expect(extractHtml(html, { url: null })).toMatchObject({ title: 'Lampen', language: 'de' });
  expect(measured.listings).toEqual([expect.objectContaining({ before: 'Drei Lampen', is_heading: true })]);
  expect(measured.covering.count).toBe(0);
});

test('the picture of a long page in a wide window is kept', async () => {
  const seen = await pages.see('/high', {
    view: { ...VIEWS.wide, width: 3840 },
    uploads: { whole_page: NOWHERE },
  });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(seen.limits).toEqual(['height']);
  expect(imageFault(seen.pictures.whole_page?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toBeUndefined();
});

test.each([
  ['words in slots', '/components', true],
  ['words directly in a shadow root', '/bare', true],
  ['words in elements of a shadow root', '/app', false],
  ['an SVG’s slot', '/icon', false],
])('a page with %s says whether its elements’ texts lack words', async (_, path, has_loose_words) => {
  const seen = await pages.see(path, { wants: { candidates: [] } });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(Candidates.parse(seen.candidates).has_loose_words).toBe(has_loose_words);
});

test('an app that fills the window doesn’t cover its own page', async () => {
  const seen = await pages.see('/app', { wants: { measurements: true } });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(Measurements.parse(seen.measurements).covering.count).toBe(0);
});

test('a page is read to its end, however many styles its components repeat', async () => {
  const seen = await pages.see('/styled', { wants: { html: true } });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(seen.limits).toEqual([]);
  expect(extractHtml(seen.html ?? '', { url: null }).text).toBe('First\n\nLast');
});

test('a form’s fields and an image that are named like properties of the page’s document hide nothing of it', async () => {
  const wants = { candidates: [{ selector: 'form > p' }], measurements: true };
  const seen = await pages.see('/booking', { wants });
  if (!seen.ok) throw new Error(seen.said.text);
  expect(seen.title).toBe('Booking');
  const { nodes, selected, title } = Candidates.parse(seen.candidates);
  expect(title).toBe('Booking');
  expect(nodes[selected[0]?.node ?? -1]).toMatchObject({ tag: 'p', text: 'Rooms', at: [0, 5] });
  const { title: measured, blocks } = Measurements.parse(seen.measurements);
  expect(measured).toBe('Booking');
  expect(blocks.map(({ selector }) => selector)).toContain('html > body > form > p:nth-of-type(2)');
});

test.each([
  ['an answer that asks for a password', '/secret', 'login', 'page_behind_login'],
  ['a redirect to a form that asks for one', '/account', 'login', 'page_behind_login'],
  ['a broken page', '/broken', 'error_status', 'page_error_status'],
  ['a file', '/file', 'refused_type', 'not_a_page'],
])('a visit tells apart %s', async (_, path, reason, code) => {
  expect(await pages.see(path)).toMatchObject({ ok: false, reason, said: { code } });
});

test('a visit shows a form that asks for a password if it is the page that was asked for', async () => {
  expect(await pages.see('/form')).toMatchObject({ ok: true, title: 'Sign in' });
});

test('a visit shows a form that asks for a password if the redirect only added “www.” to the address', async () => {
  const hosts = ['shop.example', 'www.shop.example'].map((name) => `${name}:${pages.port()}`);
  const allowed = process.env.FETCH_ALLOW;
  process.env.FETCH_ALLOW = [allowed, ...hosts].join(',');
  try {
    const seen = await pages.see('', { url: `http://${hosts[0]}/shop` }, { resolve: async () => ['127.0.0.1'] });
    expect(seen).toMatchObject({ ok: true, url: `http://${hosts[1]}/shop/` });
  } finally {
    process.env.FETCH_ALLOW = allowed;
  }
});

test.each([
  ['without a viewport tag', '/no-viewport', 980],
  ['with one', '/viewport', 390],
])('a phone’s pictures of a page %s show its whole width', async (_, path, width) => {
  const uploads = { first_view: NOWHERE, whole_page: NOWHERE };
  const wants = { measurements: true };
  const seen = await pages.see(path, { view: { ...VIEWS.narrow, pixel_ratio: 2 }, uploads, wants });
  if (!seen.ok) throw new Error(seen.said.text);
  const { first_view, whole_page } = seen.pictures;
  for (const picture of [first_view, whole_page]) {
    const pixels = picture && (await decode(picture.bytes, 'image/jpeg'));
    if (!pixels) throw new Error('There is no picture.');
    expect([pixels.width, pixels.height]).toEqual([picture.width, picture.height]);
    const colorAt = (part: number) => {
      const at = (5 * pixels.width + Math.round(pixels.width * part)) * 4;
      return [...pixels.data.subarray(at, at + 3)].map((value) => Math.round(value / 255));
    };
    expect([colorAt(0.1), colorAt(0.9)]).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  }
  expect(first_view).toMatchObject({ width: 780, height: 1688 });
  expect(whole_page).toMatchObject({ width });
  const { blocks } = Measurements.parse(seen.measurements);
  expect(blocks.map(({ box }) => [box.x, box.width])).toEqual([
    [0, width / 2],
    [width / 2, width / 2],
  ]);
});

describe('the weight of a page', () => {
  const weightOf = async (path: string) => {
    const seen = await pages.see(path, { wants: { measurements: true } });
    if (!seen.ok) throw new Error(seen.said.text);
    return { visits: seen.visits, mb: Math.round(seen.traffic.bytes / MB) };
  };

  test('is the median of three visits if the first was heavy', async () => {
    expect(await weightOf('/heavy')).toEqual({ visits: 3, mb: 1 });
  });

  test('does not make a page partly seen whose further visits used up the limit', async () => {
    expect(await pages.see('/large', { wants: { measurements: true } })).toMatchObject({ ok: true, limits: [] });
  });

  test('leaves out what is loaded only on scrolling', async () => {
    expect(await weightOf('/later')).toEqual({ visits: 1, mb: 0 });
    expect(pages.seen).toContain('/late');
  });
});
