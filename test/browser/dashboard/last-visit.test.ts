import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newTeam, newWorkspace, signIn, stage } from '../../driver.ts';
import { NOTE, visit as sendNote } from '../../widget-api/visit.ts';
import { until } from '../../workers/until.ts';
import { expectAccessible, hold, keepPictures, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const OLD = 'These notes are from your last visit and may be out of date.';

const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('sidenote.last-visit'));

/** A page of the same origin, without the dashboard. */
const leaveDashboard = (page: Page) => page.goto(`${stage().base_url}/demo`);

/** The frame's menus load when requests have ended. */
const isAtRest = async (page: Page) => {
  await page.locator('.bell').waitFor();
  await page.waitForLoadState('networkidle');
};

test('a reload shows the list of the last visit before any answer, and replaces it without a shift', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Demo shop' });
    const changed = (await seedAnnotations(ws.id, site.id, 60)).at(-3);
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await noteOf(page, 'Note 59').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await isAtRest(page);
    // A reload keeps the scroll position.
    await page.evaluate(() => window.scrollTo(0, 0));

    const release = await hold(page, '**/api/**');
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      new PerformanceObserver((list) => {
        const { shifts } = window as unknown as { shifts: number[] };
        shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await noteOf(page, 'Note 59').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Inbox');
    expect(await page.getByLabel('Site', { exact: true }).inputValue()).toBe(site.id);
    expect(await page.getByText(OLD).count()).toBe(0);
    // It can be used: keys move through it.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const focusedNote = () =>
      page.evaluate(() => document.activeElement?.closest('[data-note]')?.querySelector('.excerpt')?.textContent);
    expect(await focusedNote()).toBe('Note 58');
    await call('PATCH', `/api/widget/annotations/${changed}`, {
      as: ws.owner,
      body: { labels: ['checkout'] },
    });
    release();
    await page.locator('.note-row .tag', { hasText: 'checkout' }).waitFor();
    expect(await focusedNote()).toBe('Note 58');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
  }));

test('a first visit asks for each list once, though it asks before the page has loaded', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Demo shop' });
    await seedAnnotations(ws.id, site.id, 3);
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await isAtRest(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/\/(workspaces|sites|annotations)$/.test(pathname)) asked.push(pathname + search);
    });
    await page.evaluate(() => sessionStorage.removeItem('sidenote.workspace.last'));
    for (const address of ['/inbox', `/inbox?site=${site.id}`]) {
      await leaveDashboard(page);
      await page.evaluate(() => sessionStorage.removeItem('sidenote.last-visit'));
      asked.splice(0);
      await page.goto(`${stage().base_url}/dashboard${address}`);
      await noteOf(page, 'Note 2').waitFor();
      await isAtRest(page);
      const lists = asked.filter((one) => one.includes('annotations'));
      // The list is read once more with the first answer of the feed.
      expect(new Set(lists).size).toBe(1);
      expect(asked.filter((one) => one.includes('sites?'))).toHaveLength(1);
      expect(lists.length).toBeLessThanOrEqual(2);
    }
  }));

test('if the service can’t be reached, the list says that it is from the last visit', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site();
    await sendNote(site, 'POST', 'annotations', { ...NOTE, body: 'The button is hidden' });
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await noteOf(page, 'The button is hidden').waitFor();
    await isAtRest(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await noteOf(page, 'The button is hidden').waitFor();
    await page.getByText(OLD).waitFor();
    await expectAccessible(page);
    await keepPictures(page, 'last-visit');
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await page.getByText(OLD).waitFor({ state: 'detached' });
    await noteOf(page, 'The button is hidden').waitFor();
    // The browser notes each failed request.
    complaints.splice(0);
  }));

test('the last visit is stored only between two pages, without credentials, and ends with the session', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const [ws, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const site = await ws.site();
    await sendNote(site, 'POST', 'annotations', { ...NOTE, body: 'Only for me' });
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await noteOf(page, 'Only for me').waitFor();
    expect(await stored(page)).toBeNull();
    await leaveDashboard(page);
    const kept = (await stored(page)) ?? '';
    expect(kept).toContain('Only for me');
    expect(kept).not.toMatch(/sv[a-z]{2}_|eyJ[\w-]+\.|token/);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Only for me');

    // Another person's tab, even with the first one's list left in it.
    await open('/inbox');
    await noteOf(page, 'Only for me').waitFor();
    expect(await stored(page)).toBeNull();
    await isAtRest(page);
    await page.locator('.side-account').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await stored(page)).toBeNull();
    await page.evaluate((text) => sessionStorage.setItem('sidenote.last-visit', text), kept);
    const release = await hold(page, '**/api/**');
    await signInByHand(dashboard, other.owner.email);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    expect(await page.getByText('Only for me').count()).toBe(0);
    expect(await stored(page)).toBeNull();
    release();
    await page.getByText('Get started').waitFor();
    expect(await page.getByText('Only for me').count()).toBe(0);
  }));

test('someone who was removed sees the last visit no longer than until the first answer', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const team = await newTeam(await signIn());
    const site = await team.site({ name: 'Team shop' });
    const member = await team.member();
    await sendNote(site, 'POST', 'annotations', { ...NOTE, body: 'Only for the team' });
    await open('/inbox');
    await signInByHand(dashboard, member.email);
    await isAtRest(page);
    await page.evaluate((id) => sessionStorage.setItem('sidenote.workspace', id), team.id);
    await page.reload();
    await noteOf(page, 'Only for the team').waitFor();
    await isAtRest(page);
    await leaveDashboard(page);
    expect(await stored(page)).toContain('Only for the team');
    const gone = await call('DELETE', `/api/workspaces/${team.id}/members/${member.user_id}`, { as: team.owner });
    expect(gone.status).toBe(200);
    const release = await hold(page, '**/api/**');
    await open('/inbox');
    await noteOf(page, 'Only for the team').waitFor();
    release();
    await noteOf(page, 'Only for the team').waitFor({ state: 'detached' });
    await page.getByText('Get started').waitFor();
    expect(await page.getByText('Only for the team').count()).toBe(0);
    await leaveDashboard(page);
    await until(async () => !(await stored(page))?.includes('Only for the team'), 'the list to be forgotten');
    // The browser notes each refusal as a failed request.
    complaints.splice(0);
  }));
