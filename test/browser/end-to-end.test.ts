import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Counted, VISITS } from '../../bench/cost/visits.ts';
import { areas } from '../../functions/areas.ts';
import { routeKey } from '../../functions/kit/contract/contract.ts';
import { newId } from '../../functions/kit/ids.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { createRouter } from '../../lib/local/routes.ts';
import { call, idle, newWorkspace, stage, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';
import { launchChromium } from './chromium.ts';
import {
  type Opened,
  openPage,
  openPanel,
  pictureTaken,
  pinElement,
  type Site,
  serveSite,
  writeAndSend,
} from './site.ts';
import { STEP_MS } from './step-ms.ts';

/** The whole way on the local stage: a visitor's browser, an agent's client, the visitor's mailbox. */
let browser: Browser;
let pages: Site;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let agent: Client;

const servedSite = async () => {
  const made = await ws.site({ allowed_origins: ['http://placeholder.example'] });
  const base = stage().base_url;
  const bucket = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '').origin;
  const served = await serveSite({ script: `${base}/w/${made.loader_secret_id}/widget.js`, base, bucket });
  await call('PATCH', `/api/widget/sites/${made.id}`, { as: ws.owner, body: { allowed_origins: [served.origin] } });
  return { site: made, pages: served };
};

beforeAll(async () => {
  ws = await newWorkspace();
  ({ site, pages } = await servedSite());
  browser = await launchChromium();
  agent = new Client({ name: 'agent', version: '1.0.0' });
  await agent.connect(new StreamableHTTPClientTransport(new URL(`${stage().base_url}/mcp/${site.mcp_token}`)));
});

afterAll(async () => {
  await agent?.close();
  await browser?.close();
  await pages?.close();
});

const route = createRouter(areas);

const on = async (name: string, scene: (opened: Opened) => Promise<void>) => {
  const opened = await openPage(browser, pages, name);
  try {
    await scene(opened);
  } finally {
    await opened.page.context().close();
  }
};

const tool = async (name: string, args: Record<string, unknown>) => {
  const { content, isError } = await agent.callTool({ name, arguments: args });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (isError) throw new Error(`${name}: ${texts.join(' ')}`);
  const [first = ''] = texts;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return { own: (first.startsWith('{') ? JSON.parse(first) : first) as any, whole: texts.join('\n') };
};

const inboxOf = async (email: string) => {
  const answer = await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as { subject: string; text: string; html: string }[];
};

/** All that came once one with these words has, and the stage is idle. */
const mailsTo = async (email: string, words: string) => {
  await until(async () => (await inboxOf(email)).some(({ text }) => text.includes(words)), 'the mail');
  await idle();
  return inboxOf(email);
};

const upload = async (annotation_id: string, kind: 'before' | 'after', picture: Buffer): Promise<string> => {
  const { own } = await tool('get_resolution_upload_url', { annotation_id, kind, content_type: 'image/png' });
  const put = await fetch(own.url, { method: own.method, headers: own.headers, body: new Uint8Array(picture) });
  expect(put.status).toBe(200);
  return own.key;
};

test('a visitor pins a note on the demo page, an agent proves the fix over MCP, and the visitor is notified of it in exactly one email', async () => {
  const email = `visitor-${newId().toLowerCase()}@example.com`;
  const marker = `Wrong price ${newId()}`;
  let picture: Buffer = Buffer.alloc(0);
  await on('demo', async ({ page, complaints }) => {
    await pinElement(page, 'main button, main a');
    await pictureTaken(page);
    await page.locator('sidenote-widget .panel summary', { hasText: 'Get a reply' }).click();
    await page.locator('sidenote-widget .panel input[type=email]').fill(email);
    expect(await writeAndSend(page, marker)).toMatch(/Sent/);
    picture = await page.screenshot();
    expect(complaints).toEqual([]);
  });

  const listed = await tool('list_annotations', { status: 'pending' });
  const found = listed.own.annotations?.[0] ?? listed.own.items?.[0];
  const id: string = found.id;
  expect(found).toMatchObject({ status: 'pending', has_screenshot: true, auto_fix: false });

  const read = await tool('read_annotation', { id });
  expect(read.whole).toContain(marker);
  const detail = (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
  expect(detail.page.url).toBe(`${pages.origin}/demo`);
  const shot = await fetch(detail.screenshot_url);
  expect([shot.status, shot.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);

  await tool('acknowledge', { id, agent: 'fixer' });
  await tool('reply', { id, message: 'On it.' });
  const before_key = await upload(id, 'before', picture);
  const after_key = await upload(id, 'after', picture);
  const explanation = 'The price was read from the **old** list.';
  await tool('attach_resolution', { annotation_id: id, before_key, after_key, explanation });
  await tool('resolve', { id, summary: 'Price corrected' });

  // The reply comes in the same mail, or before it if the agent was slow.
  const received = await mailsTo(email, 'list.');
  expect(received.filter(({ text }) => text.includes('On it.'))).toHaveLength(1);
  const mails = received.filter(({ text }) => text.includes('list.'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('old');
  const links = mails[0]?.html.match(/http[^"\s]*\/files\/[^"\s]+/g) ?? [];
  expect(links.length).toBeGreaterThanOrEqual(2);
  for (const link of new Set(links)) expect((await fetch(link.replaceAll('&amp;', '&'))).status).toBe(200);

  const after = (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
  expect(after).toMatchObject({ status: 'resolved', summary: 'Price corrected' });
  expect(after.resolutions).toMatchObject([{ actor_kind: 'mcp', notification_status: 'sent' }]);
  expect(after.replies).toMatchObject([{ author: 'agent', body: 'On it.' }]);
});

const sizeOf = (counted: Counted) => Object.values(counted).reduce((sum, times) => sum + times, 0);

const PAGES = ['tailwind', 'rtl', 'spa'];

/** Requests that reach the service during a visit of three pages; files that never change aren't counted. */
const expectVisit = async (
  context: BrowserContext,
  from: Site,
  expected: Counted,
  { act, query = '' }: { act?: (page: Page) => Promise<void>; query?: string } = {},
): Promise<void> => {
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const sent = new Map<string, string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
    const { origin, pathname } = new URL(url);
    if (origin !== stage().base_url || pathname.startsWith('/widget/')) return;
    const key = route(method, pathname).route_key;
    const found = endpoints.find(({ row }) => routeKey(row) === key)?.id ?? `${method} ${pathname}`;
    sent.set(requestId, method === 'OPTIONS' ? 'preflight' : found);
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId);
  });
  await devtools.send('Network.enable');
  // The visitor's last visit is longer ago than the loader's 300 seconds.
  await devtools.send('Network.clearBrowserCache');
  const counts = (): Record<string, number> => {
    const found: Record<string, number> = {};
    for (const name of sent.values()) found[name] = (found[name] ?? 0) + 1;
    return found;
  };
  // Two uploads share the answer to one preflight, unless they begin at once.
  const { preflight: maxPreflights = 0, ...requests } = expected;
  const onEachPage = Object.keys(requests).filter((name) => (requests[name] ?? 0) >= PAGES.length);
  for (const [index, name] of PAGES.entries()) {
    await page.goto(`${from.origin}/${name}${query}`);
    await page.locator('sidenote-widget .go').waitFor();
    // A page that is left before it asks would ask for less.
    await until(async () => onEachPage.every((one) => (counts()[one] ?? 0) > index), `${onEachPage} on /${name}`);
  }
  await act?.(page);
  await until(async () => sent.size - (counts().preflight ?? 0) >= sizeOf(requests)).catch(() => {});
  const { preflight = 0, ...found } = counts();
  expect(found).toEqual(requests);
  expect(preflight).toBeLessThanOrEqual(maxPreflights);
  await page.close();
};

test('a visit of three pages loads the loader once; only authors and holders of a personal link ask for more', async () => {
  const own = await servedSite();
  const visitor = await browser.newContext();
  const invited = await browser.newContext();
  try {
    const write = async (page: Page) => {
      await pinElement(page, 'h1');
      await pictureTaken(page);
      expect(await writeAndSend(page, 'From the third page')).toMatch(/Sent/);
    };
    const look = async (page: Page) => {
      await openPanel(page);
      await page.getByRole('button', { name: 'Your notes' }).click();
      await page.locator('sidenote-widget .notes article').waitFor();
    };
    await expectVisit(visitor, own.pages, VISITS.first);
    await expectVisit(visitor, own.pages, VISITS.other);
    await expectVisit(visitor, own.pages, VISITS.note, { act: write });
    await expectVisit(visitor, own.pages, VISITS.author, { act: look });
    const { body } = await call('POST', `/api/widget/sites/${own.site.id}/stakeholders`, { as: ws.owner, body: {} });
    await expectVisit(invited, own.pages, VISITS.link, { query: `?sidenote=${body.token}` });
  } finally {
    await visitor.close();
    await invited.close();
    await own.pages.close();
  }
});

const HARD_PAGES: [name: string, selector: string][] = [
  ['tailwind', '[data-testid=buy-team]'],
  ['spa', 'main a, main button, a'],
  ['shadow', 'x-button button'],
  ['sticky', 'button, a'],
  ['rtl', 'button, a'],
  ['large', 'h1'],
  ['npm-docs/commands/npm-ci.html', 'h1, h2'],
];

test.each(HARD_PAGES)(
  'a note without an address on /%s is answered in its thread, where the visitor reads it',
  async (name, selector) => {
    await on(name, async ({ page, complaints }) => {
      // A page may break the policy itself, before the widget does anything.
      const before = complaints.length;
      await pinElement(page, selector);
      await pictureTaken(page);
      expect(await writeAndSend(page, `About ${name}`)).toMatch(/Sent/);
      expect(complaints).toHaveLength(before);

      const listed = (await call('GET', `/api/v1/sites/${site.id}/annotations?limit=1`, { as: ws.owner })).body
        .items[0];
      expect(listed).toMatchObject({ excerpt: `About ${name}`, has_screenshot: true });
      await tool('attach_resolution', { annotation_id: listed.id, explanation: 'Done.' });
      await idle();
      const { body } = await call('GET', `/api/v1/annotations/${listed.id}`, { as: ws.owner });
      expect(body.resolutions).toMatchObject([{ notification_status: 'queued_reply' }]);
      expect(body.replies).toHaveLength(1);
    });
  },
);
