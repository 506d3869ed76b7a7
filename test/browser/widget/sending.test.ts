import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPanel, pictureTaken, pinElement, refuseToStorePictures, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

/** Waits until the service has so many notes. */
const until = async (page: Page, holds: () => boolean): Promise<void> => {
  for (let i = 0; i < 200; i += 1) {
    if (holds()) return;
    await page.waitForTimeout(50);
  }
  throw new Error('it never came true');
};

/** As a browser does that blocks all site data. */
const blockStorage = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
  });
  await page.reload();
};

const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let size = 4_000_000; size; size = Math.floor(size / 2))
      try {
        for (let at = 0; ; at += 1) localStorage.setItem(`${size}-${at}`, 'x'.repeat(size));
      } catch {}
  });

const keysOf = () => it.service.sent().map(({ headers }) => headers['idempotency-key']);

test('a note that met an outage, an error and a rate limit arrives once, under one Idempotency-Key', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse(
      'annotations',
      null,
      { status: 503 },
      { status: 429, headers: { 'retry-after': '1' }, body: { detail: 'slow down', reason: 'rate_limited' } },
    );
    await pinElement(page, 'h1');
    await pictureTaken(page);
    expect(await writeAndSend(page, 'Kept')).toContain('Saved. We’ll send it');
    await until(page, () => it.service.notes.length === 1);
    expect(it.service.sent()).toHaveLength(4);
    expect(new Set(keysOf()).size).toBe(1);
    expect(new Set(it.service.sent().map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(it.service.uploads.size).toBe(2);
  }));

test('a pending note is sent after a reload with its screenshot and key', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('uploads', { status: 503 }, { status: 503 });
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await writeAndSend(page, 'Over the reload');
    await page.reload();
    await until(page, () => it.service.notes.length === 1);
    expect(it.service.sent()[0]?.body).toMatchObject({
      body: 'Over the reload',
      screenshot_key: expect.any(String),
      thumbnail_key: expect.any(String),
    });
  }));

test('a stored note that waits after a reload says nothing of keeping the page open', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', ...Array(9).fill({ status: 503 }));
    await openPanel(page);
    await writeAndSend(page, 'Kept');
    await page.reload();
    await openPanel(page);
    await page.locator('.tabs button', { hasText: 'Your notes' }).click();
    const waiting = page.locator('.wait article');
    await waiting.waitFor();
    expect(await waiting.textContent()).toContain('Kept');
    expect(await waiting.textContent()).not.toContain('eep this page open');
    it.service.refuse('annotations');
  }));

test('a refused note that was removed in another tab stays removed', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422 });
    await openPanel(page);
    await writeAndSend(page, 'Refused');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const stored = () =>
      page.evaluate(() => localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith(':outbox')) ?? ''));
    await until(page, () => it.service.sent().length === 2);
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('refused'));
    await page.reload();
    await page.locator('sidenote-widget .go').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await openPanel(other);
    await other.locator('.tabs button', { hasText: 'Your notes' }).click();
    await other.getByRole('button', { name: 'Delete' }).click();
    await other.locator('.wait article').waitFor({ state: 'detached' });
    expect(await stored()).toBeFalsy();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect(await stored()).toBeFalsy();
  }));

test('a tab shows its waiting note as refused once another tab has sent it', () =>
  it.on('tailwind', async ({ page }) => {
    const later = { status: 503, headers: { 'retry-after': '8' } };
    it.service.refuse('annotations', later, { status: 422, body: { detail: 'Too long.' } });
    await openPanel(page);
    expect(await writeAndSend(page, 'Waiting')).toContain('Saved.');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('sidenote-widget .go').waitFor();
    await other.evaluate(() => {
      const [name = ''] = Object.keys(localStorage).filter((key) => key.endsWith(':outbox'));
      localStorage[name] = localStorage[name].replace(/"after":\d+/g, '"after":0');
      dispatchEvent(new Event('online'));
    });
    await until(page, () => it.service.sent().length === 2);
    await page.locator('.wait article', { hasText: 'Too long.' }).waitFor();
    expect(await page.locator('.done').count()).toBe(0);
  }));

test('a saved note that is refused later is shown to its author, also after a reload', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422, body: { detail: 'Too long.' } });
    await openPanel(page);
    expect(await writeAndSend(page, 'Refused later')).toContain('Saved.');
    const refused = page.locator('.wait article', { hasText: 'Too long.' });
    await refused.waitFor();
    await page.reload();
    const badge = page.locator('sidenote-widget .go[data-news]');
    await badge.waitFor();
    expect(await badge.getAttribute('aria-label')).toBe('Feedback: Couldn’t be sent');
    await badge.click();
    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Refused later');
    expect(await badge.count()).toBe(0);
  }));

test('a note that is sent while another one is refused is confirmed', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422 });
    await openPanel(page);
    await writeAndSend(page, 'Refused');
    await page.locator('.wait article', { hasText: 'Refused' }).waitFor();
    await page.getByRole('button', { name: 'Leave a note' }).click();
    expect(await writeAndSend(page, 'Sent')).toBe('Sent. Thank you!');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect(await page.locator('.done strong').textContent()).toBe('Sent. Thank you!');
  }));

test('a note whose uploaded screenshot has expired uploads it again', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422 });
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await writeAndSend(page, 'After a long wait');
    await until(page, () => it.service.notes.length === 1);
    const [first, , last] = it.service.sent().map(({ body }) => body.screenshot_key);
    expect(it.service.uploads.size).toBe(4);
    expect(last).not.toBe(first);
  }));

test('a note written offline is sent once the connection is back', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.locator('.composer > textarea').fill('From the train');
    await page.context().setOffline(true);
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Saved. We’ll send it' }).waitFor();
    expect(it.service.notes).toHaveLength(0);
    await page.context().setOffline(false);
    await until(page, () => it.service.notes.length === 1);
  }));

test('if the browser blocks site data, a note that can’t be sent yet asks to keep the page open, and says once it is sent', () =>
  it.on('tailwind', async ({ page, complaints }) => {
    await blockStorage(page);
    await openPanel(page);
    await page.locator('.composer > textarea').fill('From the train');
    await page.context().setOffline(true);
    await page.locator('.panel .main').click();
    const say = page.locator('.done strong:not(:empty)');
    await say.waitFor();
    expect(await say.textContent()).toContain('Keep this page open');
    await page.context().setOffline(false);
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    expect(it.service.notes).toHaveLength(1);
    expect(complaints).toEqual([]);
  }));

test('a note that the full storage refuses stays in the tab’s draft until it is sent, and Your notes says so', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await fillStorage(page);
    it.service.refuse('annotations', { status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    expect(await writeAndSend(page, 'Not lost')).toContain('Keep this page open');
    await page.getByRole('button', { name: 'View your note' }).click();
    await page.locator('.notes .wait', { hasText: 'Keep this page open' }).waitFor();
    await page.reload();
    await openPanel(page);
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Not lost');
    it.service.refuse('annotations', { status: 503 });
    expect(await writeAndSend(page, 'Not lost')).toContain('Keep this page open');
    await until(page, () => it.service.notes.length === 1);
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    await page.reload();
    await openPanel(page);
    expect(await page.locator('.composer > textarea').inputValue()).toBe('');
  }));

test('a screenshot attached before writing stays attached and is sent with the note', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.getByLabel('Attach a screenshot').check();
    // Typing starts while the picture is still being taken, and goes on after it.
    await page.locator('.composer > textarea').pressSequentially('Dark');
    await pictureTaken(page);
    await page.locator('.composer > textarea').fill('');
    await page.locator('.composer > textarea').pressSequentially('Too dark');
    expect(await page.locator('.panel .row img').isVisible()).toBe(true);
    expect(await writeAndSend(page, 'Too dark here')).toBe('Sent. Thank you!');
    expect(it.service.sent()[0]?.body).toMatchObject({
      screenshot_key: expect.any(String),
      thumbnail_key: expect.any(String),
      context: { anchor: { kind: 'page' } },
    });
    expect(it.service.uploads.size).toBe(2);
  }));

test('the widget says if a screenshot is too large to store and, after a reload, that it is lost', () =>
  it.on('tailwind', async ({ page }) => {
    await refuseToStorePictures(page);
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await page.locator('.panel small', { hasText: 'too large to save' }).waitFor();
    await page.locator('.composer > textarea').fill('Before the reload');
    await page.reload();
    await openPanel(page);
    await page.locator('.panel small', { hasText: 'wasn’t saved' }).waitFor();
    const box = page.getByLabel('Attach a screenshot');
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await pictureTaken(page);
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    expect(it.service.sent()[0]?.body).toMatchObject({
      body: 'Before the reload',
      screenshot_key: expect.any(String),
      context: { anchor: { kind: 'element' } },
    });
  }));

test('an unreachable storage loses the screenshot but never the text', () =>
  it.on('tailwind', async ({ page }) => {
    await page.route(`${it.service.bucket}/**`, (route) => route.abort());
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await writeAndSend(page, 'Words first');
    await until(page, () => it.service.notes.length === 1);
    expect(it.service.sent().at(-1)?.body).not.toHaveProperty('screenshot_key');
  }));

test('a storage that denies access loses the screenshot but never the text', () =>
  it.on('tailwind', async ({ page }) => {
    await page.route(`${it.service.bucket}/**`, (route) =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } }),
    );
    await pinElement(page, 'h1');
    await pictureTaken(page);
    expect(await writeAndSend(page, 'Words first')).toBe('Sent. Thank you!');
    expect(it.service.sent().map(({ body }) => body.body)).toEqual(['Words first']);
    expect(it.service.sent()[0]?.body).not.toHaveProperty('screenshot_key');
  }));

test('a refused note comes back into the draft with the reason', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 422, body: { detail: [{ msg: 'Must be an e-mail address.' }] } });
    await openPanel(page);
    expect(await writeAndSend(page, 'Do not lose me')).toBe('Must be an e-mail address.');
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Do not lose me');
    await page.reload();
    await openPanel(page);
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Do not lose me');
  }));

test('a browser that refuses locks, as one that blocks site data does, sends a note all the same', () =>
  it.on('tailwind', async ({ page, complaints }) => {
    await page.evaluate(() => {
      navigator.locks.request = () => Promise.reject(new DOMException('Access denied', 'SecurityError'));
    });
    await openPanel(page);
    expect(await writeAndSend(page, 'Without locks')).toBe('Sent. Thank you!');
    expect(it.service.notes).toHaveLength(1);
    expect(complaints).toEqual([]);
  }));

test('two tabs send a stored note only once', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', null);
    await openPanel(page);
    await writeAndSend(page, 'Only once');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await until(page, () => it.service.notes.length === 1);
    await page.reload();
    await page.locator('sidenote-widget .go').waitFor();
    expect(it.service.notes).toHaveLength(1);
    expect(new Set(keysOf()).size).toBe(1);
  }));

test('before first use the widget only reports itself, once a day, without a preflight or a credential', () =>
  it.on('tailwind?campaign=secret', async ({ page }) => {
    await until(page, () => it.service.calls.length > 0);
    await page.reload();
    await page.locator('sidenote-widget .go').waitFor();
    expect(it.service.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST seen']);
    const [report] = it.service.calls;
    expect(report?.body).toEqual({ url: `${it.site.origin}/tailwind`, version: expect.any(String) });
    expect(report?.headers.authorization).toBeUndefined();
    expect(report?.headers['content-type']).toMatch(/^text\/plain/);
    expect(
      await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /core|capture/.test(name)).length,
      ),
    ).toBe(0);
  }));

test('the preview shows exactly the request', () =>
  it.on('tailwind', async ({ page }) => {
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await page.locator('.composer > textarea').fill('As shown');
    await page.locator('.kind', { hasText: 'Idea' }).click();
    await page.locator('summary', { hasText: 'Get a reply' }).click();
    await page.locator('.panel input[type=email]').fill('ada@example.org');
    await page.locator('summary', { hasText: 'See what we’ll send' }).click();
    await page.getByText('Words typed into the page’s forms aren’t sent.').waitFor();
    await page.locator('.composer dl img').waitFor();
    expect(await page.locator('.composer dl').textContent()).toMatch(/Your noteAs shownKindIdea.*ada@example\.org/);
    await page.locator('summary', { hasText: 'Technical details' }).click();
    const raw = page.locator('.composer pre', { hasText: 'anchor' });
    const shown = JSON.parse((await raw.textContent()) ?? '');
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    const { screenshot_key, thumbnail_key, ...sent } = it.service.sent()[0]?.body ?? {};
    const { screenshot, thumbnail, ...rest } = shown;
    expect(rest).toEqual(sent);
    expect(sent).toMatchObject({ kind: 'idea', email: 'ada@example.org' });
  }));

test('a stakeholder link identifies its owner, is removed from the address bar and controls the auto-fix toggle', async () => {
  it.service.settings.stakeholder = { name: 'Ada', auto_fix_default: 'optional_on' };
  it.service.settings.stakeholder_status = 'valid';
  await it.on('spa?tab=1&sidenote=sh_secret#top', async ({ page }) => {
    expect(page.url()).toBe(`${it.site.origin}/spa?tab=1#top`);
    await openPanel(page);
    expect(await page.locator('.composer').textContent()).toContain('You’re writing as Ada.');
    expect(await page.locator('.panel input[type=email]').count()).toBe(0);
    expect(await page.getByLabel('Let an agent fix this').isChecked()).toBe(true);
    await writeAndSend(page, 'By link');
    expect(it.service.sent()[0]?.headers['x-sidenote-stakeholder']).toBe('sh_secret');
    expect(it.service.sent()[0]?.body.auto_fix).toBe(true);

    it.service.settings.stakeholder = { name: 'Ada', auto_fix_default: 'never' };
    await page.reload();
    await openPanel(page);
    expect(await page.getByLabel('Let an agent fix this').count()).toBe(0);
    await writeAndSend(page, 'Still by link');
    expect(it.service.sent()[1]?.headers['x-sidenote-stakeholder']).toBe('sh_secret');
    expect(it.service.sent()[1]?.body).not.toHaveProperty('auto_fix');
  });
  it.service.settings.stakeholder = null;
  it.service.settings.stakeholder_status = 'none';
});

test.each([
  ['that blocks site data', blockStorage],
  ['whose storage is full', fillStorage],
])(
  'a browser %s uses a personal link, its notes, and who the page identifies, until the page is left',
  async (_, refuseToStore) => {
    it.service.settings.stakeholder = { name: 'Ada', auto_fix_default: 'never' };
    it.service.settings.stakeholder_status = 'valid';
    await it.on('tailwind', async ({ page }) => {
      await refuseToStore(page);
      await page.goto(`${it.site.origin}/tailwind?sidenote=sh_secret`);
      await openPanel(page);
      await page.getByText('You’re writing as Ada.').waitFor();
      expect(await writeAndSend(page, 'By link')).toBe('Sent. Thank you!');
      expect(it.service.sent()[0]?.headers['x-sidenote-stakeholder']).toBe('sh_secret');
      await page.getByRole('button', { name: 'View your note' }).click();
      await page.locator('.notes article p', { hasText: 'By link' }).waitFor();
      expect(it.service.calls.findLast(({ path }) => path === 'notes')?.headers['x-sidenote-notes']).toBe('secret-1');
      await page.evaluate(() => window.Sidenote?.identify('sh_mine'));
      expect(it.service.calls.findLast(({ path }) => path === 'settings')?.headers['x-sidenote-stakeholder']).toBe(
        'sh_mine',
      );
    });
    it.service.settings.stakeholder = null;
    it.service.settings.stakeholder_status = 'none';
  },
);

test('after a revoked link the same note can be sent anonymously', () =>
  it.on('tailwind?sidenote=sh_old', async ({ page }) => {
    it.service.refuse('annotations', { status: 403, body: { detail: 'gone', reason: 'stakeholder_revoked' } });
    await pinElement(page, 'h1');
    await pictureTaken(page);
    expect(await writeAndSend(page, 'I mean it')).toContain('no longer valid');
    expect(await page.locator('.composer > textarea').inputValue()).toBe('I mean it');
    await page.getByRole('button', { name: 'Send anonymously' }).click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    const [, second] = it.service.sent();
    expect(second?.headers['x-sidenote-stakeholder']).toBeUndefined();
    expect(second?.body).toMatchObject({ body: 'I mean it', screenshot_key: expect.any(String) });
    expect(new Set(keysOf()).size).toBe(2);
    await page.getByRole('button', { name: 'Leave another note' }).click();
    expect(await page.locator('.composer > textarea').inputValue()).toBe('');
  }));

test('a waiting note that its link no longer covers is sent anonymously as it was, and the draft in progress stays', () =>
  it.on('tailwind?sidenote=sh_old', async ({ page }) => {
    it.service.settings.site.rating = 'stars';
    await page.reload();
    it.service.refuse('annotations', { status: 503 }, { status: 403, body: { reason: 'stakeholder_revoked' } });
    await openPanel(page);
    await page.locator('.stars label').nth(3).click();
    expect(await writeAndSend(page, 'From the queue')).toContain('Saved.');
    await page.getByRole('button', { name: 'Leave another note' }).click();
    await page.locator('.composer > textarea').fill('Not yet finished');
    await until(page, () => it.service.sent().length === 2);
    await page.getByRole('button', { name: 'Your notes' }).click();
    await page.getByRole('button', { name: 'Send anonymously' }).dblclick();
    await page.locator('.notes .list article', { hasText: 'From the queue' }).waitFor();
    expect(it.service.notes).toHaveLength(1);
    const last = it.service.sent().at(-1);
    expect(last?.headers['x-sidenote-stakeholder']).toBeUndefined();
    expect(last?.body).toMatchObject({ body: 'From the queue', rating: 4 });
    await page.getByRole('button', { name: 'Leave a note' }).click();
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Not yet finished');
    it.service.settings.site.rating = 'none';
  }));

test('a saved note that is sent later is confirmed, though an older one was refused', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', { status: 503 }, { status: 422 }, { status: 503 });
    await openPanel(page);
    await writeAndSend(page, 'Refused');
    await page.locator('.wait article', { hasText: 'Refused' }).waitFor();
    await page.getByRole('button', { name: 'Leave a note' }).click();
    expect(await writeAndSend(page, 'Later')).toContain('Saved.');
    await page.locator('.done strong', { hasText: 'Sent. Thank you!' }).waitFor();
  }));

test('a waiting note is sent by the link it was written with', () =>
  it.on('tailwind?sidenote=sh_ada', async ({ page }) => {
    const later = { status: 503, headers: { 'retry-after': '600' } };
    it.service.refuse('uploads', later, later);
    await pinElement(page, 'h1');
    await pictureTaken(page);
    expect(await writeAndSend(page, 'By Ada')).toContain('Saved.');
    await page.goto(`${it.site.origin}/tailwind?sidenote=sh_ben`);
    await openPanel(page);
    it.service.calls.length = 0;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await until(page, () => it.service.notes.length === 1);
    const posted = it.service.calls.filter(({ path }) => /^(uploads|annotations)$/.test(path));
    expect(posted.map(({ headers }) => headers['x-sidenote-stakeholder'])).toEqual(Array(3).fill('sh_ada'));
    await writeAndSend(page, 'By Ben');
    expect(it.service.sent().at(-1)?.headers['x-sidenote-stakeholder']).toBe('sh_ben');
  }));

test('a refused note that was finished on another page is neither listed nor sent again', () =>
  it.on('tailwind?sidenote=sh_old', async ({ page }) => {
    const revoked = { status: 403, body: { reason: 'stakeholder_revoked' } };
    const refuse = async (text: string) => {
      it.service.refuse('annotations', { status: 503 }, revoked);
      expect(await writeAndSend(page, text)).toContain('Saved.');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.waitForFunction(() => JSON.stringify(localStorage).includes('stakeholder_revoked'));
    };
    const finishElsewhere = () =>
      page.evaluate(() => {
        for (const name of Object.keys(localStorage)) if (name.endsWith(':outbox')) localStorage[name] = '';
      });
    const waiting = page.locator('.wait article');
    await openPanel(page);
    await refuse('First');
    await page.getByRole('button', { name: 'Your notes' }).click();
    await waiting.waitFor();
    await finishElsewhere();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.locator('.notes .list p').waitFor();
    expect(await waiting.count()).toBe(0);

    await page.getByRole('button', { name: 'Leave a note' }).click();
    for (const button of ['Edit', 'Send anonymously']) {
      await refuse(button);
      await page.getByRole('button', { name: 'Your notes' }).click();
      await finishElsewhere();
      await waiting.getByRole('button', { name: button }).click();
      await waiting.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Leave a note' }).click();
      expect(await page.locator('.composer > textarea').inputValue()).toBe('');
    }
    expect(it.service.notes).toEqual([]);
    expect(it.service.sent()).toHaveLength(6);
  }));

test('a refused note keeps its rating and answers, and required ones are asked for before it is sent anonymously', async () => {
  const { site } = it.service.settings;
  Object.assign(site, {
    rating: 'stars',
    questions: [{ id: 'team', label: 'Which team?', kind: 'text', options: [], required: true }],
  });
  await it.on('tailwind?sidenote=sh_old', async ({ page }) => {
    it.service.refuse('annotations', { status: 403, body: { reason: 'stakeholder_revoked' } });
    await openPanel(page);
    await page.locator('.stars label').nth(1).click();
    await page.getByLabel('Which team?').fill('Sales');
    expect(await writeAndSend(page, 'Too slow')).toContain('no longer valid');
    expect(await page.getByLabel('Which team?').inputValue()).toBe('Sales');
    await page.getByLabel('Which team?').fill('');
    await page.getByRole('button', { name: 'Send anonymously' }).click();
    await page.locator('input:invalid:focus').waitFor();
    expect(it.service.sent()).toHaveLength(1);
    await page.getByLabel('Which team?').fill('Support');
    await page.locator('.panel .main').click();
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    const answers = [{ question_id: 'team', answer: 'Support' }];
    expect(it.service.sent()[1]?.body).toMatchObject({ body: 'Too slow', rating: 2, answers });
  });
  Object.assign(site, { rating: 'none', questions: [] });
});

test('a personal link with characters that no header takes is sent as an unknown one, and ends no other call', async () => {
  it.service.settings.stakeholder_status = 'revoked';
  await it.on('tailwind?sidenote=svsk_abc%E3%80%82', async ({ page, complaints }) => {
    await openPanel(page);
    await page.locator('.say', { hasText: 'no longer valid' }).waitFor();
    const { headers } = it.service.calls.find(({ path }) => path === 'settings') ?? {};
    expect(headers?.['x-sidenote-stakeholder']).toBe('svsk_abc%E3%80%82');
    expect(complaints).toEqual([]);
  });
  it.service.settings.stakeholder_status = 'none';
});

test('a page that the browser brings back shows the draft of the page after it, and offers no sent note again', () =>
  it.on('tailwind', async ({ page }) => {
    const leaveAndReturn = (change: (draft: Record<string, unknown>) => Record<string, unknown>) =>
      page.evaluate(
        ([text]) => {
          const change = new Function('draft', `return (${text})(draft)`);
          const name = Object.keys(sessionStorage).find((key) => key.endsWith(':draft')) ?? '';
          sessionStorage[name] = JSON.stringify(change(JSON.parse(sessionStorage[name])));
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        },
        [String(change)],
      );
    const field = page.locator('.composer > textarea');
    await pinElement(page, 'h1');
    await field.fill('Old');
    await leaveAndReturn((draft) => ({ ...draft, body: 'Newer' }));
    expect(await field.inputValue()).toBe('Newer');
    await leaveAndReturn(() => ({ body: '', name: '', email: '', wantPicture: false, replies: {} }));
    expect(await field.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go').click();
    await page.locator('.bar').waitFor();
  }));

test('answers to questions that the site no longer asks stay unsent', async () => {
  const { site } = it.service.settings;
  const asked = (id: string) => ({ id, label: `About ${id}?`, kind: 'text', options: [], required: false });
  site.questions = [asked('old'), asked('kept')];
  await it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.getByLabel('About old?').fill('Gone');
    await page.getByLabel('About kept?').fill('Sales');
    site.questions = [asked('kept'), asked('new')];
    await page.reload();
    await openPanel(page);
    await page.getByLabel('About new?').waitFor();
    await writeAndSend(page, 'With answers');
    expect(it.service.sent()[0]?.body.answers).toEqual([{ question_id: 'kept', answer: 'Sales' }]);
  });
  site.questions = [];
});

const FULL = { status: 409, body: { detail: 'The thread of this note is full.', code: 'note_full' } };
const noted = (id: string) => ({
  id,
  status: 'resolved',
  kind: 'bug',
  body: `All about ${id}`,
  summary: '',
  page_url: it.site.origin,
  created_at: String(Date.now()),
  confirmation: null,
  replies: [],
  resolutions: [],
});

test('a reply that a full note refuses isn’t sent again, and returns before the one that was begun since', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.notes.push(noted('full'));
    it.service.refuse('notes/full/replies', FULL, FULL);
    it.service.refuse('notes/full/confirmation', FULL);
    await openPanel(page);
    await page.getByRole('button', { name: 'Your notes' }).click();
    const field = page.locator('.notes .list textarea');
    await field.fill('One more');
    await field.press('Tab');
    await page.getByRole('button', { name: 'Reply' }).click();
    const refused = page.locator('.wait article', { hasText: 'One more' });
    await refused.getByText('The thread of this note is full.').waitFor();
    await field.fill('Begun since');
    await page.getByRole('button', { name: 'Not yet' }).click();
    await page.locator('.notes .list .say', { hasText: 'The thread of this note is full.' }).waitFor();
    await refused.getByRole('button', { name: 'Edit' }).click();
    expect(await field.inputValue()).toBe('One more\n\nBegun since');
    expect(await refused.count()).toBe(0);
    await field.and(page.locator(':focus')).waitFor();
  }));

test('a refused reply to a note that was deleted keeps its words', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.notes.push(noted('deleted'), noted('other'));
    await openPanel(page);
    await page.getByRole('button', { name: 'Your notes' }).click();
    await page.locator('.list article', { hasText: 'deleted' }).locator('textarea').fill('Too late');
    it.service.notes.shift();
    await page.locator('.list article', { hasText: 'deleted' }).getByRole('button', { name: 'Reply' }).click();
    const refused = page.locator('.wait article', { hasText: 'Too late' });
    await refused.getByRole('button', { name: 'Delete' }).waitFor();
    await page.getByRole('button', { name: 'Leave a note' }).click();
    await page.getByRole('button', { name: 'Your notes' }).click();
    await page.locator('.list article', { hasText: 'other' }).waitFor();
    expect(await refused.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect(await refused.textContent()).toContain('Too late');
    await refused.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('button', { name: /notes on this page/i })
      .and(page.locator(':focus'))
      .waitFor();
  }));

test('a draft that one tab has sent is gone from the others, which keep what was written in them', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.getByLabel('Your note').fill('From the first tab');
    const tabs = [await page.context().newPage(), await page.context().newPage()];
    const [untouched, written] = tabs as [Page, Page];
    for (const tab of tabs) {
      await tab.goto(page.url());
      await tab.locator('sidenote-widget .go').click();
      await tab.getByLabel('Your note').waitFor();
      expect(await tab.getByLabel('Your note').inputValue()).toBe('From the first tab');
    }
    await written.getByLabel('Your note').fill('From another tab');
    for (const tab of tabs) await tab.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.done').waitFor();
    await untouched.locator('sidenote-widget .go').click();
    await untouched.getByRole('button', { name: 'Whole page' }).click();
    expect(await untouched.getByLabel('Your note').inputValue()).toBe('');
    await written.locator('sidenote-widget .go').click();
    expect(await written.getByLabel('Your note').inputValue()).toBe('From another tab');
  }));

test('a note that another tab has stored and sent since isn’t sent again by this one', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.refuse('annotations', ...Array(9).fill({ status: 503, headers: { 'retry-after': '600' } }));
    const other = await page.context().newPage();
    await other.goto(page.url());
    await openPanel(page);
    await openPanel(other);
    await writeAndSend(other, 'Only once');
    // This tab reads the other's note, which leaves the storage once the other tab has sent it.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForTimeout(500);
    const before = it.service.sent().length;
    await other.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.endsWith(':outbox')) localStorage[name] = '';
    });
    await other.close();
    it.service.refuse('annotations');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForTimeout(1000);
    expect(it.service.sent()).toHaveLength(before);
  }));
