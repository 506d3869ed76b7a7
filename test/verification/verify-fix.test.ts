import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { chromium } from 'playwright-core';
import { BUSY, STUCK } from '../../functions/browser/rendered.ts';
import { dayOf, HOUR, now } from '../../functions/kit/clock.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys, scratchKeys } from '../../functions/kit/table/keys.ts';
import { owed } from '../../functions/owed/jobs.ts';
import { idOfFact } from '../../functions/reviews/finding-rows.ts';
import { checkAnchors } from '../../functions/verification/check-anchors.ts';
import { VERIFICATIONS_A_DAY } from '../../functions/verification/page-visit.ts';
import { verifyFix } from '../../functions/verification/verify-fix.ts';
import { chromiumOptions } from '../browser/chromium.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { usePages } from '../render/origin.ts';
import { put } from '../resolutions/upload.ts';
import { until } from '../workers/until.ts';
import { inBrowser, type Render } from './in-browser.ts';

const STYLE = `<style>body{margin:0;font:18px/1.5 sans-serif}main{padding:60px 80px}button{padding:14px 30px;font:inherit;
  border:0;background:#7a2;color:#fff}p{max-width:500px}</style>`;
const shop = (button: string) =>
  `<!doctype html><html lang="en"><title>Shop</title>${STYLE}<main><h1>Lamps</h1><p>Light for every room.</p>${button}<p>Sent within two days.</p></main>`;
const BUY = '<button id="buy">Buy the lamp</button>';

let shown = shop(BUY);
const pages = usePages({
  '/shop': (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(shown),
  '/settings': (answer) => answer.writeHead(302, { location: '/sign-in' }).end(),
  '/account': (answer) => answer.writeHead(302, { location: '/shop' }).end(),
  '/app': `${shop('')}<script>
    if (location.hash === '#/private') location.hash = '#/sign-in';
    if (/^#!?\\/orders$/.test(location.hash)) document.querySelector('p').insertAdjacentHTML('afterend', '${BUY}');
  </script>`,
  '/sign-in': '<!doctype html><title>Sign in</title><h1>Sign in</h1><input type="email" aria-label="Email">',
});

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let whole: Buffer;
let square: Buffer;
let within: Buffer;
const area = { x: 110, width: 60, height: 20 };
let context: object;

const VIEWPORT = { width: 1000, height: 700 };

const moveToNewWorkspace = async () => {
  ws = await newWorkspace();
  site = await ws.site({ allowed_origins: [`http://${pages.host()}`, 'https://shop.example.com'] });
};

/** As the widget captures it. */
beforeAll(async () => {
  await moveToNewWorkspace();
  const browser = await chromium.launch(await chromiumOptions());
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`http://${pages.host()}/shop`);
  const box = (await page.locator('#buy').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: 0, y: box.y - 120, width: box.x + box.width + 120, height: box.height + 240 };
  whole = await page.screenshot({ clip });
  const clipped = { x: 0, y: box.y + 18 - 120, width: 110 + 60 + 120, height: 20 + 240 };
  within = await page.screenshot({ clip: clipped });
  square = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await browser.close();
  context = {
    page: { url: `http://${pages.host()}/shop`, title: 'Shop' },
    anchor: {
      kind: 'element',
      selector: '#buy',
      xpath: '/html/body/main/button',
      role: 'button',
      name: 'Buy the lamp',
      tag: 'button',
      text: 'Buy the lamp',
      around: 'Lamps Light for every room. Buy the lamp Sent within two days.',
      siblings: { index: 2, count: 4, previous: 'p Light for every room.', next: 'p Sent within two days.' },
      box,
    },
    environment: { viewport: VIEWPORT, scroll: { x: 0, y: 0 }, pixel_ratio: 1 },
    html: '<button id="buy">Buy the lamp</button>',
  };
}, 60_000);

const pinned = async (more: object = {}, picture = whole): Promise<string> => {
  const upload = await call('POST', '/api/widget/uploads', {
    as: site.widget,
    headers: { origin: 'https://shop.example.com' },
    body: { kind: 'screenshot', content_type: 'image/png', size: picture.length },
  });
  await put(upload.body, picture);
  const { id } = await ws.note(site, { context: { ...context, ...more }, screenshot_key: upload.body.key });
  return id;
};

const path = (id: string) => `/api/v1/annotations/${id}`;
const verify = (id: string, as = ws.owner) => call('POST', `${path(id)}/verify`, { as });
const shownOf = async (id: string) => (await call('GET', path(id), { as: ws.owner })).body.verification;

const owe = async (id: string) => {
  const key = keys.verification(ws.id, id);
  // The stage's own worker sees it only after the test.
  const job = { ...owed('verify-fix', key, now()), wait_seconds: 900 };
  await table().put({ ...key, annotation_id: id, site_id: site.id, state: 'checking', requested_at: now(), ...job });
  return key;
};

const work = async (id: string, renderPage: Render = inBrowser) => {
  await verifyFix({ table: table(), storage: openStorage(), renderPage }, await owe(id), 1);
  return shownOf(id);
};

const changesOf = async (id: string) =>
  (await call('GET', `/api/widget/annotations/${id}/audit`, { as: ws.owner })).body.items;
const listedFlag = async (id: string) => {
  const { body } = await call('GET', `/api/v1/sites/${site.id}/annotations?limit=200`, { as: ws.owner });
  return body.items.find((item: { id: string }) => item.id === id).flag;
};

describe('a note whose page is looked at again', () => {
  test('is unchanged while the element looks as before', async () => {
    shown = shop(BUY);
    const id = await pinned();
    const seen = await work(id);
    expect(seen).toMatchObject({ state: 'unchanged', anchor: 'exact', changed_inside: 0 });
    expect((await call('GET', new URL(seen.picture).pathname)).status).toBe(302);
  });

  test.each(['_', 'und-US', 'x-private'])(
    'is seen even if its sender’s browser said that its language is “%s”',
    async (locale) => {
      shown = shop(BUY);
      const id = await pinned({ environment: { viewport: VIEWPORT, locale } });
      expect(await work(id)).toMatchObject({ anchor: 'exact' });
    },
  );

  test.each([
    ['another color', '<button id="buy" style="background:#22a">Buy the lamp</button>'],
    ['other words', '<button id="buy">Add the lamp to your basket</button>'],
    ['another size', '<button id="buy" style="padding:30px 60px">Buy the lamp</button>'],
  ])('is changed by %s', async (_, button) => {
    shown = shop(button);
    const id = await pinned();
    expect(await work(id)).toMatchObject({ state: 'changed', anchor: 'exact' });
  });

  test.each([
    ['selected text', 'text'],
    ['a drawn area', 'region'],
  ])('of %s is compared if its element kept its size, and otherwise by words', async (_, kind) => {
    const { anchor } = context as { anchor: { box: { y: number } } };
    const { box: element_box } = anchor;
    const box = { ...area, y: element_box.y + 18 };
    const look = async (button: string, more: object = { element_box }) => {
      shown = shop(button);
      return work(await pinned({ anchor: { ...anchor, kind, box, ...more } }, within));
    };
    expect(await look(BUY)).toMatchObject({ state: 'unchanged', changed_inside: 0, changed_outside: 0 });
    expect(await look('<button id="buy" style="background:#22a">Buy the lamp</button>')).toMatchObject({
      state: 'changed',
      changed_outside: expect.any(Number),
    });
    const resized = '<button id="buy" style="padding:30px 60px">Buy the lamp</button>';
    for (const unknown of [await look(resized), await look(BUY, {})])
      expect(unknown).toMatchObject({ state: 'not_checked', anchor: 'exact', picture: null });
    const other = '<button id="buy">Add the lamp to your basket</button>';
    for (const said of [await look(other), await look(other, {})])
      expect(said).toMatchObject({ state: 'changed', picture: null });
  });

  test('shows what the element says now, where it leads, and whether it fits the window, fenced over MCP', async () => {
    shown = shop('<a id="buy" href="/basket" style="display:block;width:1100px">Buy the lamp</a>');
    const { anchor } = context as { anchor: object };
    const id = await pinned({ anchor: { ...anchor, xpath: '/html/body/main/a', role: 'link', tag: 'a' } });
    const { element } = await work(id);
    expect(element).toMatchObject({ text: 'Buy the lamp', width: 1100, beyond_x: 180 });
    expect(element.href).toMatch(/\/basket$/);
    const client = await connectClient(site.mcp_token);
    const { trusted, untrusted } = await callTool(client, 'read_annotation', { id });
    expect(untrusted).toMatch(/element when checked: text="Buy the lamp" .*size="1100x\d+" beyond_window=180/);
    expect(JSON.stringify(trusted)).not.toContain('lamp');
  });

  test('has lost its element if that was removed', async () => {
    shown = shop('');
    const id = await pinned();
    expect(await work(id)).toMatchObject({ state: 'element_lost', anchor: 'lost', picture: null, element: null });
  });

  test('has not lost its element if the browser was sent to another page', async () => {
    const id = await pinned({ page: { url: `http://${pages.host()}/settings`, title: 'Settings' } });
    expect(await work(id)).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_other_page' }] });
  });

  test('on a route in the fragment is checked there, unless the router went to another', async () => {
    const page = (route: string) => ({ url: `http://${pages.host()}/app`, title: 'Shop', route: `/app${route}` });
    for (const route of ['#/orders', '#!/orders'])
      expect(await work(await pinned({ page: page(route) }))).toMatchObject({ state: 'unchanged', anchor: 'exact' });
    expect(await work(await pinned({ page: page('#/private') }))).toMatchObject({
      ...{ state: 'not_checked', reason_codes: [{ code: 'verify_other_page' }] },
    });
  });

  test('has not lost its element if its page was opened without its query', async () => {
    shown = shop('');
    const id = await pinned({ page: { ...(context as { page: object }).page, has_query: true } });
    expect(await work(id)).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_query' }] });
  });

  test('keeps its flag and proves nothing if another page has an element in its place with other words', async () => {
    shown = shop('<button id="buy">Add the lamp to your basket</button>');
    const id = await pinned({ page: { url: `http://${pages.host()}/account`, title: 'Account' } });
    await table().transact([{ update: keys.annotation(ws.id, id), set: { flag: 'element_lost' } }]);
    expect(await work(id)).toMatchObject({
      ...{ state: 'not_checked', anchor: null, picture: null },
      reason_codes: [{ code: 'verify_other_page' }],
    });
    expect(await listedFlag(id)).toBe('element_lost');
  });

  test('is not proven changed by a page that was opened without its query', async () => {
    const page = { ...(context as { page: object }).page, has_query: true };
    shown = shop('<button id="buy">Add the lamp to your basket</button>');
    expect(await work(await pinned({ page }))).toMatchObject({
      ...{ state: 'not_checked', anchor: 'exact', picture: expect.any(String) },
      reason_codes: [{ code: 'verify_query' }],
    });
    shown = shop(BUY);
    expect(await work(await pinned({ page }))).toMatchObject({ state: 'unchanged', anchor: 'exact' });
  });

  test('is not compared if the visitor drew on its picture', async () => {
    shown = shop(BUY);
    expect(await work(await pinned({ is_drawn_on: true }))).toMatchObject({
      ...{ state: 'not_checked', anchor: 'exact', changed_inside: null, picture: expect.any(String) },
      reason_codes: [{ code: 'verify_drawn_on' }],
    });
  });

  test('has no picture of an element that is next to the window', async () => {
    shown = shop(`<div style="position: absolute; left: 2560px">${BUY.replace('Buy the lamp', 'Buy this lamp')}</div>`);
    expect(await work(await pinned())).toMatchObject({ state: 'changed', picture: null });
  });

  test('is not compared if its window is larger than any screen', async () => {
    shown = shop(BUY);
    const { anchor } = context as { anchor: object };
    const size = { width: 1e7, height: 1e7 };
    const environment = { viewport: size, scroll: { x: 0, y: 0 } };
    const id = await pinned({ anchor: { ...anchor, box: { x: 0, y: 0, ...size } }, environment }, square);
    expect(await work(id)).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_no_picture' }] });
  });

  test('shows an element far down the page', async () => {
    const high = (button: string) => shop(`<div style="height:12000px"></div>${button}`);
    shown = high(BUY);
    const box = { ...(context as { anchor: { box: object } }).anchor.box, y: 12_171 };
    const { anchor, environment } = context as { anchor: object; environment: object };
    const id = await pinned({
      anchor: { ...anchor, box },
      environment: { ...environment, scroll: { x: 0, y: 12_000 } },
    });
    const seen = await work(id);
    expect(seen).toMatchObject({ anchor: 'exact', picture: expect.any(String) });
    expect(seen.changed_inside).toBeLessThan(0.03);
  });

  test('is flagged and the team notified if a resolved element looks as before, and its history lists each result', async () => {
    shown = shop(BUY);
    const id = await pinned();
    // Owed lately, so the stage's own worker isn't asked again.
    await owe(id);
    await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } });
    await work(id);
    expect(await listedFlag(id)).toBe('looks_unchanged');
    const told = await until(async () => {
      const { items } = (await call('GET', `/api/workspaces/${ws.id}/notifications`, { as: ws.owner })).body;
      return items.find(({ event }: { event: string }) => event === 'verification_failed');
    }, 'the notification of the team');
    expect(told).toMatchObject({ annotation_id: id, site_id: site.id });
    expect(await changesOf(id)).toContainEqual(
      expect.objectContaining({
        action: 'annotation.verified',
        actor_kind: 'service',
        target: expect.objectContaining({ state: 'unchanged' }),
      }),
    );
    shown = shop('<button id="buy">Add the lamp to your basket</button>');
    await work(id);
    expect(await listedFlag(id)).toBeNull();
    shown = shop(BUY);
    await work(id);
    await call('PATCH', path(id), { as: ws.owner, body: { status: 'pending' } });
    expect(await listedFlag(id)).toBeNull();
  });

  test('keeps its flag until a look disproves it', async () => {
    shown = shop(BUY);
    const id = await pinned();
    await owe(id);
    await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } });
    const flagAfter = async (render?: Render) => {
      await work(id, render);
      return listedFlag(id);
    };
    expect(await flagAfter()).toBe('looks_unchanged');
    expect(await flagAfter(async () => STUCK)).toBe('looks_unchanged');
    shown = shop('');
    expect(await flagAfter()).toBeNull();
    await call('PATCH', path(id), { as: ws.owner, body: { status: 'pending' } });
    await table().transact([{ update: keys.annotation(ws.id, id), set: { flag: 'element_lost' } }]);
    expect(await flagAfter()).toBe('element_lost');
    shown = shop(BUY);
    expect(await flagAfter()).toBeNull();
  });

  test.each([
    ['has no flag, if a fix of it need not be visible', 'image-alt', 'not_checked', null],
    ['is flagged, if a fix of it is visible', 'image-broken', 'unchanged', 'looks_unchanged'],
  ])('of a fact about an element that looks as before %s', async (_, rule, state, flag) => {
    shown = shop(BUY);
    const { box } = (context as { anchor: { box: object } }).anchor;
    const id = await pinned({ anchor: { kind: 'element', selector: '#buy', box }, html: undefined });
    await owe(id);
    await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } });
    const review_id = newId();
    const origin = { review_id, feedback_id: idOfFact(review_id, rule) };
    await table().transact([{ update: keys.annotation(ws.id, id), set: { origin } }]);
    expect(await work(id)).toMatchObject({ state, changed_inside: 0 });
    expect(await listedFlag(id)).toBe(flag);
  });

  test('of a finding that names its element by a selector isn’t checked if that leads nowhere', async () => {
    shown = shop('');
    const id = await pinned({ anchor: { kind: 'element', selector: '#buy', tag: 'button' }, html: undefined });
    expect(await work(id)).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_selector_unclear' }] });
  });

  test('is looked at again when it is resolved after the look, but not when that fix is made again within the hour', async () => {
    shown = shop(BUY);
    const id = await pinned();
    const before = await work(id);
    expect(before.state).toBe('unchanged');
    const patch = async (status: string) =>
      (await call('PATCH', path(id), { as: ws.owner, body: { status } })).body.verification;
    const first = await patch('resolved');
    expect(first).toMatchObject({ state: 'checking', checked_at: null });
    expect(Number(first.requested_at)).toBeGreaterThan(Number(before.requested_at));
    const seen = { state: 'unchanged', requested_at: Number(first.requested_at), checked_at: now() };
    await table().put({ ...keys.verification(ws.id, id), annotation_id: id, site_id: site.id, ...seen });
    await patch('pending');
    expect(await patch('resolved')).toMatchObject({ state: 'unchanged', requested_at: first.requested_at });
  });

  test('is looked at again when it is resolved after a look that couldn’t open the page', async () => {
    const id = await pinned();
    const before = await work(id, async () => STUCK);
    expect(before.state).toBe('unreachable');
    const { body } = await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } });
    expect(body.verification.state).toBe('checking');
    expect(Number(body.verification.requested_at)).toBeGreaterThan(Number(before.requested_at));
  });

  test('is flagged if it is resolved during the look', async () => {
    shown = shop(BUY);
    const id = await pinned();
    await work(id, async (...order) => {
      await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } });
      return inBrowser(...order);
    });
    expect(await listedFlag(id)).toBe('looks_unchanged');
  });

  test('tells why its page can’t be opened, or isn’t looked at', async () => {
    const id = await pinned();
    expect(await work(id, async () => STUCK)).toMatchObject({
      state: 'unreachable',
      reason_codes: [{ code: 'page_stuck' }],
    });
    const elsewhere = await pinned({ page: { url: 'https://elsewhere.example.com/' } });
    expect(await work(elsewhere)).toMatchObject({
      state: 'not_checked',
      reason_codes: [{ code: 'verify_other_origin' }],
    });
  });
});

describe('POST /api/v1/annotations/{annotation_id}/verify', () => {
  test('is refused within the hour, and appears among the note’s changes', async () => {
    const { id } = await ws.note(site);
    expect(await verify(id)).toMatchObject({ status: 200, body: { state: 'checking', checked_at: null } });
    expect(await verify(id)).toMatchObject({ status: 409, body: { code: 'verified_lately' } });
    const { body } = await call('GET', `/api/widget/annotations/${id}/audit`, { as: ws.owner });
    expect(body.items.filter(({ action }: { action: string }) => action === 'annotation.verify')).toHaveLength(1);
    await table().transact([{ update: keys.verification(ws.id, id), set: { requested_at: now() - HOUR } }]);
    expect((await verify(id)).status).toBe(200);
  });

  test('answers as before if it is sent again with the same Idempotency-Key', async () => {
    const { id } = await ws.note(site);
    const send = () =>
      call('POST', `${path(id)}/verify`, { as: ws.owner, headers: { 'idempotency-key': `verify-${id}` } });
    const first = await send();
    expect(first.status).toBe(200);
    expect(await send()).toMatchObject({ status: 200, body: { requested_at: first.body.requested_at } });
    expect(await verify(id)).toMatchObject({ status: 409, body: { code: 'verified_lately' } });
  });

  test('starts by itself once when a note is resolved, whether by evidence or by status', async () => {
    const { id } = await ws.note(site);
    const body = { explanation: 'Done.' };
    expect((await call('POST', `${path(id)}/resolutions`, { as: ws.owner, body })).status).toBe(200);
    const first = await shownOf(id);
    expect(first.requested_at).toMatch(/^\d{13}$/);
    expect((await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } })).status).toBe(200);
    expect((await shownOf(id)).requested_at).toBe(first.requested_at);
    const other = await ws.note(site);
    await call('PATCH', path(other.id), { as: ws.owner, body: { status: 'resolved' } });
    expect(await shownOf(other.id)).not.toBeNull();
  });

  test('doesn’t start for praise, which asks for no change', async () => {
    const { id } = await ws.note(site, { kind: 'praise' });
    const body = { explanation: 'Thank you.' };
    expect((await call('POST', `${path(id)}/resolutions`, { as: ws.owner, body })).status).toBe(200);
    expect((await call('PATCH', path(id), { as: ws.owner, body: { status: 'resolved' } })).status).toBe(200);
    expect(await shownOf(id)).toBeNull();
  });

  test('looks at no more notes of a workspace than a day allows, and refuses no resolve for it', async () => {
    const id = await pinned();
    const day = dayOf(now());
    await table().transact([
      { in: 'scratch', update: scratchKeys.verifications(ws.id, day), set: { count: VERIFICATIONS_A_DAY } },
    ]);
    expect(await work(id)).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_limit' }] });
    // No resolve is refused for it: the stage's own worker says that it didn't look.
    const other = await pinned();
    expect(await call('PATCH', path(other), { as: ws.owner, body: { status: 'resolved' } })).toMatchObject({
      status: 200,
      body: { status: 'resolved', verification: { state: 'checking' } },
    });
    const ended = await until(async () => {
      const seen = await shownOf(other);
      return seen.state !== 'checking' && seen;
    }, 'the end of its verification');
    expect(ended).toMatchObject({ state: 'not_checked', reason_codes: [{ code: 'verify_limit' }] });
  });

  test('counts a look once, however often the renderer was busy', async () => {
    shown = shop(BUY);
    // In the old one, the stage's own worker still looks at notes of the tests above.
    await moveToNewWorkspace();
    const id = await pinned();
    const day = dayOf(now());
    const counted = async () =>
      Number(
        (await table().query({ in: 'scratch', partition: scratchKeys.verifications(ws.id, day).pk })).items[0]?.count ??
          0,
      );
    await table().transact([{ in: 'scratch', update: scratchKeys.verifications(ws.id, day), set: { count: 7 } }]);
    const key = await owe(id);
    const needs = { table: table(), storage: openStorage() };
    for (const receives of [1, 2, 3])
      await expect(verifyFix({ ...needs, renderPage: async () => BUSY }, key, receives)).rejects.toThrow('busy');
    await verifyFix({ ...needs, renderPage: inBrowser }, key, 4);
    expect(await shownOf(id)).toMatchObject({ state: 'unchanged' });
    expect(await counted()).toBe(8);
  });
});

describe('POST /api/v1/sites/{site_id}/anchor-checks', () => {
  const address = () => `/api/v1/sites/${site.id}/anchor-checks`;
  const page_url = () => `http://${pages.host()}/shop`;
  const checked = (page: string) => call('GET', `${address()}?page_url=${encodeURIComponent(page)}`, { as: ws.owner });
  const checkNow = async (page: string, renderPage: Render = inBrowser) => {
    const key = keys.anchorCheck(ws.id, site.id, createHash('sha256').update(page).digest('hex').slice(0, 32));
    // The stage's own worker sees it only after the test.
    const job = { ...owed('check-anchors', key, now()), wait_seconds: 900 };
    await table().put({ ...key, site_id: site.id, page_url: page, state: 'checking', requested_at: now(), ...job });
    await checkAnchors({ table: table(), renderPage }, key, 1);
    return (await checked(page)).body.items[0];
  };

  beforeAll(async () => {
    ws = await newWorkspace();
    site = await ws.site({ allowed_origins: [`http://${pages.host()}`, 'https://shop.example.com'] });
  });

  test('answers at once, and is refused within the hour', async () => {
    const page = `http://${pages.host()}/elsewhere`;
    expect((await checked(page)).body.items).toEqual([]);
    const ask = (headers = {}) => call('POST', address(), { as: ws.owner, body: { page_url: page }, headers });
    const once = { 'idempotency-key': `check-${site.id}` };
    const first = await ask(once);
    expect(first).toMatchObject({ status: 200, body: { state: 'checking', notes: [] } });
    expect(await ask(once)).toMatchObject({ status: 200, body: { requested_at: first.body.requested_at } });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'verified_lately' } });
    expect((await checked(page)).body.items).toMatchObject([{ page_url: page }]);
    const all = await call('GET', address(), { as: ws.owner });
    expect(all.body.items.map((one: { page_url: string }) => one.page_url)).toContain(page);
  });

  test('looks once for all pending notes of the page, and stores with each whether its element was found', async () => {
    shown = shop(BUY);
    const { anchor } = context as { anchor: object };
    const there = await pinned();
    const gone = await pinned({
      anchor: {
        ...anchor,
        selector: '#rent',
        xpath: '/html/body/main/a',
        tag: 'a',
        role: 'link',
        name: 'Rent a lamp',
        text: 'Rent a lamp',
        around: 'Rent a lamp for a day',
        siblings: { index: 3, count: 9 },
      },
      html: '<a id="rent" href="/rent">Rent a lamp</a>',
    });
    const resolved = await pinned();
    await call('PATCH', path(resolved), { as: ws.owner, body: { status: 'resolved' } });
    const elsewhere = await pinned({ page: { url: `http://${pages.host()}/other` } });
    let visits = 0;
    const counting: Render = (...order) => {
      visits += 1;
      return inBrowser(...order);
    };
    const updatedAt = async (id: string) => Number((await call('GET', path(id), { as: ws.owner })).body.updated_at);
    const before = [await updatedAt(there), await updatedAt(gone)];
    const done = await checkNow(page_url(), counting);
    expect(visits).toBe(1);
    const after = [await updatedAt(there), await updatedAt(gone)];
    expect(after).toEqual([before[0], expect.any(Number)]);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
    expect(done).toMatchObject({ state: 'checked' });
    expect(
      done.notes.map(({ annotation_id, anchor }: { annotation_id: string; anchor: string }) => [annotation_id, anchor]),
    ).toEqual([
      [gone, 'lost'],
      [there, 'exact'],
    ]);
    const checkOf = async (id: string) => (await call('GET', path(id), { as: ws.owner })).body.anchor_check;
    expect(await checkOf(there)).toMatchObject({ anchor: 'exact', score: expect.any(Number) });
    expect(await checkOf(elsewhere)).toBeNull();
    expect(await listedFlag(gone)).toBe('element_lost');
    expect(await listedFlag(there)).toBeNull();
  });

  test.each([
    ['another page', 'settings'],
    ['another page that has its element', 'account'],
  ])('flags and finds no note if the browser was sent to %s', async (_, asked) => {
    shown = shop(BUY);
    const page = `http://${pages.host()}/${asked}`;
    const id = await pinned({ page: { url: page, title: 'Settings' } });
    expect(await checkNow(page)).toMatchObject({
      ...{ state: 'not_checked', notes: [] },
      reason_codes: [{ code: 'verify_other_page' }],
    });
    expect(await listedFlag(id)).toBeNull();
  });

  test('looks for a note on a route in the fragment there', async () => {
    const page = `http://${pages.host()}/app`;
    const id = await pinned({ page: { url: page, title: 'Shop', route: '/app#/orders' } });
    expect(await checkNow(page)).toMatchObject({
      ...{ state: 'checked', notes: [{ annotation_id: id, anchor: 'exact' }] },
    });
  });

  test('finds the notes of an address that lists cut, by the whole address and by the cut one', async () => {
    const long = `${page_url()}/${'a'.repeat(120)}`;
    const other = await pinned({ page: { url: `${long}/other` } });
    const id = await pinned({ page: { url: `${long}/this` } });
    const idsOf = async (page: string) =>
      (await checkNow(page, async () => STUCK)).notes.map((one: { annotation_id: string }) => one.annotation_id);
    expect(await idsOf(`${long}/this`)).toEqual([id]);
    expect(await idsOf(`${long}/other`)).toEqual([other]);
    const { items } = (await call('GET', `/api/v1/sites/${site.id}/annotations`, { as: ws.owner })).body;
    const cut = items.find((item: { id: string }) => item.id === id).page_url;
    expect(cut).toHaveLength(100);
    // One visit opens one address: that of the newest note.
    expect(await idsOf(cut)).toEqual([id]);
  });

  test('says so if the page can’t be opened', async () => {
    await pinned({ page: { url: `${page_url()}s` } });
    expect(await checkNow(`${page_url()}s`, async () => STUCK)).toMatchObject({
      state: 'unreachable',
      notes: [{ anchor: 'unreachable', score: 0 }],
      reason_codes: [{ code: 'page_stuck' }],
    });
  });
});
