import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newWorkspace, stage } from '../../driver.ts';
import { showcased } from '../../showcase/showcased.ts';
import { NOTE, visit } from '../../widget-api/visit.ts';
import { until } from '../../workers/until.ts';
import { expectAccessible, freshAddress, keepPictures, refocus, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

const withNote = async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Shop' });
  const { body: note } = await visit(site, 'POST', 'annotations', NOTE);
  return { ws, note };
};

const countChanges = (page: Page) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url());
  });
  return sent;
};

test('offline, nothing can be changed, the page says so once, and nothing is sent later', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const { ws, note } = await withNote();
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await page.locator(`[data-note="${note.id}"]`).waitFor();
    await open('/account');
    const mails = page.getByRole('switch').first();
    await mails.waitFor();
    const isOn = await mails.isChecked();
    // The code of toasts loads with the first movement of the pointer.
    await page.mouse.move(600, 300);
    await page.locator('.bell').waitFor();
    await page.waitForLoadState('networkidle');
    const sent = countChanges(page);
    await page.context().setOffline(true);
    await page.getByText('nothing can be changed until you’re back online').waitFor();
    await mails.click({ force: true });
    await page.getByText('You’re offline, so this wasn’t sent.').waitFor();
    await expectAccessible(page);
    await keepPictures(page, 'states-offline');
    await page.context().setOffline(false);
    await page.getByText('nothing can be changed until you’re back online').waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.locator(`[data-note="${note.id}"]`).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.locator(`[data-note="${note.id}"] a`).focus();
    await page.keyboard.press('e');
    await page.getByText('You’re offline, so this wasn’t sent.').nth(1).waitFor();
    await page.locator(`[data-note="${note.id}"]`).waitFor();
    await page.context().setOffline(false);
    await page.getByText('nothing can be changed until you’re back online').waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
    await open('/account');
    await mails.waitFor();
    expect(await mails.isChecked()).toBe(isOn);
    // Of requests from before the page knew.
    expect(complaints.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  }));

test('while the service is slow, the frame is drawn with the last workspace and says that it is still trying', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const { ws, note } = await withNote();
    await open('/inbox');
    await signInByHand(dashboard, ws.owner.email);
    await page.locator(`[data-note="${note.id}"]`).waitFor();
    const name = await page.locator('.side-workspace strong').innerText();
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route('**/api/workspaces', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await page.locator('.side-workspace strong').innerText()).toBe(name);
    expect(await page.locator('.side-account').innerText()).toContain(ws.owner.name);
    await page.getByText('This is taking longer than usual. Still trying…').waitFor();
    // The heading is what is being waited for.
    await expectAccessible(page, { rules: { 'page-has-heading-one': { enabled: false } } });
    await keepPictures(page, 'states-slow');
    release();
    await page.locator(`[data-note="${note.id}"]`).waitFor();
    await page.getByText('This is taking longer than usual').waitFor({ state: 'hidden' });
  }));

test('an error of the service shows its request ID, which can be copied, and asks for none if there is none', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const mails = page.getByRole('switch').first();
    await open('/account');
    await signInByHand(dashboard, freshAddress());
    await mails.waitFor();
    let headers: Record<string, string> = { 'x-request-id': 'req-4711' };
    await page.route('**/notification-settings', async (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, headers, json: {} }) : route.fallback(),
    );
    await mails.click({ force: true });
    const toast = page.getByRole('alertdialog').filter({ hasText: 'Something went wrong on our side.' });
    await toast.getByText('req-4711').waitFor();
    await expectAccessible(page);
    await keepPictures(page, 'states-error');
    await toast.getByRole('button', { name: 'Copy: Request ID' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('req-4711');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    headers = {};
    await mails.click({ force: true });
    await toast.getByText('tell us when and what you were doing').waitFor();
    expect(await toast.innerText()).not.toMatch(/request id/i);
    // The browser notes both answers as failed requests.
    expect(complaints.splice(0)).toHaveLength(2);
  }));

const FAILED = { status: 500, json: {} };

test('a site’s settings and a showcase entry stay, with the text typed there, if they can’t be refreshed', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Shop' });
    const { slug } = await showcased(ws, 'approved', { more: { title: 'Lamps' } });
    await page.clock.install();
    await open(`/sites/${site.id}?tab=settings`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByLabel('Button text').fill('Write to us');
    await page.route(`**/api/widget/sites/${site.id}`, (route) => route.fulfill(FAILED));
    await refocus(page);
    await until(async () => complaints.length > 1, 'the failed request and its retry');
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Button text').inputValue()).toBe('Write to us');

    await page.goto(`${stage().base_url}/showcase/${slug}`);
    await page.getByText('Is something wrong with this review?').click();
    await page.getByLabel('What’s wrong?').fill('It is an advertisement.');
    await page.route(`**/api/showcase/${slug}`, (route) => route.fulfill(FAILED));
    complaints.splice(0);
    await refocus(page);
    await until(async () => complaints.length > 0, 'the failed request');
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('What’s wrong?').inputValue()).toBe('It is an advertisement.');
    complaints.splice(0);
  }));

test('a language that can’t be loaded is reported, and the page keeps its own', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const email = freshAddress();
    await open('/account');
    await signInByHand(dashboard, email);
    // The code of toasts loads with the first movement of the pointer.
    await page.mouse.move(600, 300);
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('alertdialog').getByText('We couldn’t reach the service.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    complaints.splice(0);
  }));

test('team mode says that the service failed, rather than that the window is closed', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open(`/team-mode?token=svwt_${'a'.repeat(43)}&origin=https://shop.example&channel=${'a'.repeat(36)}`);
    await signInByHand(dashboard, freshAddress());
    await page.route('**/api/widget/page-access', (route) => route.abort());
    await page.getByRole('button', { name: 'Show notes' }).click();
    await page.getByText('We couldn’t reach the service.').waitFor();
    expect(await page.getByText('The window that asked is closed').count()).toBe(0);
    complaints.splice(0);
  }));

test('a page without an account says that it is offline, and sends nothing later', () =>
  on(async ({ page, complaints }) => {
    await page.goto(`${stage().base_url}/try`);
    await page.getByLabel('Address').fill('https://example.com');
    await page.waitForLoadState('networkidle');
    const sent = countChanges(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Review this page' }).click();
    await page.getByText('You’re offline, so this wasn’t sent.').waitFor();
    await page.context().setOffline(false);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
    complaints.splice(0);
  }));
