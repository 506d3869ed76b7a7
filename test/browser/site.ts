import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, normalize } from 'node:path';
import { encode } from 'jpeg-js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { STEP_MS } from './step-ms.ts';

/** The address of the service that a page embeds: the fake of the widget's tests, or a local stage. */
export type Service = {
  /** The address of widget.js. */
  script: string;
  base: string;
  /** The origin that presigned uploads go to. */
  bucket: string;
};

export type Site = { origin: string; close(): Promise<void> };

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
};
const folder = join(import.meta.dirname, 'pages');

/** The HTML documentation that npm carries in its own package. */
const npmDocs = async (): Promise<string> => {
  const places = [
    process.env.npm_execpath ?? '',
    ...(process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'npm')),
  ];
  for (const place of places) {
    const file = await realpath(place).catch(() => '');
    const docs = join(file, '../../docs/output');
    if (/npm-cli\.js$/.test(file) && (await realpath(docs).catch(() => ''))) return docs;
  }
  throw new Error('npm ships no documentation here');
};

/** A picture of over a megabyte, which takes a browser longer than a frame to decode: shapes under noise that is the same in every run. */
const photo = (): Buffer => {
  const [width, height] = [1440, 900];
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0, noise = 1; at < data.length; at += 4) {
    noise = (noise * 1103515245 + 12345) % 2147483648;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const isInside = (x - 720) ** 2 + (y - 450) ** 2 < 300 ** 2;
    const shapes = isInside ? [230, 120, 40] : [40 + x / 12, 90, 60 + y / 8];
    for (const [part, value] of shapes.entries()) data[at + part] = value + (noise >> 24) / 4;
  }
  return encode({ width, height, data }, 92).data;
};
let kept: Buffer | undefined;

/** FIELD.md's strict policy; `withoutData` leaves `data:` out of img-src. */
export const policy = (nonce: string, { base, bucket }: Service, withoutData = false): string =>
  `default-src 'self'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self'${withoutData ? '' : ' data:'}; connect-src 'self' ${base} ${bucket}`;

/**
 * Serves test/browser/pages (`/tailwind`, `/spa`, `/shadow`, …), the demo page (`/demo`) and npm's documentation (`/npm-docs/…`), each
 * under the strict policy and with the widget's script tag. `/name~nodata` serves a page without `data:` in img-src.
 */
export const serveSite = async (service: Service): Promise<Site> => {
  const docs = await npmDocs();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    const nonce = randomBytes(12).toString('base64');
    const name = path.slice(1).replace(/~nodata$/, '');
    if (name === 'photo.jpg') {
      kept ??= photo();
      response.writeHead(200, { 'content-type': types.jpg }).end(kept);
      return;
    }
    const tag = `<script async src="${service.script}"></script>`;
    const file = name.startsWith('npm-docs/')
      ? join(docs, name.slice(9))
      : name === 'demo'
        ? join(import.meta.dirname, '../../web/demo/demo.html')
        : name.startsWith('demo/')
          ? join(import.meta.dirname, '../../web', name)
          : join(folder, name.startsWith('spa/') ? 'spa.html' : /\.\w+$/.test(name) ? name : `${name}.html`);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) {
      response.writeHead(404).end('absent');
      return;
    }
    const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const headers: Record<string, string> = { 'content-type': type };
    if (type.startsWith('text/html'))
      headers['content-security-policy'] = policy(nonce, service, path.endsWith('~nodata'));
    const whole =
      text.includes('{{widget_script}}') || name === 'frame' ? text : text.replace('</head>', `${tag}</head>`);
    const page = whole.replace('{{widget_script}}', tag).replace('{{loader_id}}', '');
    response
      .writeHead(200, headers)
      .end(type.startsWith('text/html') ? page.replace(/<script(?=[\s>])/g, `<script nonce="${nonce}"`) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type Opened = { page: Page; complaints: string[] };

/** Opens one page of the site in a fresh browser profile, with the widget's launcher in place. `complaints` collects page errors and policy violations of the widget. */
export const openPage = async (
  browser: Browser,
  site: Site,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${site.origin}/${name}`);
  await page.locator('sidenote-widget .go').waitFor();
  return { page, complaints };
};

const panel = 'sidenote-widget .panel';

/** Opens the panel from the launcher, about the whole page unless a note was begun. */
export const openPanel = async (page: Page): Promise<void> => {
  await page.locator('sidenote-widget .go').click();
  await page.locator(`sidenote-widget :is(.bar, .panel)`).waitFor();
  const whole = page.locator('sidenote-widget .bar [data-mode=page]');
  if (await whole.isVisible()) await whole.click();
  await page.locator(panel).waitFor();
};

/** Leaves the view that follows a sent note. */
export const leaveAnother = async (page: Page): Promise<void> => {
  const another = page.getByRole('button', { name: 'Leave another note' });
  if (await another.isVisible()) await another.click();
};

/** Points at the middle of an element, from the launcher or the open panel. */
export const pinElement = async (page: Page, selector: string): Promise<void> => {
  if (!(await page.locator(panel).count())) await page.locator('sidenote-widget .go').click();
  await page.locator(`sidenote-widget :is(.bar, .panel)`).waitFor();
  if (await page.locator(panel).count()) {
    await leaveAnother(page);
    await page.locator(`${panel} [data-mode=element]`).click();
  }
  await page.locator('sidenote-widget .bar').waitFor();
  const target = page.locator(selector).first();
  await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - 100) element.scrollIntoView({ block: 'center' });
  });
  const box = await target.boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(`${panel} .composer`).waitFor();
};

/** Waits for the picture of the note that is being written. */
/** The browser has room for words only. */
export const refuseToStorePictures = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const small = new Proxy(sessionStorage, {
      get: (kept, key) => Reflect.get(kept, key),
      set(kept, key, value: string) {
        if (value.length > 5_000) throw new DOMException('full', 'QuotaExceededError');
        return Reflect.set(kept, key, value);
      },
    });
    Object.defineProperty(window, 'sessionStorage', { value: small });
  });

export const pictureTaken = (page: Page): Promise<void> => page.locator(`${panel} .row img`).waitFor();

/** Writes and sends; answers once the widget says how it ended. */
export const writeAndSend = async (page: Page, text: string): Promise<string> => {
  await leaveAnother(page);
  await page.locator(`${panel} .composer > textarea`).fill(text);
  await page.locator(`${panel} .main`).click();
  const say = page.locator(`${panel} :is(.say, .done strong):not(:empty)`);
  await say.waitFor();
  return (await say.textContent()) ?? '';
};
