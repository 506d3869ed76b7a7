import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newWorkspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const PENDING = 120;
/** Cards in a column of a window of 900 pixels, and some beyond each edge. */
const MAX_MOUNTED = 20;

const column = (page: Page, status: string) => page.getByRole('region', { name: status });
const cards = (page: Page, status: string) => column(page, status).getByRole('listitem');
const focusedNote = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-note]')?.querySelector('.excerpt')?.textContent);

/** By the mouse, stopping over the target; returns where the mouse is. */
const dragOver = async (page: Page, card: Locator, target: Locator) => {
  const [from, to] = await Promise.all([card.boundingBox(), target.boundingBox()]);
  if (!from || !to) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 40, { steps: 3 });
  await page.mouse.move(to.x + 80, to.y + 150, { steps: 5 });
};

const seed = async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  await seedAnnotations(ws.id, site.id, 3, (index) => ({ status: 'resolved', excerpt: `Done ${index}` }));
  await seedAnnotations(ws.id, site.id, PENDING);
  return { ws, site };
};

test('a column mounts the cards near the window; each is reached by arrow keys and by scrolling', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const { ws, site } = await seed();
    await open(`/inbox?site=${site.id}&view=board`);
    await signInByHand(dashboard, ws.owner.email);
    await cards(page, 'Pending')
      .filter({ hasText: `Note ${PENDING - 1}` })
      .waitFor();
    const more = column(page, 'Pending').getByRole('button', { name: 'Show more' });
    for (const count of ['100', '120']) {
      await more.click();
      await column(page, 'Pending')
        .getByRole('heading', { name: `Pending ${count}` })
        .waitFor();
    }
    await more.waitFor({ state: 'detached' });
    expect(await cards(page, 'Pending').count()).toBeLessThanOrEqual(MAX_MOUNTED);
    expect(await cards(page, 'Pending').first().getAttribute('aria-setsize')).toBe(String(PENDING));
    await lookAt(page, 'virtual-board');

    await cards(page, 'Pending').first().getByRole('link').focus();
    for (let at = 0; at < 30; at += 1) await page.keyboard.press('ArrowDown');
    expect(await focusedNote(page)).toBe(`Note ${PENDING - 31}`);
    expect(await cards(page, 'Pending').count()).toBeLessThanOrEqual(MAX_MOUNTED);
    await page.keyboard.press('ArrowRight');
    expect(await focusedNote(page)).toBe('Done 0');
    await page.keyboard.press('ArrowUp');
    expect(await focusedNote(page)).toBe('Done 1');
    await page.keyboard.press('ArrowLeft');
    expect(await focusedNote(page)).toBe(`Note ${PENDING - 2}`);

    await column(page, 'Pending')
      .locator('.cards')
      .evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    await cards(page, 'Pending')
      .filter({ hasText: /Note 0(?!\d)/ })
      .waitFor();
    expect(await cards(page, 'Pending').count()).toBeLessThanOrEqual(MAX_MOUNTED);

    // On a phone, the column scrolls with the page.
    await page.setViewportSize({ width: 390, height: 844 });
    await until(async () => {
      // The page may not be that high yet.
      await page.evaluate(() => window.scrollTo(0, 6000));
      return Number(await cards(page, 'Pending').nth(5).getAttribute('aria-posinset')) > 20;
    }, 'later cards');
    expect(await cards(page, 'Pending').count()).toBeLessThanOrEqual(MAX_MOUNTED);
  }));

test('a drag by the mouse renders nothing until the drop; a selected card takes the other selected ones along', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const { ws, site } = await seed();
    await open(`/inbox?site=${site.id}&view=board`);
    await signInByHand(dashboard, ws.owner.email);
    const pending = cards(page, 'Pending');
    for (const at of [0, 2]) await pending.nth(at).getByRole('checkbox').click();
    await page.getByText('2 selected').waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const mutated: string[] = [];
      Object.assign(window, { mutated });
      new MutationObserver((all) => {
        for (const { type, attributeName } of all) mutated.push(attributeName ?? type);
      }).observe(document.querySelector('.board') as Element, { childList: true, attributes: true, subtree: true });
    });
    const blocked = column(page, 'Blocked');
    await dragOver(page, pending.first(), blocked);
    await page.locator('[data-drop-target]').and(blocked).waitFor();
    const over = (await column(page, 'Duplicate').boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(over.x + 80, over.y + 150, { steps: 5 });
    await page.locator('[data-drop-target]').and(column(page, 'Duplicate')).waitFor();
    expect(await page.locator('[data-drop-target]').count()).toBe(1);
    expect(new Set(await page.evaluate(() => (window as unknown as { mutated: string[] }).mutated))).toEqual(
      new Set(['data-dragging', 'data-drop-target']),
    );
    const { x = 0, y = 0 } = (await blocked.boundingBox()) ?? {};
    await page.mouse.move(x + 80, y + 150, { steps: 3 });
    await page.mouse.up();
    await cards(page, 'Blocked').nth(1).waitFor();
    expect(await cards(page, 'Blocked').allInnerTexts()).toEqual([
      expect.stringContaining(`Note ${PENDING - 1}`),
      expect.stringContaining(`Note ${PENDING - 3}`),
    ]);
    expect(await page.locator('[data-drop-target], [data-dragging]').count()).toBe(0);
    await until(async () => (await focusedNote(page)) === `Note ${PENDING - 1}`, 'the focus on a dropped card');
    await page.getByRole('button', { name: 'Undo' }).click();
    await pending.filter({ hasText: `Note ${PENDING - 3}` }).waitFor();
    await cards(page, 'Blocked').first().waitFor({ state: 'detached' });
  }));

test('a selected card that someone else removes from the board is no longer selected', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Demo shop' });
    const notes = await seedAnnotations(ws.id, site.id, 3);
    await page.clock.install();
    await open(`/inbox?site=${site.id}&view=board`);
    await signInByHand(dashboard, ws.owner.email);
    await cards(page, 'Pending').nth(2).waitFor();
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('3 selected').waitFor();
    const body = { quarantined: true };
    await call('PATCH', `/api/widget/annotations/${notes[1]}`, { as: ws.owner, body });
    await page.clock.fastForward(10_000);
    await cards(page, 'Pending').nth(2).waitFor({ state: 'detached' });
    await page.getByText('2 selected').waitFor();
    // A reply from here walks this column.
    await page.keyboard.press('r');
    await page.getByText('2 of 2').waitFor();
  }));

test('a card that you move is shown while the page is scrolled; new notes wait, and their button doesn’t scroll the page', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Demo shop' });
    await seedAnnotations(ws.id, site.id, 2, (index) => ({ status: 'blocked', excerpt: `Blocked ${index}` }));
    await seedAnnotations(ws.id, site.id, 20);
    await page.clock.install();
    await open(`/inbox?site=${site.id}&view=board`);
    await signInByHand(dashboard, ws.owner.email);
    await cards(page, 'Pending').nth(3).waitFor();
    await page.setViewportSize({ width: 1440, height: 320 });
    const scroll = async () => {
      await page.evaluate(() => window.scrollTo(0, 100));
      await page.waitForFunction(() => window.scrollY === 100);
    };
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).waitFor();
    await scroll();
    await page.getByRole('menuitemradio', { name: 'Blocked' }).dispatchEvent('click');
    await cards(page, 'Blocked').filter({ hasText: 'Note 19' }).waitFor();
    expect(await page.getByRole('button', { name: /new note/ }).count()).toBe(0);

    await scroll();
    await ws.note(site, { body: 'The logo is blurred' });
    await page.clock.fastForward(10_000);
    const button = page.getByRole('button', { name: '1 new note' });
    await button.waitFor();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(0);
    // A click by the mouse would scroll to the button first.
    await button.dispatchEvent('click');
    await cards(page, 'Pending').filter({ hasText: 'The logo is blurred' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
  }));
