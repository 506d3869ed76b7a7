import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { until } from '../../workers/until.ts';
import { pinElement, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const noteOn = async (page: Page, selector: string, before = async () => {}): Promise<CapturedContext> => {
  await pinElement(page, selector);
  await before();
  await writeAndSend(page, 'This one');
  return it.service.sent().at(-1)?.body.context as CapturedContext;
};

test('a note has the contrast of its text and the rules behind it, with their custom property', () =>
  it.on('details', async ({ page, complaints }) => {
    const { contrast, css_rules = [], anchor } = await noteOn(page, '.lead');
    expect(contrast).toEqual({ ratio: 1.8, color: '#bbbbbb', background: '#f8f8f8' });
    const sheet = `${it.site.origin}/details.css`;
    expect(css_rules).toEqual(
      expect.arrayContaining([
        { property: 'color', value: 'var(--muted)', selector: 'article .lead', sheet },
        { property: '--muted', value: '#bbb', selector: ':root', sheet },
        { property: 'background-color', value: 'rgb(248, 248, 248)', selector: 'main', sheet },
      ]),
    );
    expect(css_rules.filter(({ property }) => property === 'color')).toHaveLength(1);
    expect(anchor.ancestor_attributes).toEqual({ 'data-sku': 'lighthouse' });
    expect(complaints).toEqual([]);
  }));

test('rules of another origin’s stylesheet are left out, without an error, and those of the page stay', () =>
  it.on('details', async ({ page, complaints }) => {
    const html = `<!doctype html><title>Shop</title><link rel="stylesheet" href="${it.site.origin}/details.css">
      <style>main{padding:9px;background:#eee}</style><script async src="${it.service.script}"></script>
      <main><article><p class="lead">Faint words</p></article></main>`;
    const shop = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(html));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    try {
      await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
      await page.locator('sidenote-widget .go').waitFor();
      const { contrast, css_rules = [] } = await noteOn(page, '.lead');
      // The other origin's sheet decides the color, but no script may read its rules.
      expect(contrast).toMatchObject({ color: '#bbbbbb', background: '#eeeeee' });
      const own = { value: 'rgb(238, 238, 238)', selector: 'main', sheet: 'in the page' };
      expect(css_rules).toEqual([{ property: 'background-color', ...own }]);
      expect(complaints).toEqual([]);
    } finally {
      shop.closeAllConnections();
      shop.close();
    }
  }));

test('a note says what was clicked before, by role and name, and nothing that was typed', () =>
  it.on('details', async ({ page }) => {
    for (let click = 0; click < 12; click += 1) await page.locator('h1').click();
    await page.locator('#open b').click();
    await page.locator('#email').click();
    await page.keyboard.type('ada@example.com');
    const { clicks = [], ...rest } = await noteOn(page, '.lead');
    expect(clicks).toHaveLength(10);
    expect(clicks.slice(-3).map(({ role, name }) => [role, name])).toEqual([
      ['heading', 'Lamps'],
      ['button', 'Open cart'],
      ['textbox', 'Email'],
    ]);
    expect(clicks.every(({ at }) => Math.abs(at - Date.now()) < 120_000)).toBe(true);
    expect(JSON.stringify([clicks, rest])).not.toContain('ada@');
  }));

test('clicks inside open shadow trees are named, unless the page keeps what is around them private', () =>
  it.on('shadow', async ({ page }) => {
    await page.locator('x-card .confirm').click();
    await page.locator('x-card h2').click();
    await page.locator('[data-sidenote-private] .confirm').click();
    const { clicks = [] } = await noteOn(page, 'h1');
    expect(clicks.map(({ role, name }) => [role, name])).toEqual([
      ['button', 'Confirm order'],
      ['heading', 'Your basket'],
      ['button', ''],
    ]);
  }));

test('a note has the status of its link, asked without cookies, and none if asking could do harm', () =>
  it.on('details', async ({ page }) => {
    const asked: { url: string; method: string; cookie: string | undefined }[] = [];
    await page.context().addCookies([{ name: 'session', value: 'x', url: it.site.origin }]);
    page.on('request', async (request) => {
      if (request.method() !== 'HEAD') return;
      const { cookie } = await request.allHeaders();
      asked.push({ url: request.url(), method: request.method(), cookie });
    });
    const dead = await noteOn(page, '#dead', async () => {
      await until(async () => asked.length > 0, 'the question for the link');
      await page.waitForTimeout(300);
    });
    expect(asked).toEqual([{ url: `${it.site.origin}/gone`, method: 'HEAD', cookie: undefined }]);
    expect(dead.link).toEqual({ url: `${it.site.origin}/gone`, status: 404 });
    expect(dead.failed_requests).toBeUndefined();
    const leave = await noteOn(page, '#leave');
    expect(leave.link).toEqual({ url: `${it.site.origin}/logout` });
    expect(leave.failed_requests).toBeUndefined();
    expect(asked).toHaveLength(1);
  }));

test('a black background is explained by its own rule, not by that of an element around it', () =>
  it.on('details', async ({ page }) => {
    const { css_rules = [] } = await noteOn(page, '.black');
    const background = css_rules.find(({ property }) => property === 'background-color');
    expect(background).toMatchObject({ value: 'rgb(0, 0, 0)', selector: '.black' });
  }));

test('a note says that its content does not fit', () =>
  it.on('details', async ({ page }) => {
    const { overflow } = await noteOn(page, '.narrow');
    expect(overflow).toMatchObject({ y: 0, page_x: 0, beyond_x: 0 });
    expect(overflow?.x).toBeGreaterThan(50);
  }));
