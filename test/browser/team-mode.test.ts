import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { call, newTeam, type Person, stage } from '../driver.ts';
import { newStakeholder } from '../widget-api/visit.ts';
import { launchChromium } from './chromium.ts';
import { lookAt } from './dashboard/stand.ts';
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

/** Members and stakeholders on a page with a strict policy, against the local stage. */
type Team = Awaited<ReturnType<typeof newTeam>>;
let browser: Browser;
let pages: Site;
let team: Team;
let site: Awaited<ReturnType<Team['site']>>;
let member: Person;

beforeAll(async () => {
  team = await newTeam();
  [site, member] = await Promise.all([team.site({ name: 'Meadow & Pine' }), team.member()]);
  const base = stage().base_url;
  const bucket = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '').origin;
  pages = await serveSite({ script: `${base}/w/${site.loader_secret_id}/widget.js`, base, bucket });
  const body = { allowed_origins: [pages.origin, 'https://shop.example.com'] };
  await call('PATCH', `/api/widget/sites/${site.id}`, { as: team.owner, body });
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const on = async (name: string, scene: (opened: Opened) => Promise<void>, options = {}) => {
  const opened = await openPage(browser, pages, name, { locale: 'en-GB', reducedMotion: 'reduce', ...options });
  opened.page.setDefaultTimeout(STEP_MS);
  try {
    await scene(opened);
  } finally {
    await opened.page.context().close();
  }
};

const picture = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

const leaveNote = async (name: string, selector: string, text: string) =>
  on(name, async ({ page }) => {
    await pinElement(page, selector);
    await pictureTaken(page);
    expect(await writeAndSend(page, text)).toBe('Sent. Thank you!');
  });

const newest = async () =>
  (await call('GET', `/api/v1/sites/${site.id}/annotations`, { as: team.owner })).body.items as {
    id: string;
    excerpt: string;
    status: string;
  }[];

const openNotes = async (page: Page): Promise<void> => {
  await openPanel(page);
  await page.getByRole('button', { name: 'Your notes' }).click();
};

/** Through the two windows, as a person does it. */
const signIn = async (page: Page, email: string): Promise<void> => {
  const [relay] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Show all open notes on this page' }).click(),
  ]);
  await relay.getByText(pages.origin).waitFor();
  await picture(relay, 'team-relay');
  const [dashboard] = await Promise.all([
    page.context().waitForEvent('page'),
    relay.getByRole('button', { name: 'Continue' }).click(),
  ]);
  await dashboard.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dashboard.getByLabel('Email').fill(email);
  await dashboard.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dashboard.getByText(pages.origin).waitFor();
  await lookAt(dashboard, 'team-consent');
  await Promise.all([relay.waitForEvent('close'), dashboard.getByRole('button', { name: 'Show notes' }).click()]);
};

test('a member signs in from a strict page, sees its open notes as pins, answers one and resolves it', async () => {
  await leaveNote('tailwind', '[data-testid=buy-team]', 'Say what Team costs');
  await leaveNote('tailwind', 'h1', 'This heading is too long');
  await on('tailwind', async ({ page, complaints }) => {
    await openNotes(page);
    await signIn(page, member.email);
    const pins = page.locator('.pinned:not([hidden])');
    await pins.nth(1).waitFor();
    await picture(page, 'team-pins');
    const at = await page.getByRole('button', { name: /Say what Team costs/ }).boundingBox();
    const button = await page.locator('[data-testid=buy-team]').boundingBox();
    // The tip of a pin is its lower left corner.
    const [x, y] = [at?.x ?? 0, (at?.y ?? 0) + (at?.height ?? 0)];
    expect(x).toBeGreaterThanOrEqual((button?.x ?? 0) - 1);
    expect(x).toBeLessThanOrEqual((button?.x ?? 0) + (button?.width ?? 0) + 1);
    expect(y).toBeGreaterThanOrEqual((button?.y ?? 0) - 1);
    expect(y).toBeLessThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) + 1);

    await page.getByRole('button', { name: /Say what Team costs/ }).click();
    await page.getByLabel('Reply to visitor').fill('Ask Kim first');
    await page.getByLabel(/Internal note/).check();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.internal', { hasText: 'Ask Kim first' }).waitFor();
    await picture(page, 'team-thread');
    await page.getByLabel('Status').selectOption('resolved');
    await page.getByText('Open notes: 1').waitFor();
    expect(await pins.count()).toBe(1);
    const note = (await newest()).find(({ excerpt }) => excerpt === 'Say what Team costs');
    expect(note?.status).toBe('resolved');

    // The token was in memory only.
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain('svpg_');
    await call('DELETE', `/api/workspaces/${team.id}/members/${member.user_id}`, { as: team.owner });
    await page.locator('.pinned').click();
    await page.getByText('Your access to these notes has ended.').waitFor();
    expect(await page.locator('.pinned').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

test('a note whose element moved keeps its pin, one whose element is gone is listed as lost', async () => {
  const { owner } = team;
  await leaveNote('details', 'h1', 'Too loud');
  await leaveNote('details', 'a[href]', 'Where does it lead?');
  await on('details', async ({ page }) => {
    await page.evaluate(() => {
      const link = document.querySelector('a[href]');
      const wrapped = document.createElement('div');
      link?.replaceWith(wrapped);
      if (link) wrapped.append(link);
      document.querySelector('h1')?.remove();
    });
    await openNotes(page);
    await signIn(page, owner.email);
    await page.getByRole('button', { name: /Open notes: 2/ }).click();
    const list = page.getByRole('dialog', { name: 'Open notes: 2' });
    await list.locator('div', { hasText: 'No longer found on this page' }).getByText('Too loud').first().waitFor();
    await picture(page, 'team-list');
    expect(await page.locator('.pinned:not([hidden])').allTextContents()).toHaveLength(1);
    await page
      .getByRole('button', { name: /Where does it lead/ })
      .first()
      .waitFor();
  });
});

test('pins of a page that a visitor has left meanwhile don’t appear on the next one', async () => {
  const { owner } = team;
  await leaveNote('spa', '.task', 'Which plants?');
  await on('spa', async ({ page }) => {
    await openNotes(page);
    await signIn(page, owner.email);
    const count = page.getByRole('button', { name: /^(Open notes: \d|No open notes)/ });
    await page.getByRole('button', { name: 'Open notes: 1', exact: true }).waitFor();
    await page.getByRole('link', { name: '/spa/settings' }).click();
    await count.filter({ hasText: 'No open notes' }).waitFor();
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/pins?*', (route) => isHeld.then(() => route.continue()), { times: 1 });
    const isAsked = page.waitForRequest('**/pins?*');
    await page.getByRole('link', { name: '/spa', exact: true }).click();
    const request = await isAsked;
    const isAnswered = page.waitForResponse('**/pins?*');
    await page.getByRole('link', { name: '/spa/settings' }).click();
    await isAnswered;
    const isLate = page.waitForResponse((response) => response.request() === request);
    letGo();
    await (await isLate).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await count.textContent()).toContain('No open notes');
  });
});

test('a stakeholder sees their own open notes without signing in, and replies to one', async () => {
  const sam = await newStakeholder(team, site, { name: 'Sam' });
  await leaveNote('masks', 'h1', 'Someone else’s');
  const phone = {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  };
  await on(
    `masks?sidenote=${sam.token}`,
    async ({ page, complaints }) => {
      await pinElement(page, 'h1');
      await pictureTaken(page);
      await page.locator('.composer > textarea').fill('Mine');
      await page.locator('.panel .main').click();
      await page.getByRole('button', { name: /View your note|Ihre Notiz ansehen/ }).click();
      await page.getByRole('button', { name: /Alle offenen Notizen|Show all open notes/ }).click();
      const pin = page.locator('.pinned:not([hidden])');
      await pin.waitFor();
      expect(await pin.count()).toBe(1);
      await pin.click();
      expect(await page.locator('.team select').count()).toBe(0);
      await page.getByLabel('Your reply').fill('In Safari, too');
      const lostAnswer = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route('**/notes/*/replies', lostAnswer, { times: 1 });
      await page.locator('.team .main').click();
      await page.locator('.team [role=status]:not(:empty)').waitFor();
      await page.locator('.team .main').click();
      await page.locator('.team blockquote', { hasText: 'In Safari, too' }).waitFor();
      expect(await page.locator('.team blockquote').count()).toBe(1);
      await picture(page, 'team-stakeholder');
      expect(complaints).toEqual([]);
    },
    phone,
  );
});
