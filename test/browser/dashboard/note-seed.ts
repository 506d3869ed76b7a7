import type { Browser } from 'playwright-core';
import { call, idle, type Workspace } from '../../driver.ts';
import { put, upload } from '../../resolutions/upload.ts';

const WINDOW = { width: 1280, height: 800 };
/** The banner's total, as the visitor's browser measured it. */
export const TOTAL = { x: 820, y: 420, width: 300, height: 56 };

const shop = (total: string) => `<!doctype html><html lang="en"><style>
  body { margin: 0; font: 18px/1.5 sans-serif; background: #f4f6f5; color: #16302b }
  header { padding: 24px 48px; background: #16302b; color: #fff; font-size: 24px }
  main { display: grid; grid-template-columns: 1fr 380px; gap: 48px; padding: 48px }
  li { padding: 18px 0; border-bottom: 1px solid #d5dcda; list-style: none }
  aside { position: absolute; left: ${TOTAL.x}px; top: ${TOTAL.y}px; width: ${TOTAL.width}px; height: ${TOTAL.height}px;
    box-sizing: border-box; padding: 12px 16px; background: #fff; font-size: 22px; font-weight: 700 }
</style><title>Cart</title><header>Lamps &amp; Light: 20 % off this week</header>
<main><div><h1>Your cart</h1><ul><li>Desk lamp, brass · 79.00</li><li>Bulb, warm white · 9.00</li><li>Shipping · 0.00</li></ul></div></main>
<aside>Total ${total}</aside></html>`;

/** The shop's cart before its fix, small, and after it. */
const drawPictures = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: WINDOW });
  await page.setContent(shop('88.00'));
  const before = await page.screenshot();
  await page.setContent(shop('70.40'));
  const after = await page.screenshot();
  // As tall as that of a phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(
    `<body style="margin:0"><img width="320" src="data:image/png;base64,${before.toString('base64')}">`,
  );
  const thumbnail = await page.screenshot();
  await page.close();
  return { before, after, thumbnail };
};

const sendPicture = async (site: { widget: { credential: string } }, kind: string, bytes: Buffer) => {
  const { body } = await call('POST', '/api/widget/uploads', {
    as: site.widget,
    headers: { origin: 'https://shop.example.com' },
    body: { kind, content_type: 'image/png', size: bytes.length },
  });
  await put(body, bytes);
  return body.key as string;
};

const CONTEXT = {
  page: { url: 'https://shop.example.com/cart', title: 'Cart · Lamps & Light', route: '/cart', build_id: '2026.11.3' },
  anchor: {
    kind: 'element',
    selector: '#cart > aside.total',
    tag: 'aside',
    text: 'Total 88.00',
    landmark: 'main “Your cart”',
    box: { ...TOTAL, y: TOTAL.y + 200 },
  },
  source: {
    framework: 'react',
    component_path: 'CartPage > Total',
    file: 'src/cart/total.tsx',
    line: 41,
    confidence: 0.9,
  },
  environment: {
    viewport: WINDOW,
    scroll: { x: 0, y: 200 },
    pixel_ratio: 1,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0 Safari/537.36',
    color_scheme: 'light',
    locale: 'en-GB',
  },
  html: '<aside class="total">Total 88.00</aside>',
  styles: { color: 'rgb(22, 48, 43)', 'font-weight': '700' },
  console: [{ level: 'error', message: 'TypeError: rate is undefined at discount (cart.js:88)', at: 1000 }],
  failed_requests: [{ method: 'GET', url: 'https://shop.example.com/api/prices', status: 503, at: 1000 }],
};

/** A note with its pictures, a thread, and evidence of two attempts. */
export const seedNote = async (browser: Browser, ws: Workspace, site: Awaited<ReturnType<Workspace['site']>>) => {
  const { before, after, thumbnail } = await drawPictures(browser);
  const [screenshot_key, thumbnail_key] = await Promise.all([
    sendPicture(site, 'screenshot', before),
    sendPicture(site, 'thumbnail', thumbnail),
  ]);
  const note = await ws.note(site, {
    body: 'The total here forgets the discount that the banner promises.\nI checked with two browsers.',
    kind: 'bug',
    name: 'Vera Visitor',
    email: 'vera@example.com',
    identity: { user_id: 'v-7', name: 'Vera Visitor' },
    metadata: { plan: 'Team', seats: '4' },
    context: CONTEXT,
    screenshot_key,
    thumbnail_key,
    files: [
      { key: await sendPicture(site, 'file', after), name: 'as I expected it.png' },
      { key: await sendPicture(site, 'file', Buffer.from('TypeError: rate is undefined')), name: 'console.log' },
    ],
  });
  const token = await ws.token();
  const path = `/api/v1/annotations/${note.id}`;
  await call('POST', `${path}/replies`, {
    as: token,
    body: { body: 'Found it: the price list is the one of last week.' },
  });
  await call('POST', `${path}/resolutions`, {
    as: token,
    body: { after_key: await upload(token, note.id, 'after', thumbnail), explanation: 'A first attempt.' },
  });
  const [before_key, after_key] = await Promise.all([
    upload(token, note.id, 'before', before),
    upload(token, note.id, 'after', after),
  ]);
  await call('POST', `${path}/resolutions`, {
    as: token,
    body: {
      before_key,
      after_key,
      explanation: 'The total now takes **20 %** off, as the banner says.',
      diff_url: 'https://git.example.com/shop/pull/7',
    },
  });
  // The service's own look at the fixes changes the note.
  await idle();
  return { ...note, picture: after };
};
