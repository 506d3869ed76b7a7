import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newId } from '../../../functions/kit/ids.ts';
import { keys } from '../../../functions/kit/table/keys.ts';
import { type Answer, call, newTeam, type Person, signIn, stage, table } from '../../driver.ts';
import { seedPersona, seedReview, seedSize } from '../../reviews/seed.ts';
import { decide, report, submit } from '../../showcase/showcased.ts';
import { HOSTILE, hostileOf } from '../hostile-text.ts';
import { withBrowser } from './stand.ts';

/** The mark of a hostile text in the page: the shortest one begins with it. */
const MARK = '<script>window.ran';
/** Nothing in it may be broken but by force. */
const ENDLESS = 'W'.repeat(80);
const LINK = "https://evil.example/'onmouseover='window.ran=1'<script>";

const { openDashboard } = withBrowser();

const must = ({ status, text, body }: Answer) => {
  if (status !== 200) throw new Error(`The fixture was refused: ${status} ${text}`);
  return body;
};

const persona = () => ({
  name: `${hostileOf(40)}${ENDLESS}`,
  title: `${hostileOf(120)}${ENDLESS}`,
  category: `${hostileOf(40)}${ENDLESS}`,
  description: HOSTILE,
  evaluation_dimensions: [
    { name: `${hostileOf(40)}${ENDLESS}`, description: HOSTILE, weight: 0.5, evidence: hostileOf(500) },
    {
      name: `2 ${hostileOf(100)}`,
      description: HOSTILE,
      weight: 0.5,
      anchors: { 1: HOSTILE.slice(0, 500), 3: '', 5: '' },
    },
  ],
  custom_instructions: HOSTILE,
});

const note = {
  body: HOSTILE,
  name: hostileOf(120),
  context: {
    page: { url: LINK, title: hostileOf(200), route: hostileOf(500) },
    anchor: {
      kind: 'element',
      selector: hostileOf(500),
      text: hostileOf(200),
      name: hostileOf(200),
      tag: hostileOf(80),
    },
    source: { framework: hostileOf(80), component_path: hostileOf(400), file: hostileOf(400), confidence: 1 },
    selection: { text: HOSTILE },
    environment: { user_agent: hostileOf(400), locale: hostileOf(30) },
    html: HOSTILE.slice(0, 1000),
  },
};

/** A workspace in which every field that takes text has the worst; gives the paths that show it. */
const seed = async (owner: Person): Promise<{ workspace: string; paths: string[] }> => {
  const ws = await newTeam(owner);
  const as = ws.owner;
  const post = async (path: string, body?: object) => must(await call('POST', path, { as, ...(body && { body }) }));
  must(await call('PATCH', `/api/workspaces/${ws.id}`, { as, body: { name: hostileOf(120) } }));
  const site = await ws.site({ name: hostileOf(120), url: LINK, allowed_origins: ['https://shop.example.com'] });
  const [{ id: noteId }, made, invited] = await Promise.all([
    ws.note(site, note),
    post('/api/personas', persona()),
    post(`/api/workspaces/${ws.id}/invitations`, { email: `a'b+${newId()}@example.com`, role: 'MEMBER' }),
    post(`/api/widget/sites/${site.id}/stakeholders`, { name: hostileOf(120) }),
    post(`/api/workspaces/${ws.id}/api-tokens`, { name: hostileOf(80) }),
    call('POST', '/api/access-requests', {
      body: {
        email: `"><img${newId()}?bcc=x&body=y@evil.example`,
        intent: HOSTILE.slice(0, 500),
        source: hostileOf(80),
      },
    }),
  ]);
  const annotation = `/api/widget/annotations/${noteId}`;
  await post(`${annotation}/replies`, { body: HOSTILE, author_name: hostileOf(120) });
  await post(`/api/v1/annotations/${noteId}/resolutions`, { explanation: HOSTILE, diff_url: LINK });
  must(await call('PATCH', annotation, { as, body: { summary: HOSTILE } }));
  await post(`/api/personas/${made.id}/publish`);
  const reviewer = seedPersona(newId(), [`${hostileOf(40)}${ENDLESS}`], {
    name: `${hostileOf(40)}${ENDLESS}`,
    title: `${hostileOf(120)}${ENDLESS}`,
    category: hostileOf(60),
  });
  const { id, findings } = await seedReview(ws.id, {
    site: site.id,
    personas: [reviewer],
    more: {
      title: `${hostileOf(120)}${ENDLESS}`,
      url: LINK,
      facts: seedSize({ title: HOSTILE, notes: [HOSTILE] }),
    },
  });
  for (const one of findings) {
    const evidence = one.evidence.map((shown) => ({ ...shown, quote: HOSTILE, element: HOSTILE }));
    const fix = { before: HOSTILE, after: HOSTILE, effort: null };
    await table().put({ ...keys.finding(ws.id, id, one.id), ...one, comment: HOSTILE, evidence, fix });
  }
  const { slug } = must(await submit(id, as));
  must(await decide(id, 'approve', HOSTILE.slice(0, 500)));
  must(await report(slug, HOSTILE.slice(0, 500)));
  const paths = [
    `/dashboard/inbox?site=${site.id}&status=all`,
    `/dashboard/inbox?site=${site.id}&status=all&view=board`,
    `/dashboard/inbox/${noteId}`,
    '/dashboard/sites',
    ...['install', 'agents', 'people', 'settings'].map((tab) => `/dashboard/sites/${site.id}?tab=${tab}`),
    '/dashboard/reviews',
    '/dashboard/reviews/new',
    `/dashboard/reviews/${id}`,
    '/dashboard/personas',
    `/dashboard/personas/${made.id}`,
    '/dashboard/personas/marketplace',
    ...['members', 'invitations', 'tokens', 'audit', 'settings'].map((tab) => `/dashboard/workspace?tab=${tab}`),
    '/dashboard/admin',
    `/dashboard/admin/showcase/${id}`,
    '/dashboard/admin?tab=requests',
    new URL(invited.link).pathname,
  ];
  return { workspace: ws.id, paths };
};

/** The page's structure compared with the expected one; none of it is anyone's text. */
const become = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    return {
      ran: (window as { ran?: unknown }).ran ?? null,
      handlers: all.flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on'))),
      // The early script is the body's own; pages are rendered into an element.
      made: all
        .filter((one) =>
          one.matches('script:not([src], body > script), iframe, object, embed, base, form[action], meta[http-equiv]'),
        )
        .map((one) => one.outerHTML),
      links: all.flatMap((one) =>
        ['href', 'src', 'action', 'formaction', 'xlink:href', 'data']
          .map((name) => (one.getAttribute(name) ?? '').trim())
          .filter((address) => /^(javascript|data|vbscript|blob):/i.test(address)),
      ),
    };
  });

/** Those of these widths that the page does not keep to. */
const widerThan = async (page: Page, widths: readonly number[]) => {
  const wider: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wider.push(width);
  }
  return wider;
};

const NOTHING = { ran: null, handlers: [], made: [], links: [] };

test('every field is shown as text on every page, and no link runs a script', async () => {
  const owner = await signIn({ name: hostileOf(100), groups: ['admins'] });
  const { workspace, paths } = await seed(owner);
  const { page, complaints, close } = await openDashboard();
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => complaints.push('a dialog')));
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) complaints.push(request.url());
  });
  page.on('response', (answer) => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
  });
  const session = JSON.stringify({ id_token: owner.credential, expires_at: Date.now() + 3_600_000 });
  await page.addInitScript(
    (kept) => {
      sessionStorage.setItem('sidenote.session', kept.session);
      localStorage.setItem('sidenote.workspace', kept.workspace);
    },
    { session, workspace },
  );
  for (const path of paths) {
    await page.goto(`${stage().base_url}${path}`);
    await page.locator('main').getByText(MARK).first().waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    const tooWide = await widerThan(page, [1440, 390]);
    expect({ path, ...(await become(page)), tooWide, complaints }).toEqual({
      path,
      ...NOTHING,
      tooWide: [],
      complaints: [],
    });
  }
  await close();
});
