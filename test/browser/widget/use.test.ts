import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { until } from '../../workers/until.ts';
import { pinElement, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

test('everything works by keyboard, and focus stays in the panel', () =>
  it.on('tailwind', async ({ page }) => {
    const focused = () =>
      page.evaluate(() => document.querySelector('sidenote-widget')?.shadowRoot?.activeElement?.textContent ?? '');
    await page.locator('sidenote-widget .go').focus();
    await page.keyboard.press('Enter');
    await page.locator('.panel').waitFor();
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('sidenote-widget');
    }
    await page.locator('.modes [data-mode=element]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.bar').waitFor();
    await until(async () => (await focused()) === 'Cancel', 'the focus on Cancel');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    const told = await page.locator('.bar [role=status]').textContent();
    await page.keyboard.press('Enter');
    await page.locator('.composer').waitFor();
    expect(await page.locator('.about').textContent()).toBe(told);
    await page.keyboard.type('By keys');
    await page.keyboard.press('Control+Enter');
    await page.locator('.done strong', { hasText: 'Sent' }).waitFor();
    expect(it.service.sent()[0]?.body).toMatchObject({ body: 'By keys', context: { anchor: { kind: 'element' } } });
  }));

test('an area is moved and picked by keyboard', () =>
  it.on('tailwind', async ({ page }) => {
    await page.locator('sidenote-widget .go').click();
    await page.locator('.modes [data-mode=region]').click();
    await page.locator('.bar').waitFor();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await page.locator('.composer').waitFor();
    await writeAndSend(page, 'This area');
    expect(it.service.sent()[0]?.body).toMatchObject({
      context: { anchor: { kind: 'region', box: { width: 256, height: 160 } } },
    });
  }));

test('text selected beforehand becomes the target, with its surrounding words', () =>
  it.on('rtl', async ({ page }) => {
    await page.evaluate(() => {
      const text = document.querySelector('.intro')?.firstChild;
      if (text) getSelection()?.setBaseAndExtent(text, 5, text, 15);
    });
    await page.locator('sidenote-widget .go').click();
    await page.locator('.composer').waitFor();
    await writeAndSend(page, 'These words');
    const context = it.service.sent()[0]?.body.context as {
      selection: { text: string; prefix: string; suffix: string };
      anchor: object;
    };
    expect(context.anchor).toMatchObject({ kind: 'text', tag: 'p' });
    const { prefix, text, suffix } = context.selection;
    expect(await page.locator('.intro').textContent()).toContain(text);
    expect(prefix.length).toBeGreaterThan(0);
    expect(suffix.length).toBeGreaterThan(0);
  }));

test('text is picked by selecting it with the mouse', () =>
  it.on('tailwind', async ({ page }) => {
    await page.locator('sidenote-widget .go').click();
    await page.locator('.modes [data-mode=text]').click();
    await page.locator('.bar').waitFor();
    const box = (await page.locator('main > p').boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.locator('.composer').waitFor();
    expect(await page.locator('.about').textContent()).toMatch(/^“Every plan/);
  }));

test('a sent note is confirmed with its pin, says where news will come, and leads to it or to another', () =>
  it.on('tailwind', async ({ page }) => {
    await pinElement(page, 'h1');
    await page.locator('summary', { hasText: 'Get a reply' }).click();
    await page.locator('.panel input[type=email]').fill('ada@example.org');
    expect(await writeAndSend(page, 'Too dark')).toBe('Sent. Thank you!');
    const done = page.locator('.done');
    await done.getByText('We’ll email ada@example.org when there’s news.').waitFor();
    expect(await page.locator('.mark').isVisible()).toBe(true);
    await done.getByRole('button', { name: 'View your note' }).and(page.locator(':focus')).waitFor();
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: join(folder, 'widget-sent.png') });
    await done.getByRole('button', { name: 'View your note' }).click();
    await page.locator('.notes').waitFor();
    await page.getByRole('button', { name: 'Leave a note' }).click();
    await page.locator('.composer > textarea').waitFor();
    expect(await page.locator('.mark').isVisible()).toBe(false);
  }));

test('submitters see their notes with status, replies and resolutions, and can reply', () =>
  it.on('tailwind', async ({ page }) => {
    await page.locator('sidenote-widget .go').click();
    await writeAndSend(page, 'Where is the price?');
    const at = String(Date.now());
    Object.assign(it.service.notes[0]!, {
      status: 'resolved',
      summary: 'It is back',
      replies: [{ id: 'r1', author: 'agent', author_name: 'Fixer', body: 'On it <b>now</b>', created_at: at }],
      resolutions: [
        {
          id: 's1',
          explanation: 'The price is there.',
          before_url: null,
          after_url: 'https://files.example.test/after',
          created_at: at,
        },
      ],
    });
    await page.getByRole('button', { name: 'Your notes' }).click();
    const card = page.locator('.notes article');
    await card.waitFor();
    for (const text of [
      'Fixed',
      'Where is the price?',
      'It is back',
      'Fixer',
      'On it <b>now</b>',
      'The price is there.',
    ])
      expect(await card.textContent()).toContain(text);
    expect(await card.locator('a').getAttribute('href')).toBe('https://files.example.test/after');
    expect(it.service.calls.at(-1)?.headers['x-sidenote-notes']).toBe('secret-1');
    await card.locator('textarea').fill('Thank you');
    await card.getByRole('button', { name: 'Reply' }).click();
    await page.locator('blockquote', { hasText: 'Thank you' }).waitFor();
    const reply = it.service.calls.find(({ path }) => path === 'notes/note-1/replies');
    expect(reply?.body.body).toBe('Thank you');
    expect(reply?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go').click();
    await page.locator('.composer').waitFor();
  }));

test('the pin is at the clicked point; the panel moves only to uncover more; hand-written IDs identify the element', () =>
  it.on('tailwind', async ({ page }) => {
    const put = (left: string) =>
      page.evaluate((at) => {
        const button = document.querySelector<HTMLElement>('#step-2') ?? document.createElement('button');
        button.id = 'step-2';
        const place = { position: 'fixed', zIndex: '9', left: at, right: '20px', bottom: '200px', height: '60px' };
        Object.assign(button.style, place);
        document.body.append(button);
      }, left);
    await put('20px');
    await pinElement(page, '#step-2');
    const [wide, pin] = await Promise.all([
      page.locator('#step-2').boundingBox(),
      page.locator('.mark i').boundingBox(),
    ]);
    expect(Math.abs(pin!.x - wide!.x - wide!.width / 2)).toBeLessThan(4);
    expect(await page.locator('.panel[data-flip]').count()).toBe(0);
    await put('calc(100% - 220px)');
    await pinElement(page, '#step-2');
    await page.locator('.panel[data-flip]').waitFor();
    await writeAndSend(page, 'This one');
    expect(it.service.sent()[0]?.body).toMatchObject({ context: { anchor: { selector: '#step-2' } } });
  }));

test('it is in German for German visitors, and a site can override its texts', async () => {
  await it.on(
    'demo',
    async ({ page }) => {
      await page.evaluate(() => {
        document.documentElement.lang = 'de';
        window.SidenoteStrings = { send: 'Ab die Post' };
        window.Sidenote?.open();
      });
      await page.locator('.panel', { hasText: 'Notiz hinterlassen' }).waitFor();
      expect(await page.locator('.panel .main').textContent()).toBe('Ab die Post');
    },
    { locale: 'de-DE' },
  );
});

test('on a phone it is a bottom sheet, and a tap picks', () =>
  it.on(
    'demo',
    async ({ page, complaints }) => {
      await page.locator('sidenote-widget .go').tap();
      const sheet = (await page.locator('.panel').boundingBox())!;
      expect(sheet).toMatchObject({ x: 0, width: 390 });
      expect(Math.round(sheet.y + sheet.height)).toBe(844);
      await page.locator('.modes [data-mode=element]').tap();
      await page.locator('.bar').waitFor();
      const box = (await page.locator('h1').boundingBox())!;
      await page.touchscreen.tap(box.x + 40, box.y + 20);
      await page.locator('.composer').waitFor();
      expect(await page.locator('.about').textContent()).toBe('h1 “Juniper watering can”');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(complaints).toEqual([]);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
  ));

test('the launcher’s text has enough contrast with any site color', async () => {
  for (const [color, ink] of [
    ['#2f6f4f', 255],
    ['#ffe14d', 0],
    ['#ffffff', 0],
    ['#101010', 255],
  ] as const) {
    it.service.settings.site.color = color;
    await it.on('tailwind', async ({ page }) => {
      const shown = await page.locator('sidenote-widget .go').evaluate((button) => {
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d', { willReadFrequently: true })!;
        pen.fillStyle = getComputedStyle(button).color;
        pen.fillRect(0, 0, 1, 1);
        return pen.getImageData(0, 0, 1, 1).data[0];
      });
      expect(shown).toBe(ink);
    });
  }
  it.service.settings.site.color = '#2f6f4f';
});

test('a site for personal links only shows no launcher without one', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.settings.site.anonymous_allowed = false;
    const settings = page.waitForResponse(/\/settings/);
    await page.reload();
    await (await settings).finished();
    await page.locator('sidenote-widget').waitFor({ state: 'attached' });
    expect(await page.locator('sidenote-widget .go').isVisible()).toBe(false);
    it.service.settings.site.anonymous_allowed = true;
  }));

test('invalid data in the browser’s storage is ignored', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      for (const key of ['outbox', 'notes', 'draft'])
        localStorage.setItem(`sidenote:${window.__sidenote?.config.token.slice(-8)}:${key}`, '{"a":');
    });
    await page.reload();
    await page.locator('sidenote-widget .go').click();
    expect(await writeAndSend(page, 'Still here')).toBe('Sent. Thank you!');
  }));

test('the page can open, close and identify, and gets events', () =>
  it.on('tailwind', async ({ page }) => {
    const events = await page.evaluate(async () => {
      const heard: string[] = [];
      for (const name of ['open', 'close', 'sent']) addEventListener(`sidenote:${name}`, () => heard.push(name));
      window.Sidenote?.open();
      while (!heard.includes('open')) await new Promise(requestAnimationFrame);
      await window.Sidenote?.identify('sh_mine');
      window.Sidenote?.close();
      return heard;
    });
    expect(events).toEqual(['open', 'close']);
    expect(it.service.calls.at(-1)?.headers['x-sidenote-stakeholder']).toBe('sh_mine');
    await pinElement(page, 'h1');
  }));

test('the launcher shows news until the visitor has read it, and opens on it', () =>
  it.on('tailwind', async ({ page }) => {
    const go = page.locator('sidenote-widget .go');
    await go.click();
    await writeAndSend(page, 'Where is the price?');
    expect(it.service.calls.filter(({ path }) => path === 'news')).toEqual([]);
    it.service.news_at = String(Date.now());
    Object.assign(it.service.notes[0]!, { status: 'blocked', summary: 'Which browser?' });
    await page.reload();
    await page.locator('sidenote-widget .go[data-news]').waitFor();
    expect(await go.getAttribute('aria-label')).toBe('Feedback: New reply');
    expect(it.service.calls.find(({ path }) => path === 'news')?.headers['x-sidenote-notes']).toBe('secret-1');
    await go.click();
    const card = page.locator('.notes article');
    await card.waitFor();
    for (const text of ['Waiting for your answer', 'Which browser?']) expect(await card.textContent()).toContain(text);
    await until(async () => (await go.getAttribute('data-news')) === null, 'the end of the badge');
    await page.reload();
    await until(async () => it.service.calls.filter(({ path }) => path === 'news').length > 1, 'the next look');
    expect(await page.locator('sidenote-widget .go[data-news]').count()).toBe(0);
  }));

test('submitters say whether it is fixed', () =>
  it.on('tailwind', async ({ page }) => {
    await page.locator('sidenote-widget .go').click();
    await writeAndSend(page, 'Where is the price?');
    Object.assign(it.service.notes[0]!, { status: 'resolved' });
    await page.getByRole('button', { name: 'Your notes' }).click();
    const card = page.locator('.notes article');
    await card.getByText('Is it fixed?').waitFor();
    await card.locator('textarea').fill('Not in Safari');
    await card.getByRole('button', { name: 'Not yet' }).click();
    await card.getByText('Open', { exact: true }).waitFor();
    expect(it.service.calls.find(({ path }) => path.endsWith('/confirmation'))?.body).toEqual({
      fixed: false,
      body: 'Not in Safari',
    });
    expect(await card.getByText('Is it fixed?').count()).toBe(0);
    Object.assign(it.service.notes[0]!, { status: 'resolved', confirmation: null });
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go').click();
    await page.getByRole('button', { name: 'Your notes' }).click();
    await card.getByRole('button', { name: 'Yes' }).click();
    await card.getByText('You confirmed that it’s fixed.').waitFor();
  }));

test('launcher and panel are on the screen of a phone whose page is too wide', () =>
  it.on(
    'tailwind',
    async ({ page }) => {
      await page.evaluate(() => {
        const wide = document.createElement('div');
        wide.style.cssText = 'width:485px;height:20px';
        document.body.prepend(wide);
      });
      const isOnScreen = (selector: string) =>
        page.locator(`sidenote-widget ${selector}`).evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const view = window.visualViewport!;
          return [
            left >= view.offsetLeft,
            right <= view.offsetLeft + view.width,
            top >= view.offsetTop,
            bottom <= view.offsetTop + view.height,
          ];
        });
      await until(async () => (await isOnScreen('.go')).every(Boolean), 'the launcher on the screen');
      await page.locator('sidenote-widget .go').tap();
      await page.locator('.panel').waitFor();
      await until(async () => (await isOnScreen('.panel')).every(Boolean), 'the panel on the screen');
    },
    { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  ));
