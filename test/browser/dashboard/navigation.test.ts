import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { call, newTeam, newWorkspace, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { type Dashboard, freshAddress, hold, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
  const site = await ws.site({ name: 'Lamp shop' });
  for (let made = 0; made < 30; made += 1) await ws.note(site, { body: `Note ${made}` });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const openSites = async (dashboard: Dashboard) => {
  await dashboard.open('/sites');
  await signInByHand(dashboard, ws.owner.email);
  await heading(dashboard.page, 'Sites').waitFor();
};
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('a page whose code is slow has a placeholder, which never covers the page that was opened after it', () =>
  visit(async (dashboard) => {
    const { page } = dashboard;
    await openSites(dashboard);
    const release = await hold(page, '**/assets/personas-*.js');
    await place(page, 'Personas').click();
    await page.locator('main .skeleton').waitFor();
    expect(await place(page, 'Personas').getAttribute('aria-current')).toBe('page');
    await place(page, 'Sites').click();
    await heading(page, 'Sites').waitFor();
    // Before its placeholder is due.
    await place(page, 'Personas').click();
    await place(page, 'Sites').click();
    await page.waitForTimeout(400);
    expect(await heading(page, 'Sites').count()).toBe(1);
    release();
    await page.waitForTimeout(400);
    expect(await heading(page, 'Sites').count()).toBe(1);
    await place(page, 'Personas').click();
    await heading(page, 'Personas').waitFor();
  }));

test('the frame keeps its focus when the workspace arrives', () =>
  visit(async (dashboard) => {
    const { page } = dashboard;
    await openSites(dashboard);
    // Otherwise the workspace of the last visit would be there at once.
    await page.addInitScript(() => sessionStorage.removeItem('sidenote.last-visit'));
    const release = await hold(page, '**/api/workspaces');
    await page.reload();
    await place(page, 'Reviews').focus();
    release();
    await heading(page, 'Sites').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Reviews');
    await page.keyboard.press('Enter');
    await heading(page, 'Reviews').waitFor();
  }));

test('Back, Forward and a reload return to the place; a link opens the page at its top or at its section', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    await page.setViewportSize({ width: 1000, height: 500 });
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await page.locator('[data-note]').first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await place(page, 'Workspace').click();
    await heading(page, 'Workspace').waitFor();
    expect(await scrolled(page)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.goBack();
    await until(async () => (await scrolled(page)) === 300, 'the place before');
    await page.reload();
    await until(async () => (await scrolled(page)) === 300, 'the place before the reload');
    // Its list comes later than the page.
    await page.addInitScript(() => sessionStorage.removeItem('sidenote.last-visit'));
    const release = await hold(page, '**/annotations?**');
    await page.reload();
    await page.locator('.skeleton.rows').waitFor();
    await until(async () => (await scrolled(page)) === 300, 'the place before the second reload');
    release();
    await page.locator('[data-note]').first().waitFor();
    await until(async () => (await scrolled(page)) === 300, 'the place in the list that came later');
    await page.goForward();
    await heading(page, 'Workspace').waitFor();
    expect(await scrolled(page)).toBe(0);
    await page.getByRole('button', { name: /Notifications/ }).click();
    await page.getByRole('link', { name: 'Notification settings' }).click();
    await heading(page, 'Account').waitFor();
    await until(
      () => page.evaluate(() => (document.getElementById('notifications')?.getBoundingClientRect().top ?? 99) < 10),
      'the section',
    );
  }));

test('a click with Ctrl is left to the browser, and addresses in mails lead to their pages', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/wallet?workspace=${ws.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.waitForURL('**/dashboard/workspace?tab=wallet');
    await open('/');
    await page.waitForURL('**/dashboard/inbox*');
    await page.locator('[data-note]').first().waitFor();
    // Headless Chromium sometimes opens no tab, so the browser's part is left out.
    await page.evaluate(() =>
      window.addEventListener('click', (event) => {
        document.title = event.defaultPrevented ? 'ours' : 'the browser’s';
        event.preventDefault();
      }),
    );
    await place(page, 'Sites').click({ modifiers: ['ControlOrMeta'] });
    expect(await page.title()).toBe('the browser’s');
    expect(new URL(page.url()).pathname).toBe('/dashboard/inbox');
    await place(page, 'Sites').click();
    await heading(page, 'Sites').waitFor();
  }));

test('a link in a mail opens the workspace it is about, and one of a foreign workspace changes nothing', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const [{ email }, foreign] = await Promise.all([ws.member(), newWorkspace()]);
    await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body: { name: 'Lamp team' } });
    const ofTeam = page.getByRole('button', { name: 'Switch workspace: Lamp team' });
    await open('/account');
    await signInByHand(dashboard, email);
    await page.getByRole('button', { name: /Switch workspace/ }).waitFor();
    expect(await ofTeam.count()).toBe(0);
    await open(`/account?workspace=${ws.id}#notifications`);
    await ofTeam.waitFor();
    await page.waitForURL('**/dashboard/account#notifications');
    await open(`/account?workspace=${foreign.id}`);
    await page.waitForURL('**/dashboard/account');
    await ofTeam.waitFor();
  }));

test('a link in a mail opens the workspace it is about, also after a sign-in because the session had ended', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const email = freshAddress();
    await open('/account');
    await signInByHand(dashboard, email);
    const session = await page.evaluate(() => sessionStorage.getItem('sidenote.session'));
    const as = { credential: JSON.parse(session ?? '{}').id_token, user_id: '', email, name: '' };
    // The list that the tab keeps from its last visit doesn't have it.
    const team = await newTeam(as);
    const { body: sessions } = await call('GET', '/api/me/sessions', { as });
    // Tokens name the second of a sign-in, and one of the same second would count as ended, too.
    await page.waitForTimeout(1000);
    await call('DELETE', `/api/me/sessions/${sessions.items[0].id}`, { as });
    await open(`/account?workspace=${team.id}`);
    await page.getByText('Your session has ended.').waitFor();
    await signInByHand(dashboard, email);
    await page.getByRole('button', { name: 'Switch workspace: Team' }).waitFor();
    // The browser notes the refused requests.
    dashboard.complaints.splice(0);
  }));

test('code that fails to load is an error with a way to try again', () =>
  visit(async (dashboard) => {
    const { page, complaints } = dashboard;
    await openSites(dashboard);
    let isBroken = true;
    await page.route('**/assets/reviews-*.js', (route) => (isBroken ? route.abort() : route.fallback()));
    await place(page, 'Reviews').click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isBroken = false;
    await again.click();
    await heading(page, 'Reviews').waitFor();
    expect(complaints.splice(0).every((one) => one.includes('ERR_FAILED'))).toBe(true);
  }));

test('keys do nothing behind a confirmation', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site();
    await open(`/sites/${site.id}?tab=settings`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'Delete site' }).click();
    await page.waitForFunction(() => document.activeElement?.closest('[role=alertdialog]'));
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/sites/${site.id}`);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/\/dashboard\/reviews$/);
  }));
