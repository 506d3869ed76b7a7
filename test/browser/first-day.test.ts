import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call, newWorkspace, stage, type Workspace } from '../driver.ts';
import { launchChromium } from './chromium.ts';
import { openShop, type Shop } from './first-day/shop.ts';
import { leaveNote, VISITORS, type Visitor, type VisitorName } from './first-day/visitors.ts';

let browser: Browser;
let shop: Shop;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
const ids = {} as Record<VisitorName, string>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee', allowed_origins: ['http://placeholder.example'] });
  shop = await openShop(`${stage().base_url}/w/${site.loader_secret_id}/widget.js`);
  await call('PATCH', `/api/widget/sites/${site.id}`, { as: ws.owner, body: { allowed_origins: [shop.origin] } });
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const addressOf = (name: VisitorName) => `${name}-${site.id.toLowerCase()}@example.com`;

const linkOf = async (name: VisitorName, { allows, hasEmail }: Visitor): Promise<string | undefined> => {
  if (!allows) return undefined;
  const body = { name: VISITORS[name].name, auto_fix_default: allows, ...(hasEmail && { email: addressOf(name) }) };
  const answer = await call('POST', `/api/widget/sites/${site.id}/stakeholders`, { as: ws.owner, body });
  return answer.body.token;
};

test('thirteen visitors leave notes with the widget', async () => {
  for (const name of Object.keys(VISITORS) as VisitorName[]) {
    const visitor: Visitor = VISITORS[name];
    await leaveNote(browser, shop, visitor, {
      email: visitor.hasEmail ? addressOf(name) : undefined,
      link: await linkOf(name, visitor),
    });
    const list = await call('GET', `/api/v1/sites/${site.id}/annotations?limit=1`, { as: ws.owner });
    ids[name] = list.body.items[0].id;
    const note = (await call('GET', `/api/v1/annotations/${ids[name]}`, { as: ws.owner })).body;
    expect(note).toMatchObject({ body: visitor.words, has_screenshot: true });
    if (process.env.SHOW) console.log(JSON.stringify(note));
  }
  expect(new Set(Object.values(ids)).size).toBe(13);
}, 180_000);
