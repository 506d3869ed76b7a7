import { expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { openPanel } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const HOUR = 3_600_000;
const CORS = { 'access-control-allow-origin': '*' };
const ENDED = { status: 403, headers: CORS, json: { detail: 'over', reason: 'page_access_ended' } };
const FAILED = { status: 503, headers: CORS, json: { detail: 'down' } };

const pinOf = (id: string) => ({
  id,
  status: 'pending',
  kind: 'bug',
  excerpt: `About ${id}`,
  author_name: `Author of ${id}`,
  created_at: String(Date.now()),
  anchor: { kind: 'page' },
});
const threadOf = (id: string) => ({
  ...pinOf(id),
  body: `All about ${id}`,
  summary: '',
  may_edit: true,
  replies: [],
  resolutions: [],
});

type Answer = (route: Route) => Promise<void>;
const answer =
  (json: object): Answer =>
  (route) =>
    route.fulfill({ headers: CORS, json });
const listOf = (...ids: string[]): Answer => answer({ pins: ids.map(pinOf), is_complete: true });

/** Signs a member in, with another token each time, and opens the page's notes. */
const openTeam = async (page: Page, answers: { pins: Answer; thread?: Answer }) => {
  let signIns = 0;
  await page.context().route(`${it.service.base}/api/widget/team-mode`, (route) => {
    const given = { sidenote_token: `svpg_${signIns}`, expires_at: Date.now() + HOUR };
    signIns += 1;
    return route.fulfill({
      contentType: 'text/html',
      body: `<script>opener.postMessage(${JSON.stringify(given)}, '*'); close();</script>`,
    });
  });
  await page.route(`${it.service.base}/api/widget/pins**`, (route) => answers.pins(route));
  await page.route(`${it.service.base}/api/widget/pins/**`, (route) => (answers.thread ?? answers.pins)(route));
  await openPanel(page);
  await page.locator('.tabs button', { hasText: 'Your notes' }).click();
  await page.getByRole('button', { name: /notes on this page/i }).click();
};
const count = (page: Page) => page.locator('.team .noted .quiet');
const title = (page: Page) => page.locator('.team .panel strong').first();

test('a thread that fails to load late leaves the open thread and its reply alone', () =>
  it.on('tailwind', async ({ page }) => {
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await openTeam(page, {
      pins: listOf('first', 'second'),
      async thread(route) {
        if (route.request().url().endsWith('second')) return answer(threadOf('second'))(route);
        await late;
        await route.fulfill(FAILED);
      },
    });
    await count(page).click();
    await page.locator('.team .entry', { hasText: 'first' }).click();
    await count(page).click();
    await count(page).click();
    await page.locator('.team .entry', { hasText: 'second' }).click();
    await page.locator('.team textarea').fill('My reply');
    const response = page.waitForResponse(/pins\/first/);
    release();
    await response;
    await page.waitForTimeout(200);
    expect(await page.locator('.team textarea').inputValue()).toBe('My reply');
    expect(await title(page).textContent()).toBe('Author of second');
  }));

test('a list that fails to reload leaves the open thread and its reply alone', () =>
  it.on('tailwind', async ({ page }) => {
    let isDown = false;
    await openTeam(page, {
      pins: (route) => (isDown ? route.fulfill(FAILED) : listOf('first')(route)),
      thread: answer(threadOf('first')),
    });
    await count(page).click();
    await page.locator('.team .entry').click();
    await page.locator('.team textarea').fill('My reply');
    isDown = true;
    const response = page.waitForResponse(/pins\?/);
    await page.evaluate(() => history.pushState(null, '', '/tailwind/next'));
    await response;
    await page.waitForTimeout(200);
    expect(await page.locator('.team textarea').inputValue()).toBe('My reply');
  }));

test('an open list follows the route, and takes the focus only if it had it', () =>
  it.on('tailwind', async ({ page }) => {
    const hasFocus = () =>
      page.evaluate(() => document.querySelector('sidenote-widget')?.shadowRoot?.activeElement?.matches('.team .x'));
    await openTeam(page, {
      pins: (route) => (/next/.test(route.request().url()) ? listOf('third') : listOf('first', 'second'))(route),
    });
    await count(page).click();
    await page.locator('.team .entry', { hasText: 'About first' }).waitFor();
    expect(await hasFocus()).toBe(true);
    await page.evaluate(() => history.pushState(null, '', '/tailwind/next'));
    await page.locator('.team .entry', { hasText: 'About third' }).waitFor();
    expect(await page.locator('.team .entry').count()).toBe(1);
    expect(await hasFocus()).toBe(true);
    await page.locator('h1').click();
    await page.evaluate(() => history.pushState(null, '', '/tailwind'));
    await page.locator('.team .entry', { hasText: 'About first' }).waitFor();
    expect(await hasFocus()).toBeFalsy();
  }));

test('on a page with more elements than are read, a note on one of the last ones has its pin', () =>
  it.on('large', async ({ page }) => {
    const selector = '#ledger tr:nth-child(1000) > td:nth-child(4)';
    const anchor = {
      kind: 'element',
      selector,
      tag: 'td',
      text: '999.3',
      xpath: '/html/body/table/tbody/tr[1000]/td[4]',
    };
    await openTeam(page, { pins: answer({ pins: [{ ...pinOf('last'), anchor }], is_complete: true }) });
    await count(page).click();
    await page.locator('.team .entry').waitFor();
    expect(await page.locator('.team .panel').textContent()).not.toContain('No longer found');
    await page.locator(selector).scrollIntoViewIfNeeded();
    await page.locator('.team .pinned').waitFor();
  }));

test('replies without a name show who wrote them, and a new status shows the summary that the note has then', () =>
  it.on('tailwind', async ({ page }) => {
    const replyOf = (author: string) => ({ author, author_name: '', body: `By ${author}`, created_at: '1' });
    const replies = ['stakeholder', 'agent'].map(replyOf);
    let now = { ...threadOf('first'), author_name: '', status: 'blocked', summary: 'Which browser?', replies };
    await openTeam(page, {
      pins: listOf('first'),
      thread: (route) => {
        if (route.request().method() === 'POST') now = { ...now, status: 'resolved', summary: '' };
        return answer(now)(route);
      },
    });
    await count(page).click();
    await page.locator('.team .entry').click();
    const question = page.locator('.team').getByText('Which browser?');
    await question.waitFor();
    const names = await page.locator('.team blockquote small').allTextContents();
    expect(names.map((name) => name.split(' · ')[0])).toEqual(['Visitor', it.service.settings.site.name]);
    await page.locator('.team textarea').fill('My reply');
    await page.getByLabel('Status').selectOption('resolved');
    await question.waitFor({ state: 'hidden' });
    expect(await page.locator('.team textarea').inputValue()).toBe('My reply');
  }));

test('pins of an element that the page replaced are looked up again one at a time, and a failure stays quiet', () =>
  it.on('tailwind', async ({ page }) => {
    await page.clock.install();
    let asked = 0;
    let isDown = false;
    const anchor = { kind: 'element', selector: 'h1', tag: 'h1', text: (await page.locator('h1').textContent()) ?? '' };
    await openTeam(page, {
      pins: (route) => {
        asked += 1;
        return isDown
          ? route.fulfill(FAILED)
          : answer({ pins: [{ ...pinOf('first'), anchor }], is_complete: true })(route);
      },
    });
    await page.locator('.team .pinned:visible').waitFor();
    expect(asked).toBe(1);
    isDown = true;
    await page.evaluate(() => {
      const heading = document.querySelector('h1')!;
      heading.replaceWith(heading.cloneNode(true));
    });
    await page.clock.runFor(25_000);
    expect(asked).toBe(2);
    expect(await page.locator('.team .panel').isVisible()).toBe(false);
    isDown = false;
    await page.clock.runFor(10_000);
    await page.locator('.team .pinned:visible').waitFor();
    expect(asked).toBe(3);
  }));

test('elements that the page renders late get their pins, when the list or their entry is opened or soon after it loads', () =>
  it.on('tailwind', async ({ page }) => {
    let asked = 0;
    // Unlike each other: a note is found again at an element that is much like its own.
    const elements = { soon: ['h2', 'Prices'], listed: ['address', 'Main Street 5'], clicked: ['code', 'npm start'] };
    const pins = Object.entries(elements).map(([id, [tag, text]]) => ({
      ...pinOf(id),
      anchor: { kind: 'element', selector: `#${id}`, tag, text },
    }));
    const render = (id: keyof typeof elements) =>
      page.evaluate(
        ([name = '', tag = '', textContent = '']) =>
          document.querySelector('h1')?.after(Object.assign(document.createElement(tag), { id: name, textContent })),
        [id, ...elements[id]],
      );
    await openTeam(page, {
      pins: (route) => {
        asked += 1;
        return answer({ pins, is_complete: true })(route);
      },
      thread: answer(threadOf('clicked')),
    });
    const pin = (id: string) => page.locator(`.team .pinned:visible[title="About ${id}"]`);
    await count(page).filter({ hasText: 'Open notes: 3' }).waitFor();
    await page.waitForFunction(() => window.__sidenote?.find);
    await render('soon');
    await pin('soon').waitFor();
    await render('listed');
    await count(page).click();
    await pin('listed').waitFor();
    const lost = page.locator('.team .body > div', { hasText: 'No longer found' });
    expect(await lost.locator('.entry').allTextContents()).toEqual(['1About clicked']);
    await render('clicked');
    await lost.locator('.entry').click();
    await pin('clicked').waitFor();
    expect(asked).toBe(1);
  }));

test('signing in again says if the window was blocked', () =>
  it.on('tailwind', async ({ page }) => {
    await openTeam(page, { pins: (route) => route.fulfill(ENDED) });
    const again = page.getByRole('button', { name: 'Sign in again' });
    await again.waitFor();
    await page.evaluate(() => {
      window.open = () => null;
    });
    await again.click();
    await page.locator('.team .say', { hasText: 'Allow pop-ups' }).waitFor();
  }));

test('the expiry of an earlier sign-in doesn’t end a later one', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate((long) => {
      const set = window.setTimeout;
      const expiries: (() => void)[] = [];
      Object.assign(window, {
        expiries,
        setTimeout: (work: () => void, ms: number) => (ms > long ? expiries.push(work) : set(work, ms)),
      });
    }, HOUR / 2);
    const expire = (at: number) =>
      page.evaluate((which) => (window as unknown as { expiries: (() => void)[] }).expiries[which]?.(), at);
    let isEnded = true;
    await openTeam(page, { pins: (route) => (isEnded ? route.fulfill(ENDED) : listOf('first')(route)) });
    const again = page.getByRole('button', { name: 'Sign in again' });
    await again.waitFor();
    isEnded = false;
    await again.click();
    await count(page).filter({ hasText: 'Open notes: 1' }).waitFor();
    await expire(0);
    expect(await count(page).textContent()).toBe('Open notes: 1');
    await expire(1);
    await title(page).filter({ hasText: 'Your access to these notes has ended.' }).waitFor();
  }));

test('when access ends, the page keeps the focus, and a reply that was begun is there after signing in again', () =>
  it.on('tailwind', async ({ page }) => {
    let isEnded = false;
    await openTeam(page, {
      pins: (route) => (isEnded ? route.fulfill(ENDED) : listOf('first')(route)),
      thread: answer(threadOf('first')),
    });
    const openFirst = async () => {
      await count(page).click();
      await page.locator('.team .entry').click();
      await page.locator('.team textarea').waitFor();
    };
    await openFirst();
    await page.locator('.team textarea').fill('Half a reply');
    await page.getByLabel(/Internal note/).check();
    await page.locator('#mail').focus();
    isEnded = true;
    await page.evaluate(() => history.pushState(null, '', '/tailwind/next'));
    await title(page).filter({ hasText: 'Your access to these notes has ended.' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('mail');
    isEnded = false;
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await count(page).filter({ hasText: 'Open notes: 1' }).waitFor();
    await openFirst();
    expect(await page.locator('.team textarea').inputValue()).toBe('Half a reply');
    expect(await page.getByLabel(/Internal note/).isChecked()).toBe(true);
  }));

test('the end of the hour leaves the focus on the page', () =>
  it.on('tailwind', async ({ page }) => {
    await page.clock.install();
    await openTeam(page, { pins: listOf('first') });
    await count(page).click();
    await page.locator('.team .entry').waitFor();
    await page.locator('#mail').focus();
    await page.clock.fastForward(HOUR);
    await title(page).filter({ hasText: 'Your access to these notes has ended.' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('mail');
    await page.locator('.team .x').click();
    expect(await page.locator('.team').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('sidenote-widget');
  }));

test('access lasts an hour on a computer whose clock is ahead', () =>
  it.on('tailwind', async ({ page }) => {
    await page.clock.install({ time: Date.now() + 2 * HOUR });
    await openTeam(page, { pins: listOf('first') });
    await count(page).click();
    await page.locator('.team .entry').waitFor();
    await page.clock.fastForward(HOUR - 60_000);
    expect(await page.getByText('Your access to these notes has ended.').count()).toBe(0);
    await page.clock.fastForward(60_000);
    await title(page).filter({ hasText: 'Your access to these notes has ended.' }).waitFor();
  }));

test('a reply survives Escape and another note, and it stays with what is typed while it is sent if that fails, also in a reopened thread', () =>
  it.on('tailwind', async ({ page }) => {
    const hold = () => {
      let release = (): void => {};
      const late = new Promise<void>((resolve) => {
        release = resolve;
      });
      return { late, release: () => release() };
    };
    let sending = hold();
    let isDown = false;
    await openTeam(page, {
      pins: listOf('first', 'second'),
      async thread(route) {
        const [, id = '', isReply] = /pins\/(\w+)(\/replies)?/.exec(route.request().url()) ?? [];
        if (isReply) await sending.late;
        return isReply && isDown ? route.fulfill(FAILED) : answer(threadOf(id))(route);
      },
    });
    const field = page.locator('.team textarea');
    const show = async (id: string) => {
      await count(page).click();
      await page.locator('.team .entry', { hasText: id }).click();
      await title(page)
        .filter({ hasText: `Author of ${id}` })
        .waitFor();
      await field.waitFor();
    };
    await show('first');
    await field.fill('One');
    await page.keyboard.press('Escape');
    await show('second');
    expect(await field.inputValue()).toBe('');
    await field.fill('Two');
    await page.getByRole('button', { name: 'All notes' }).click();
    await page.locator('.team .entry', { hasText: 'first' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('One');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await field.fill('More');
    sending.release();
    await page.locator('.team .main:enabled').waitFor();
    expect(await field.inputValue()).toBe('More');
    isDown = true;
    await send.click();
    await page.locator('.team .say', { hasText: 'down' }).waitFor();
    expect(await field.inputValue()).toBe('More');
    sending = hold();
    await send.click();
    await field.fill('And more');
    sending.release();
    await page.locator('.team .main:enabled').waitFor();
    expect(await field.inputValue()).toBe('More\n\nAnd more');
    sending = hold();
    await send.click();
    await field.press('Escape');
    await show('first');
    await field.fill('Later');
    sending.release();
    await page.locator('.team .say', { hasText: 'down' }).waitFor();
    expect(await field.inputValue()).toBe('More\n\nAnd more\n\nLater');
  }));
