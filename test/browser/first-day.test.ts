import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { imageSize } from '../../functions/kit/files/image.ts';
import { call, idle, newWorkspace, stage, type Workspace } from '../driver.ts';
import { callTool, connectClient } from '../mcp/connect.ts';
import { inbox, type Mail, threadPathIn } from '../threads/conversation.ts';
import { until } from '../workers/until.ts';
import { launchChromium } from './chromium.ts';
import { openDashboard, signInByHand } from './dashboard/stand.ts';
import { fix, type Hands, overMcp, overRest } from './first-day/agent.ts';
import { FAULTS, type FaultName } from './first-day/faults.ts';
import { openShop, type Shop } from './first-day/shop.ts';
import { leaveNote, pictureAfter, VISITORS, type Visitor, type VisitorName } from './first-day/visitors.ts';

const SHOTS = process.env.SCREENSHOTS;
const ALL = Object.keys(VISITORS) as VisitorName[];
const BY_MCP: FaultName[] = ['petra', 'vera', 'tom', 'lea', 'greta'];
const BY_REST: FaultName[] = ['ines', 'paul', 'jon', 'otto', 'nina'];

let browser: Browser;
let shop: Shop;
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let token: Awaited<ReturnType<Workspace['token']>>;
const ids = {} as Record<VisitorName, string>;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Harbour Coffee', allowed_origins: ['http://placeholder.example'] });
  token = await ws.token();
  shop = await openShop(`${stage().base_url}/w/${site.loader_secret_id}/widget.js`);
  await call('PATCH', `/api/widget/sites/${site.id}`, { as: ws.owner, body: { allowed_origins: [shop.origin] } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

const addressOf = (name: VisitorName) => `${name}-${site.id.toLowerCase()}@example.com`;
const readAsOwner = async (name: VisitorName) =>
  (await call('GET', `/api/v1/annotations/${ids[name]}`, { as: ws.owner })).body;

const linkOf = async (name: VisitorName, { allows, hasEmail }: Visitor): Promise<string | undefined> => {
  if (!allows) return undefined;
  const body = { name: VISITORS[name].name, auto_fix_default: allows, ...(hasEmail && { email: addressOf(name) }) };
  const answer = await call('POST', `/api/widget/sites/${site.id}/stakeholders`, { as: ws.owner, body });
  return answer.body.token;
};

const mailsOf = async (name: VisitorName): Promise<Mail[]> => {
  await idle();
  return inbox(addressOf(name));
};

const opened = async (path: string, scene: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(stage().base_url + path);
    await scene(page);
  } finally {
    await context.close();
  }
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The owner sees the request and allows it. */
const approve = async (name: VisitorName) => {
  const { approval, unattended_edits } = await readAsOwner(name);
  expect([approval.state, unattended_edits.allowed]).toEqual(['requested', false]);
  const path = `/api/widget/annotations/${ids[name]}/approval`;
  const body = { decision: 'approve', approval_id: approval.id };
  const { status, body: decided } = await call('POST', path, { as: ws.owner, body });
  expect([status, decided.unattended_edits.allowed]).toEqual([200, true]);
};

/** The owner gets a mail, signs in behind its link, and presses the button. */
const approveByMail = async (name: VisitorName) => {
  const path = `/inbox/${ids[name]}`;
  const mail = await until(
    async () => (await inbox(ws.owner.email)).find(({ text }) => text.includes(`/dashboard${path}`)),
    'the mail to the owner',
  );
  expect(mail.subject).toBe('Approval needed for a note on Harbour Coffee');
  const dashboard = await openDashboard(browser);
  try {
    await dashboard.open(path);
    await signInByHand(dashboard, ws.owner.email);
    const request = dashboard.page.getByRole('region', { name: 'Approval requested' });
    await request.getByText(`Change ${FAULTS[name as FaultName].file}.`).waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    await dashboard.page.getByText('Automatic fixes allowed').waitFor();
  } finally {
    await dashboard.close();
  }
};

const work = async (name: FaultName, hands: Hands, allow: (name: FaultName) => Promise<void> = approve) => {
  const note = await hands.read(ids[name]);
  if (!(await readAsOwner(name)).unattended_edits.allowed) {
    await hands.askApproval(ids[name], `Change ${FAULTS[name].file}.`);
    await allow(name);
  }
  await fix(shop, note, FAULTS[name]);
  await hands.resolve(ids[name], {
    summary: `Changed ${FAULTS[name].file}`,
    explanation: `It was in **${FAULTS[name].file}**.`,
    after: await pictureAfter(browser, shop, VISITORS[name]),
  });
};

test('thirteen visitors leave notes with the widget', async () => {
  for (const name of ALL) {
    const visitor: Visitor = VISITORS[name];
    const email = visitor.hasEmail ? addressOf(name) : undefined;
    await leaveNote(browser, shop, visitor, { email, link: await linkOf(name, visitor) });
    const list = await call('GET', `/api/v1/sites/${site.id}/annotations?limit=1`, { as: ws.owner });
    ids[name] = list.body.items[0].id;
    expect(await readAsOwner(name)).toMatchObject({ body: visitor.words, has_screenshot: true });
  }
  expect(new Set(Object.values(ids)).size).toBe(13);
});

test('the guides of the stage say how to work on notes', async () => {
  const guide = (await call('GET', '/llms.txt')).text;
  for (const word of ['list_annotations', 'resolve', 'request_approval', '/api/v1/changes']) {
    expect(guide).toContain(word);
  }
});

test('a duplicate names its original, praise is answered, and a note that commands agents is flagged and quarantined', async () => {
  const duplicate = { status: 'duplicate', duplicate_of: ids.petra, summary: 'The same fault of the total' };
  const patched = await call('PATCH', `/api/v1/annotations/${ids.dora}`, { as: token, body: duplicate });
  expect(patched.body).toMatchObject({ status: 'duplicate', duplicate_of: ids.petra });

  const thanks = { status: 'resolved', summary: 'Thank you, we’re glad that you like them' };
  await call('PATCH', `/api/v1/annotations/${ids.frida}`, { as: token, body: thanks });

  const agent = await connectClient(site.mcp_token);
  const hostile = await callTool(agent, 'read_annotation', { id: ids.mallory });
  expect(hostile.trusted.risks).toContain('addresses_agents');
  expect(hostile.text).not.toContain('.env');
  const secret = await callTool(agent, 'reply', { id: ids.mallory, message: `Here: ${stage().mcp_url}` });
  expect(secret).toMatchObject({
    isError: true,
    text: expect.stringContaining('a credential of this service (svmt_…)'),
  });
  await callTool(agent, 'patch_annotation', {
    id: ids.mallory,
    status: 'won_t_fix',
    quarantined: true,
    summary: 'Spam',
  });
  expect(await readAsOwner('mallory')).toMatchObject({ status: 'won_t_fix', quarantine: ['by_hand'], replies: [] });
  await agent.close();
});

test('an agent fixes five faults over MCP and five over REST, with at most 5 calls and the tokens allowed', async () => {
  const agent = await connectClient(site.mcp_token);
  const { trusted } = await callTool(agent, 'list_annotations', { status: 'pending' });
  const { body } = await call('GET', `/api/v1/sites/${site.id}/annotations?status=pending`, { as: token });
  for (const { items } of [trusted, body]) {
    expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [...BY_MCP, ...BY_REST].map((name) => ids[name]).toSorted(),
    );
  }
  const costs = { mcp: [] as { calls: number; tokens: number }[], rest: [] as { calls: number; tokens: number }[] };
  for (const name of BY_MCP) {
    const hands = overMcp(agent);
    await work(name, hands);
    costs.mcp.push(hands.cost);
  }
  for (const name of BY_REST.filter((one) => one !== 'nina')) {
    const hands = overRest(token);
    await work(name, hands);
    costs.rest.push(hands.cost);
  }
  await agent.close();
  for (const name of [...BY_MCP, ...BY_REST].filter((one) => one !== 'nina')) {
    expect(await readAsOwner(name)).toMatchObject({
      status: 'resolved',
      resolutions: [{ commit: expect.any(String), before_url: expect.any(String) }],
    });
    const [{ after_url }] = (await readAsOwner(name)).resolutions;
    const after = Buffer.from(await (await fetch(after_url)).arrayBuffer());
    expect(imageSize(after, 'image/jpeg')).toMatchObject({ width: name === 'otto' ? 390 : 1280 });
  }
  for (const list of [costs.mcp, costs.rest]) expect(median(list.map(({ calls }) => calls))).toBeLessThanOrEqual(5);
  expect(median(costs.mcp.map(({ tokens }) => tokens))).toBeLessThanOrEqual(900);
  expect(median(costs.rest.map(({ tokens }) => tokens))).toBeLessThanOrEqual(1200);
});

test('a visitor is asked, answers on the page behind the mail, and the waiting agent finds the answer', async () => {
  const agent = await connectClient(site.mcp_token);
  const question = { id: ids.nina, message: 'Shall we remove the sale, or set a new date?' };
  await callTool(agent, 'reply', question);
  await callTool(agent, 'patch_annotation', { id: ids.nina, status: 'blocked', summary: 'Needs your word' });
  const [mail] = await mailsOf('nina');
  if (!mail) throw new Error('Nina got no mail.');
  expect(mail.text).toContain(question.message);

  const waiting = callTool(agent, 'list_annotations', { status: 'pending', waiting_for: 'agent', wait_seconds: 25 });
  await opened(threadPathIn(mail), async (page) => {
    await page.getByLabel('Your answer').fill('Please remove it.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent.').waitFor();
  });
  const { trusted } = await waiting;
  expect(trusted.items.map(({ id }: { id: string }) => id)).toEqual([ids.nina]);
  expect(await readAsOwner('nina')).toMatchObject({ status: 'pending', unattended_edits: { allowed: false } });

  await work('nina', overMcp(agent), approveByMail);
  expect(await readAsOwner('nina')).toMatchObject({ status: 'resolved' });
  await agent.close();
});

test('each visitor hears what happened, in their language, as often as something did', async () => {
  // The mail about the fixed original follows that of the original, which waits for a look at the fix.
  await until(async () => (await mailsOf('dora')).length > 1, 'both mails to Dora');
  const mails = {} as Record<VisitorName, Mail[]>;
  for (const name of ALL) mails[name] = await mailsOf(name);
  const counts = Object.fromEntries(ALL.map((name) => [name, mails[name].length]));
  expect(counts).toEqual({
    petra: 1,
    vera: 1,
    tom: 1,
    lea: 0,
    greta: 1,
    ines: 1,
    paul: 1,
    jon: 1,
    otto: 1,
    nina: 2,
    dora: 2,
    frida: 1,
    mallory: 0,
  });
  for (const name of ['petra', 'vera', 'otto'] as const) expect(mails[name][0]?.text).toMatch(/\bfixed\b/i);
  expect(mails.greta[0]?.text).toMatch(/behoben/i);
  expect(mails.frida[0]?.text).toContain('Thank you for your note');
  expect(mails.frida[0]?.text).not.toMatch(/fixed/i);
  for (const mail of Object.values(mails).flat()) expect(mail.text).toContain('Harbour Coffee');
  expect((await readAsOwner('lea')).resolutions).toMatchObject([{ notification_status: 'queued_reply' }]);
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  for (const [name, list] of Object.entries(mails)) {
    for (const [at, { html }] of list.entries()) {
      for (const width of [640, 390]) {
        const page = await browser.newPage({ viewport: { width, height: 800 } });
        await page.setContent(html);
        await page.screenshot({ path: join(SHOTS, `${name}-${at + 1}-${width}.png`), fullPage: true });
        await page.close();
      }
    }
  }
});

test('visitors confirm that it is fixed, or reopen their note', async () => {
  const [petra] = await mailsOf('petra');
  const [vera] = await mailsOf('vera');
  if (!petra || !vera) throw new Error('A mail is missing.');
  await opened(threadPathIn(petra), async (page) => {
    await page.getByRole('button', { name: 'Yes, it’s fixed' }).click();
    await page.getByText('You confirmed').waitFor();
  });
  await opened(`${threadPathIn(vera)}?fixed=no`, async (page) => {
    await page.getByLabel('What’s still wrong?').fill('Still too pale on my phone.');
    await page.getByRole('button', { name: 'Not yet, reopen my note' }).click();
    await page.getByText('The note is open again.').waitFor();
  });
  expect(await readAsOwner('petra')).toMatchObject({ status: 'resolved', confirmation: { fixed: true } });
  expect(await readAsOwner('vera')).toMatchObject({ status: 'pending', waiting_for: 'agent' });
});
