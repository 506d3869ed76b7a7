import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import type { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { until } from '../../workers/until.ts';
import { openPanel, pictureTaken, pinElement, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

test('everything works by keyboard, and focus stays in the panel', () =>
  it.on('tailwind', async ({ page }) => {
    const focused = () =>
      page.evaluate(() => document.querySelector('sidenote-widget')?.shadowRoot?.activeElement?.textContent ?? '');
    await page.locator('sidenote-widget .go').focus();
    await page.keyboard.press('Enter');
    await until(async () => (await focused()) === 'Cancel', 'the focus on Cancel');
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go:focus').waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await focused()) === 'Cancel', 'the focus on Cancel');
    // Screen readers read its name.
    await page.getByRole('dialog', { name: /Click what .* arrow keys/s }).waitFor();
    await page.locator('.bar .keys', { hasText: 'arrow keys' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Whole page');
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
    await openPanel(page);
    await page.locator('.modes [data-mode=region]').click();
    await page.locator('.bar').waitFor();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'ArrowUp', 'Enter'])
      await page.keyboard.press(key);
    await page.locator('.composer').waitFor();
    await writeAndSend(page, 'This area');
    expect(it.service.sent()[0]?.body).toMatchObject({
      context: { anchor: { kind: 'region', box: { width: 256, height: 160 } } },
    });
    const { anchor } = it.service.sent()[0]!.body.context as CapturedContext;
    expect(anchor.element_box).toEqual(await page.locator(anchor.selector ?? '').boundingBox());
  }));

test('text selected beforehand becomes the target, with its surrounding words', () =>
  it.on('rtl', async ({ page }) => {
    await page.evaluate(() => {
      const text = document.querySelector('.intro')?.firstChild;
      if (text) getSelection()?.setBaseAndExtent(text, 5, text, 15);
    });
    await openPanel(page);
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
    await openPanel(page);
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

test('no mail is promised to a visitor if the workspace sends none', async () => {
  it.service.settings.submitter_mail = false;
  try {
    await it.on('tailwind', async ({ page }) => {
      await pinElement(page, 'h1');
      await page.locator('summary', { hasText: 'Name, Email' }).click();
      await page.locator('.panel input[type=email]').fill('ada@example.org');
      expect(await writeAndSend(page, 'Too dark')).toBe('Sent. Thank you!');
      await page.getByRole('button', { name: 'View your note' }).waitFor();
      expect(await page.getByText('We’ll email').count()).toBe(0);
    });
  } finally {
    it.service.settings.submitter_mail = true;
  }
});

test('a visitor whom the site signs without an address is neither asked for one nor promised mail', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      window.Sidenote?.identify({ user_id: '42', name: 'Ada', hmac: 'f0', expires_at: 5 });
    });
    await pinElement(page, 'h1');
    expect(await page.locator('summary', { hasText: 'Get a reply' }).count()).toBe(0);
    expect(await writeAndSend(page, 'Too dark')).toBe('Sent. Thank you!');
    await page.getByRole('button', { name: 'View your note' }).waitFor();
    expect(await page.getByText('We’ll email').count()).toBe(0);
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
    await openPanel(page);
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
    await openPanel(page);
    await page.locator('.composer').waitFor();
  }));

test('a visitor who writes on while a reply is sent stays in the field of that note', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    for (const text of ['One', 'Two', 'Three']) {
      await writeAndSend(page, text);
      await page.getByRole('button', { name: 'Leave another note' }).click();
    }
    await page.getByRole('button', { name: 'Your notes' }).click();
    const card = page.locator('.notes article', { hasText: 'One' });
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${it.service.base}/api/widget/notes/*/replies`, async (route) => {
      await late;
      await route.continue();
    });
    await card.locator('textarea').fill('First reply');
    await card.getByRole('button', { name: 'Reply' }).click();
    await card.locator('textarea').pressSequentially('Secon');
    release();
    await card.locator('blockquote', { hasText: 'First reply' }).waitFor();
    await page.keyboard.type('d');
    expect(
      await page.locator('.notes textarea').evaluateAll((all: HTMLTextAreaElement[]) => all.map((one) => one.value)),
    ).toEqual(['', '', 'Second']);
  }));

test('a reply that had to wait moves to its note once it is sent', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await writeAndSend(page, 'Where is the price?');
    await page.getByRole('button', { name: 'View your note' }).click();
    const card = page.locator('.notes .list article');
    it.service.refuse('notes/note-1/replies', { status: 503 });
    await card.locator('textarea').fill('On the phone, too');
    await card.getByRole('button', { name: 'Reply' }).click();
    await page.locator('.notes .wait', { hasText: 'On the phone, too' }).waitFor();
    await card.locator('blockquote', { hasText: 'On the phone, too' }).waitFor();
    expect(await page.locator('.notes .wait article').count()).toBe(0);
  }));

test('the panel docks at the pin, without covering what it is about, and stays in view', () =>
  it.on('tailwind', async ({ page }) => {
    const put = (place: Record<string, string>) =>
      page.evaluate((at) => {
        const button = document.querySelector<HTMLElement>('#step-2') ?? document.createElement('button');
        button.id = 'step-2';
        button.style.cssText = 'position:fixed;z-index:9;width:120px;height:60px';
        Object.assign(button.style, at);
        document.body.append(button);
      }, place);
    const boxes = async () => {
      const [panel, target, pin] = await Promise.all(
        ['.panel', '#step-2', '.mark i'].map((selector) => page.locator(selector).boundingBox()),
      );
      return { panel: panel!, target: target!, pin: pin! };
    };
    const isDocked = async () => {
      const { panel, target } = await boxes();
      const gap = Math.max(
        panel.x - target.x - target.width,
        target.x - panel.x - panel.width,
        panel.y - target.y - target.height,
        target.y - panel.y - panel.height,
      );
      const isInView = panel.x >= 0 && panel.y >= 0 && panel.x + panel.width <= 1280 && panel.y + panel.height <= 800;
      return gap > 0 && gap < 40 && isInView;
    };
    for (const place of [
      { left: '40px', top: '40px' },
      { right: '40px', top: '40px' },
      { left: '40px', bottom: '140px' },
      { right: '140px', bottom: '140px' },
    ]) {
      await put(place);
      await pinElement(page, '#step-2');
      await until(isDocked, `the panel next to a button at ${JSON.stringify(place)}`);
      const { target, pin } = await boxes();
      expect(Math.abs(pin.x - target.x - target.width / 2)).toBeLessThan(4);
    }
    await page.getByText('See what we’ll send').click();
    await page.locator('.panel dl dt').first().waitFor();
    await until(isDocked, 'the longer panel next to the button');
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: join(folder, 'widget-docked.png') });
    await put({ left: '40px', top: '300px' });
    await until(isDocked, 'the panel to follow the button');
    await put({ left: '0', top: '0', width: '100%', height: '100%' });
    await until(async () => {
      const { panel, pin } = await boxes();
      return panel.x > pin.x && panel.x - pin.x < 60;
    }, 'the panel at the pin in a button that fills the view');
    await writeAndSend(page, 'This one');
    const anchor = { selector: '#step-2', pin: { x: expect.any(Number), y: expect.any(Number) } };
    expect(it.service.sent()[0]?.body).toMatchObject({ context: { anchor } });
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go:focus').waitFor();
    await openPanel(page);
    const corner = (await page.locator('.panel').boundingBox())!;
    expect(corner.x + corner.width).toBe(1260);
  }));

test('the widget is in German for German visitors, and a site can override its texts', async () => {
  await it.on(
    'demo',
    async ({ page }) => {
      await page.evaluate(() => {
        document.documentElement.lang = 'de';
        window.SidenoteStrings = { send: 'Ab die Post' };
        window.Sidenote?.open();
      });
      await page.getByRole('button', { name: 'Ganze Seite' }).click();
      await page.locator('.panel', { hasText: 'Notiz hinterlassen' }).waitFor();
      expect(await page.locator('.panel .main').textContent()).toBe('Ab die Post');
    },
    { locale: 'de-DE' },
  );
});

test('a site’s language, label, icon and theme reach its visitors', async () => {
  const { site } = it.service.settings;
  const looks = { ...site };
  for (const [locale, launcher, title, send] of [
    ['es', 'Comentarios', 'Dejar una nota', 'Enviar'],
    ['fr', 'Votre avis', 'Laisser une note', 'Envoyer'],
    ['it', 'Feedback', 'Lascia una nota', 'Invia'],
    ['nl', 'Zeg het ons', 'Notitie achterlaten', 'Versturen'],
    ['pt', 'Comentários', 'Deixar uma nota', 'Enviar'],
  ] as const) {
    Object.assign(site, { locale, icon: 'bug', theme: 'dark', label: locale === 'nl' ? launcher : '' });
    await it.on('tailwind', async ({ page, complaints }) => {
      expect(await page.locator('sidenote-widget .go').textContent()).toBe(launcher);
      expect(await page.locator('sidenote-widget .go path').getAttribute('d')).toMatch(/^M8 9h8v6/);
      await openPanel(page);
      const panel = page.locator('.panel');
      expect(await panel.getAttribute('lang')).toBe(locale);
      await panel.getByRole('button', { name: title }).waitFor();
      await panel.getByRole('button', { name: send, exact: true }).waitFor();
      expect(await panel.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(29, 30, 33)');
      expect(complaints).toEqual([]);
    });
  }
  Object.assign(site, looks, { theme: 'light' });
  await it.on(
    'tailwind',
    async ({ page }) => {
      await openPanel(page);
      const paper = await page.locator('.panel').evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(paper).toBe('rgb(255, 255, 255)');
    },
    { colorScheme: 'dark' },
  );
  Object.assign(site, looks);
});

test('a site’s rating and questions are asked with the note, and required ones need an answer', async () => {
  const { site } = it.service.settings;
  const looks = { ...site };
  const choice = { id: 'plan', label: 'Your plan?', kind: 'choice', options: ['Free', 'Pro'], required: true };
  const text = { id: 'goal', label: 'What did you come for?', kind: 'text', options: [], required: false };
  Object.assign(site, { rating: 'stars', questions: [choice, text] });
  await it.on('tailwind', async ({ page, complaints }) => {
    await openPanel(page);
    expect(await page.locator('.draws').isVisible()).toBe(false);
    await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
    await page.getByLabel('What did you come for?').fill('Prices');
    await page.locator('.composer > textarea').fill('Fine');
    await page.locator('.panel .main').click();
    expect(await page.locator('.done').count()).toBe(0);
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: join(folder, 'widget-questions.png') });
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.locator('.composer > textarea').focus();
    for (let i = 0; i < 20; i += 1) {
      await page.keyboard.press('Tab');
      const [panel, body, focus] = await page.evaluate(() => {
        const root = document.querySelector('sidenote-widget')?.shadowRoot;
        const boxes = [root?.querySelector('.panel'), root?.querySelector('.body'), root?.activeElement];
        return boxes.map((one) => ({ scrolled: one?.scrollTop, ...one?.getBoundingClientRect().toJSON() }));
      });
      expect(panel.scrolled).toBe(0);
      expect(focus.bottom).toBeGreaterThan(panel.top);
      expect(focus.top).toBeLessThan(body.bottom);
    }
    if (folder) await page.screenshot({ path: join(folder, 'widget-tabbed.png') });
    await page.getByText('Pro', { exact: true }).click();
    await page.locator('.panel .main').click();
    await page.locator('.done').waitFor();
    expect(it.service.sent()[0]?.body).toMatchObject({
      rating: 4,
      answers: [
        { question_id: 'plan', answer: 'Pro' },
        { question_id: 'goal', answer: 'Prices' },
      ],
    });
    expect(complaints).toEqual([]);
  });
  Object.assign(site, looks);
});

test('on a phone the panel is a bottom sheet, and a tap picks', () =>
  it.on(
    'demo',
    async ({ page, complaints }) => {
      await page.locator('sidenote-widget .go').tap();
      await page.locator('.bar').waitFor();
      expect(await page.locator('.bar .keys').isVisible()).toBe(false);
      await page.locator('.bar [data-mode=page]').tap();
      const sheet = (await page.locator('.panel').boundingBox())!;
      expect(sheet).toMatchObject({ x: 0, width: 390 });
      expect(Math.round(sheet.y + sheet.height)).toBe(844);
      await page.locator('.modes [data-mode=element]').tap();
      await page.locator('.bar').waitFor();
      const box = (await page.locator('h1').boundingBox())!;
      await page.touchscreen.tap(box.x + 40, box.y + 20);
      await page.locator('.composer').waitFor();
      expect(await page.locator('.about').textContent()).toBe('Heading “Juniper watering can”');
      await page.locator('.modes [data-mode=element]').tap();
      await page.locator('.bar').waitFor();
      const low = page.locator('.buy button');
      await low.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const covered = (await low.boundingBox())!;
      const bar = (await page.locator('.bar').boundingBox())!;
      // Below the sheet's upper edge, above the bar.
      expect(covered.y).toBeGreaterThan(sheet.y);
      expect(covered.y + 10).toBeLessThan(bar.y);
      await page.touchscreen.tap(covered.x + 10, covered.y + 10);
      await pictureTaken(page);
      const [pin, above] = await Promise.all([
        page.locator('.mark i').boundingBox(),
        page.locator('.panel').boundingBox(),
      ]);
      expect(pin!.y + pin!.height).toBeLessThanOrEqual(above!.y);
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
    await page.reload();
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
    await openPanel(page);
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

test('the page can close the widget while its visitor points at another target', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.locator('.modes [data-mode=region]').click();
    await page.locator('.bar').waitFor();
    const isHeard = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('sidenote:close', () => requestAnimationFrame(resolve));
          window.Sidenote?.close();
          setTimeout(resolve, 2000, 'no event');
        }),
    );
    expect(await isHeard).not.toBe('no event');
    expect(await page.locator('.panel, .bar').count()).toBe(0);
    expect(await page.locator('sidenote-widget .go').isVisible()).toBe(true);
  }));

test('the page can open the widget after removing its element', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      document.querySelector('sidenote-widget')?.remove();
      window.Sidenote?.open();
    });
    await page.locator('.bar [data-mode=page]').click();
    await page.locator('.panel').waitFor();
    expect(await page.locator('sidenote-widget .go').isVisible()).toBe(true);
  }));

test('a late answer about one link does not return after the page has forgotten it', () =>
  it.on('tailwind', async ({ page }) => {
    it.service.settings.stakeholder = { name: 'Ada', auto_fix_default: 'never' };
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`${it.service.base}/api/widget/settings`, async (route) => {
      if (route.request().method() === 'GET') await late;
      await route.continue();
    });
    const asked = page.waitForRequest(/settings/);
    const identified = page.evaluate(() => window.Sidenote?.identify('sh_mine'));
    await asked;
    await page.evaluate(() => window.Sidenote?.identify(null));
    release();
    await identified;
    it.service.settings.stakeholder = null;
    await openPanel(page);
    expect(await page.getByText('You’re writing as').count()).toBe(0);
  }));

test('the launcher comes once the service answers again, and can be hidden meanwhile', () =>
  it.on('tailwind', async ({ page }) => {
    await page.clock.install();
    await page.evaluate(() => window.Sidenote?.identify('sh_mine'));
    it.service.refuse('settings', { status: 503 }, { status: 503 }, { status: 503 });
    await page.reload();
    await page.waitForResponse(/settings/);
    expect(await page.locator('sidenote-widget .go').count()).toBe(0);
    const again = page.waitForResponse(/settings/);
    await page.clock.runFor(31_000);
    expect((await again).status()).toBe(503);
    await page.evaluate(() => window.Sidenote?.hide());
    await page.clock.runFor(31_000);
    const launcher = page.locator('sidenote-widget .go');
    await launcher.waitFor({ state: 'attached' });
    expect(await launcher.isVisible()).toBe(false);
    await page.evaluate(() => window.Sidenote?.hide(false));
    await launcher.waitFor();
    const asked = it.service.calls.filter(({ path }) => path === 'settings').length;
    await page.clock.runFor(120_000);
    expect(it.service.calls.filter(({ path }) => path === 'settings')).toHaveLength(asked);
  }));

test('neither launcher nor panel is printed', () =>
  it.on('tailwind', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('sidenote-widget .go').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await openPanel(page);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.go', '.panel', '.panel textarea'])
      expect([part, await page.locator(`sidenote-widget ${part}`).isVisible()]).toEqual([part, false]);
  }));

test('with forced colors, the chosen kind looks different from the others', () =>
  it.on('tailwind', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openPanel(page);
    const kinds = page.locator('.kinds span');
    await kinds.first().click();
    const backgrounds = await Promise.all(
      [0, 1, 2].map(async (at) => {
        const { data, width, height } = PNG.sync.read(await kinds.nth(at).screenshot());
        const left = (Math.floor(height / 2) * width + 5) * 4;
        return data.subarray(left, left + 3).join(' ');
      }),
    );
    expect(backgrounds[1]).toBe(backgrounds[2]);
    expect(backgrounds[0]).not.toBe(backgrounds[1]);
  }));

test('a page says who is writing and adds facts, hides the launcher, and every note carries both', () =>
  it.on('tailwind', async ({ page }) => {
    const go = page.locator('sidenote-widget .go');
    await page.evaluate(() => {
      window.SidenoteMetadata = { plan: 'free' };
      window.Sidenote?.identify({ user_id: '42', email: 'ada@example.org', name: 'Ada', hmac: 'f0', expires_at: 5 });
      window.Sidenote?.setMetadata({ plan: 'pro', seats: 4, long: 'x'.repeat(300) });
      window.Sidenote?.hide();
    });
    expect(await go.isVisible()).toBe(false);
    await page.evaluate(() => window.Sidenote?.open());
    await page.locator('.bar [data-mode=page]').click();
    await page.getByText('You’re writing as Ada.').waitFor();
    expect(await page.getByText('Get a reply').count()).toBe(0);
    await page.getByText('See what we’ll send').click();
    await page.locator('.panel dd', { hasText: 'plan: pro, seats: 4' }).waitFor();
    await writeAndSend(page, 'As Ada');
    await page.getByText('We’ll email ada@example.org when there’s news.').waitFor();
    expect(it.service.sent()[0]?.body).toMatchObject({
      identity: { user_id: '42', email: 'ada@example.org', name: 'Ada', hmac: 'f0', expires_at: 5 },
      metadata: { plan: 'pro', seats: '4', long: 'x'.repeat(200) },
    });
    await page.evaluate(async () => {
      await window.Sidenote?.identify(null);
      await window.Sidenote?.hide(false);
    });
    await go.waitFor();
    await writeAndSend(page, 'As no one');
    expect(it.service.sent()[1]?.body).not.toHaveProperty('identity');
  }));

test('the launcher shows news until the visitor has read it, and opens on it', () =>
  it.on('tailwind', async ({ page }) => {
    const go = page.locator('sidenote-widget .go');
    await openPanel(page);
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

test('a reply that was read on the same page is no news on the next one', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await writeAndSend(page, 'Where is the price?');
    it.service.news_at = String(Date.now());
    Object.assign(it.service.notes[0]!, { status: 'blocked', summary: 'Which browser?' });
    await page.getByRole('button', { name: 'View your note' }).click();
    await page.locator('.notes article', { hasText: 'Which browser?' }).waitFor();
    const [looked] = await Promise.all([page.waitForResponse(/\/news$/), page.reload()]);
    await looked.finished();
    await page.waitForFunction((at) => Object.values(localStorage).includes(at), it.service.news_at);
    expect(await page.locator('sidenote-widget .go[data-news]').count()).toBe(0);
  }));

test('the launcher starts picking at once; Escape and Cancel leave it, and the note is about what was clicked', () =>
  it.on('tailwind', async ({ page }) => {
    const go = page.locator('sidenote-widget .go');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.evaluate(() => window.Sidenote?.close()),
    ]) {
      await go.click();
      await page.locator('.bar').waitFor();
      expect(await page.locator('.panel').count()).toBe(0);
      await leave();
      await page.locator('.bar').waitFor({ state: 'detached' });
      expect(await page.locator('.panel').count()).toBe(0);
    }
    await go.click();
    await page.locator('.bar').waitFor();
    await page.locator('h1').click({ force: true });
    await writeAndSend(page, 'This heading');
    expect(it.service.sent()[0]?.body).toMatchObject({ context: { anchor: { kind: 'element', tag: 'h1' } } });
  }));

test('a note that was begun opens again instead of another pick', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await page.locator('.composer > textarea').fill('Half a note');
    await page.keyboard.press('Escape');
    await page.locator('sidenote-widget .go').click();
    await page.locator('.panel').waitFor();
    expect(await page.locator('.composer > textarea').inputValue()).toBe('Half a note');
    expect(await page.locator('.bar').count()).toBe(0);
  }));

test('a chosen kind and a picture that was drawn on open again on their page, and an untouched picture does not', () =>
  it.on('tailwind', async ({ page }) => {
    const reopen = async () => {
      await page.keyboard.press('Escape');
      await page.locator('sidenote-widget .go').click();
      await page.locator('sidenote-widget :is(.bar, .panel)').waitFor();
    };
    const bar = page.locator('.bar');
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await reopen();
    expect(await bar.count()).toBe(1);
    await page.locator('h1').click({ force: true });
    await pictureTaken(page);
    await page.locator('.draws').click();
    await page.locator('.draw canvas').hover({ position: { x: 20, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(300, 300, { steps: 3 });
    await page.mouse.up();
    await page.locator('.draw .main').click();
    await page.locator('.draws:focus').waitFor();
    const picture = await page.locator('.panel .row img').getAttribute('src');
    await reopen();
    expect(await bar.count()).toBe(0);
    expect(await page.locator('.panel .row img').getAttribute('src')).toBe(picture);
    await page.locator('.panel [data-mode=page]').click();
    await reopen();
    expect(await bar.count()).toBe(1);
    await page.locator('h1').click({ force: true });
    await pictureTaken(page);
    await page.locator('.kinds label').first().click();
    await reopen();
    expect(await bar.count()).toBe(0);
    expect(await page.locator('.kinds input').first().isChecked()).toBe(true);
    await page.evaluate(() => history.pushState(null, '', '/elsewhere'));
    await reopen();
    expect(await bar.count()).toBe(1);
  }));

test('an answer that could not be saved is asked for again, and the visitor reads why', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await writeAndSend(page, 'Broken');
    Object.assign(it.service.notes[0]!, { status: 'resolved' });
    it.service.refuse('notes/note-1/confirmation', { status: 503 });
    await page.getByRole('button', { name: 'Your notes' }).click();
    const yes = page.locator('.notes').getByRole('button', { name: 'Yes' });
    await yes.click();
    await page.getByText('Couldn’t save your answer. Try again.').waitFor();
    await yes.click();
    await page.getByText('You confirmed this.').waitFor();
  }));

test('words that a visitor adds while “Not yet” is saved stay in the field of that note', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
    await writeAndSend(page, 'Where is the price?');
    Object.assign(it.service.notes[0]!, { status: 'resolved' });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/confirmation', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Your notes' }).click();
    const card = page.locator('.notes article');
    await card.getByRole('button', { name: 'Not yet' }).click();
    await card.locator('textarea').fill('The button is still gray');
    release();
    await card.getByText('Open', { exact: true }).waitFor();
    expect(await card.locator('textarea').inputValue()).toBe('The button is still gray');
  }));

test('submitters say whether it is fixed', () =>
  it.on('tailwind', async ({ page }) => {
    await openPanel(page);
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
    await openPanel(page);
    await page.getByRole('button', { name: 'Your notes' }).click();
    await card.getByRole('button', { name: 'Yes' }).click();
    await card.getByText('You confirmed this. Thank you!').waitFor();
    Object.assign(it.service.notes[0]!, { kind: 'question', confirmation: null });
    await page.keyboard.press('Escape');
    await openPanel(page);
    await page.getByRole('button', { name: 'Your notes' }).click();
    await card.getByText('Does this answer your question?').waitFor();
    await card.getByText('Answered', { exact: true }).waitFor();
    const tried = { explanation: 'It is meant so.', before_url: null, after_url: null, created_at: String(Date.now()) };
    for (const [status, words] of [
      ['won_t_fix', 'Won’t be changed'],
      ['duplicate', 'Already reported'],
    ]) {
      Object.assign(it.service.notes[0]!, { status, kind: 'bug', resolutions: [{ id: 's1', ...tried }] });
      await page.keyboard.press('Escape');
      await openPanel(page);
      await page.getByRole('button', { name: 'Your notes' }).click();
      await card.getByText(words!, { exact: true }).waitFor();
      expect(await card.textContent()).not.toMatch(/Fixed|Resolved|won_t_fix|duplicate/);
    }
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
      await page.locator('.bar [data-mode=page]').tap();
      await page.locator('.panel').waitFor();
      await until(async () => (await isOnScreen('.panel')).every(Boolean), 'the panel on the screen');
    },
    { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  ));
