import { expect, test } from '@jest/globals';
import type { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { until } from '../../workers/until.ts';
import { openPanel, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

test('a modal of the page that traps the focus and locks scrolling leaves the panel its keys and its wheel', () =>
  it.on(
    'tailwind',
    async ({ page }) => {
      await page.evaluate(() => {
        const modal = Object.assign(document.createElement('div'), { role: 'dialog' });
        const field = Object.assign(document.createElement('input'), { id: 'trapped' });
        modal.append(field);
        document.body.prepend(modal);
        field.focus();
        // As Radix does.
        document.addEventListener('focusin', ({ target }) => {
          if (!modal.contains(target as Node)) field.focus();
        });
        document.addEventListener('focusout', ({ relatedTarget }) => {
          if (relatedTarget && !modal.contains(relatedTarget as Node)) field.focus();
        });
        document.addEventListener('wheel', (event) => event.preventDefault(), { passive: false });
      });
      await openPanel(page);
      const field = page.locator('.composer > textarea');
      await field.click();
      await page.keyboard.type('In a modal');
      expect(await field.inputValue()).toBe('In a modal');
      expect(await page.locator('#trapped').inputValue()).toBe('');
      await page.locator('.composer').hover({ position: { x: 20, y: 10 } });
      await page.mouse.wheel(0, 80);
      await until(
        async () => (await page.locator('.composer').evaluate(({ scrollTop }) => scrollTop)) > 0,
        'the panel to scroll',
      );
    },
    { viewport: { width: 1280, height: 420 } },
  ));

test('a field of the page outside of a modal learns that the focus left for the panel', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      const field = document.createElement('input');
      document.body.prepend(field);
      field.focus();
      document.addEventListener('focusout', ({ target }) => {
        if (target === field) field.id = 'left';
      });
    });
    await openPanel(page);
    await page.locator('.composer > textarea').click();
    expect(await page.locator('#left').count()).toBe(1);
  }));

test('a note is complete though the page has globals named src and origin, fractions in its clock and a method on all objects', () =>
  it.on('tailwind', async ({ page }) => {
    await page.addInitScript(() => {
      const { now } = Date;
      Date.now = () => Math.floor(now.call(Date)) + 0.5;
      Object.assign(window, { src: '/no-request', origin: 'nowhere' });
      Object.assign(Object.prototype, { each() {} });
      localStorage.clear();
    });
    it.service.calls.length = 0;
    await page.reload();
    await page.locator('sidenote-widget .go').waitFor();
    await until(async () => it.service.calls.some(({ path }) => path === 'seen'), 'the report');
    expect(it.service.calls.find(({ path }) => path === 'seen')?.body.url).toBe(`${it.site.origin}/tailwind`);
    // Only an unknown origin has to ask.
    expect(it.service.calls.filter(({ path }) => path === 'settings')).toEqual([]);
    await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { message: 'TypeError: no', filename: 'a.js' })));
    await page.locator('h1').click();
    await page.locator('h1').selectText();
    await page.locator('sidenote-widget .go').click();
    await page.locator('.composer').waitFor();
    expect(await writeAndSend(page, 'Complete')).toBe('Sent. Thank you!');
    const context = it.service.sent()[0]?.body.context as CapturedContext;
    expect(context.console?.map(({ message }) => message)).toEqual(['TypeError: no (a.js:0)']);
    expect(context.failed_requests).toBeUndefined();
    expect(context.clicks?.length).toBeGreaterThan(0);
    expect(context.anchor.selector).toBeTruthy();
    expect(Object.keys(context.selection ?? {})).not.toContain('each');
  }));

test('a double click on the launcher starts pointing and picks nothing', () =>
  it.on('tailwind', async ({ page }) => {
    const launcher = (await page.locator('sidenote-widget .go').boundingBox())!;
    await page.mouse.click(launcher.x + 20, launcher.y + 20);
    await page.locator('.bar').waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.waitForTimeout(200);
    expect(await page.locator('.panel').count()).toBe(0);
    expect(await page.locator('.bar').count()).toBe(1);
  }));

test('keys that point scroll at once on a page that scrolls smoothly', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      document.documentElement.style.scrollBehavior = 'smooth';
      for (let at = 0; at < 3; at += 1) {
        const part = document.createElement('section');
        part.style.height = '700px';
        document.body.prepend(part);
      }
    });
    await page.locator('sidenote-widget .go').click();
    await page.locator('.bar').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const { y, height } = (await page.locator('.mark.element').boundingBox())!;
    expect(height).toBe(700);
    expect(y).toBe(100);
  }));

test('the wheel scrolls a page once while its visitor points, and a container below the pointer', () =>
  it.on('tailwind', async ({ page }) => {
    await page.evaluate(() => {
      document.documentElement.style.overflowY = 'scroll';
      const box = Object.assign(document.createElement('div'), { id: 'box' });
      const inner = document.createElement('div');
      box.style.cssText = 'height:300px;overflow:auto';
      inner.style.height = '2000px';
      box.append(inner);
      const tall = document.createElement('div');
      tall.style.height = '3000px';
      document.body.prepend(box, tall);
    });
    await page.locator('sidenote-widget .go').click();
    await page.locator('.bar').waitFor();
    const scrolled = () => page.evaluate(() => [scrollY, document.querySelector('#box')?.scrollTop]);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 100);
    await until(async () => ((await scrolled())[0] ?? 0) >= 100, 'the page to scroll');
    await page.waitForTimeout(300);
    expect(await scrolled()).toEqual([100, 0]);
    await page.mouse.move(600, 100);
    await page.mouse.wheel(0, 60);
    await until(async () => ((await scrolled())[1] ?? 0) >= 60, 'the container to scroll');
  }));
