import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const COUNT = 1000;
/** Rows in a window of 900 pixels, and some beyond each edge. */
const MAX_MOUNTED = 30;

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let ids: string[];

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Demo shop' });
  ids = await seedAnnotations(ws.id, site.id, COUNT);
});

const noteOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const mounted = (page: Page) => page.locator('[data-note]').count();
const focusedNote = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-note]')?.querySelector('.excerpt')?.textContent);
const isInView = (page: Page) =>
  page.evaluate(() => {
    const { top = -1, bottom = -1 } = document.activeElement?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= innerHeight;
  });

test('of 1,000 notes in the list only those near the window are mounted, and each is reached by keys and by scrolling', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    // An order of the page reads all of them.
    await open(`/inbox?site=${site.id}&sort=updated`);
    await signInByHand(dashboard, ws.owner.email);
    await noteOf(page, `Note ${COUNT - 1}`).waitFor();
    const first = page.locator('[data-note]').first();
    await until(async () => (await first.getAttribute('aria-setsize')) === String(COUNT), 'all notes');
    expect(await first.getAttribute('aria-posinset')).toBe('1');
    expect(await mounted(page)).toBeLessThanOrEqual(MAX_MOUNTED);
    await lookAt(page, 'virtual-list');

    for (let at = 0; at < 60; at += 1) await page.keyboard.press('j');
    expect(await focusedNote(page)).toBe(`Note ${COUNT - 60}`);
    expect(await isInView(page)).toBe(true);
    expect(await mounted(page)).toBeLessThanOrEqual(MAX_MOUNTED);

    // The row with the focus stays, however far away.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.locator(`[data-note="${ids[0]}"]`).waitFor();
    expect(await focusedNote(page)).toBe(`Note ${COUNT - 60}`);
    await page.keyboard.press('j');
    expect(await focusedNote(page)).toBe(`Note ${COUNT - 61}`);
    expect(await isInView(page)).toBe(true);
    expect(await mounted(page)).toBeLessThanOrEqual(MAX_MOUNTED);

    // Back from a note, the list is where it was.
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Note ${COUNT - 61}` }).waitFor();
    await page.goBack();
    await noteOf(page, `Note ${COUNT - 61}`).waitFor();
    await until(async () => Math.abs((await page.evaluate(() => scrollY)) - before) < 5, 'the place before');
    await page.keyboard.press('j');
    expect(await focusedNote(page)).toBe(`Note ${COUNT - 61}`);

    // A range over rows that are no longer mounted.
    await page.evaluate(() => window.scrollTo(0, 0));
    await noteOf(page, `Note ${COUNT - 1}`)
      .getByRole('checkbox')
      .click();
    await page.evaluate(() => window.scrollTo(0, 20_000));
    const far = page.locator('[data-note]').nth(10);
    const positionOfFar = async () => Number(await far.getAttribute('aria-posinset'));
    await until(async () => (await positionOfFar()) > 100, 'the rows further down');
    const position = await positionOfFar();
    await far.getByRole('checkbox').click({ modifiers: ['Shift'] });
    await page.getByText(`${position} selected`).waitFor();
    await page.keyboard.press('Escape');

    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())), {
      mergePages: true,
    });
    expect(text.match(/Note \d+/g)?.length).toBe(COUNT);
    await until(async () => (await mounted(page)) <= MAX_MOUNTED, 'the list after printing');
  }));

test('a change by someone else reads that note, not the pages of the list', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    await page.clock.install();
    await open(`/inbox?site=${site.id}&sort=updated`);
    await signInByHand(dashboard, ws.owner.email);
    const first = page.locator('[data-note]').first();
    await until(async () => (await first.getAttribute('aria-setsize')) === String(COUNT), 'all notes');
    const answers: string[][] = [];
    let isReadingList = false;
    const isList = (url: string) => url.includes(`${site.id}/annotations?`);
    page.on('request', (request) => {
      if (isList(request.url())) isReadingList = true;
    });
    page.on('response', async (response) => {
      const isFeed = response.url().includes('/api/widget/changes');
      if (!isFeed && !isList(response.url())) return;
      const { items = [], next_cursor } = (await response.json().catch(() => ({}))) as {
        items?: { annotation_id: string }[];
        next_cursor?: string | null;
      };
      if (isFeed) answers.push(items.map(({ annotation_id }) => annotation_id));
      else if (next_cursor === null) isReadingList = false;
    });
    const nextAnswer = async () => {
      const before = answers.length;
      await page.clock.fastForward(10_000);
      await until(async () => answers.length > before, 'an answer of the feed');
    };
    const change = async (method: 'PATCH' | 'DELETE', id: string, body?: object) => {
      const before = answers.length;
      await call(method, `/api/widget/annotations/${id}`, { as: ws.owner, ...(body && { body }) });
      while (!answers.slice(before).flat().includes(id)) await nextAnswer();
    };
    const [oldest = '', , third = ''] = ids;
    // In the feed, all creations come before it.
    await change('PATCH', oldest, { summary: 'Changed before' });
    // The first answer after many changes reads the lists again, and the next request shows that it was taken.
    while (answers.slice(-3).flat().length > 0) await nextAnswer();
    await until(async () => !isReadingList, 'the list to be read');

    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/annotations(?!.*counts)/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    });
    await change('PATCH', third, { summary: 'Changed meanwhile' });
    await noteOf(page, 'Changed meanwhile').waitFor();
    expect(await first.getAttribute('data-note')).toBe(third);
    await change('DELETE', third);
    await noteOf(page, 'Changed meanwhile').waitFor({ state: 'detached' });
    expect(new Set(asked)).toEqual(new Set([`GET /api/widget/annotations/${third}`]));
  }));

/** Records each text of `selector`, and whether `other` was there with it. */
const follow = (page: Page, selector: string, other: string) =>
  page.evaluate(
    ([watched = '', beside = '']) => {
      const seen: [text: string, isBeside: boolean][] = [];
      Object.assign(window, { seen });
      const look = () => {
        const text = document.querySelector(watched)?.textContent?.trim() ?? '';
        if (seen.at(-1)?.[0] !== text) seen.push([text, document.querySelector(beside) !== null]);
      };
      look();
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    },
    [selector, other],
  );
const followed = (page: Page) => page.evaluate(() => (window as unknown as { seen: [string, boolean][] }).seen);

test('a filter is marked before its list renders, a note shows its head before the rest, and is restored where it was', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.reload();
    const newest = page.locator('[data-note]').first();
    await newest.waitFor();
    const id = await newest.getAttribute('data-note');
    await follow(page, '.filters .statuses [aria-current]', `[data-note="${id}"]`);
    const tabs = page.getByRole('navigation', { name: 'Status' });
    await tabs.getByRole('link', { name: 'Blocked' }).click();
    await newest.waitFor({ state: 'detached' });
    // The name of a tab changes once more when its number arrives.
    expect((await followed(page)).find(([tab]) => tab.startsWith('Blocked'))).toEqual([expect.any(String), true]);

    await tabs.getByRole('link', { name: /^Pending/ }).click();
    await newest.waitFor();
    await follow(page, 'h1', '.note-columns');
    await newest.getByRole('link').click();
    await page.locator('.note-columns').waitFor();
    expect((await followed(page)).at(-1)).toEqual([`Note ${COUNT - 1}`, false]);

    await page.setViewportSize({ width: 1440, height: 400 });
    await page.evaluate(() => window.scrollTo(0, 250));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sites' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
    await page.goBack();
    await page.locator('.note-columns').waitFor();
    await until(async () => Math.abs((await page.evaluate(() => scrollY)) - 250) < 5, 'the place before');
  }));
