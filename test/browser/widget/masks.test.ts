import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { CapturedContext } from '../../../functions/annotations/context-schema.ts';
import { leaveAnother, openPanel, pictureTaken, pinElement, writeAndSend } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const fill = (page: Page, secret: string, open: string) =>
  page.evaluate(
    ([hidden, shown]) => (window as unknown as { fill(hidden: string, shown: string): void }).fill(hidden, shown),
    [secret, open] as const,
  );
const sentContext = (): CapturedContext => it.service.sent().at(-1)?.body.context as CapturedContext;
const pictures = () => [...it.service.uploads.values()].map(({ bytes }) => bytes.toString('base64'));

const noteOn = async (page: Page, selector: string): Promise<CapturedContext> => {
  await pinElement(page, selector);
  await pictureTaken(page);
  expect(await page.locator('.about').textContent()).not.toMatch(/zebra|okapi/);
  await writeAndSend(page, 'Look here');
  return sentContext();
};

test('no masked text, field value or name of a masked element is in a note, whatever is picked', () =>
  it.on('masks', async ({ page, complaints }) => {
    await fill(page, 'zebra', 'apple');
    for (const selector of [
      '.secret >> nth=0',
      '#form',
      '#form textarea',
      '#form select',
      '#balance b',
      '#name',
      '#row',
      '#account a',
      '#photo',
      '#inside',
      '#masked',
      'h1',
    ])
      await noteOn(page, selector);
    await page
      .locator('#account a')
      .evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await page.locator('#account a').click();
    await noteOn(page, 'h1');
    const sent = it.service.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(sent.length).toBeGreaterThan(12);
    expect(JSON.stringify(sent)).not.toMatch(/zebra/i);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/zebra/i);
    expect(complaints).toEqual([]);
  }));

test('typed words that the page measures in a hidden copy, and hidden hints, are not in a note', () =>
  it.on('masks', async ({ page }) => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<div id="choice"><h2>Country</h2><input size="6"><div class="unseen">zebra</div><p>Once<i class="unseen">okapi</i> only</p></div>';
      for (const one of document.querySelectorAll<HTMLElement>('.unseen')) one.style.visibility = 'hidden';
      (document.querySelector('input') as HTMLInputElement).value = 'zebra';
    });
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('p') as Element));
    await openPanel(page);
    await writeAndSend(page, 'These words');
    expect(sentContext().selection?.text).toBe('Once only');
    const { anchor, html } = await noteOn(page, '#choice');
    expect(anchor.text).toBe('Country Once only');
    expect(html).not.toContain('zebra');
    // Hidden words that no one typed are part of the page's own code.
    expect(html).toContain('okapi');
  }));

test('a selection over masked text and fields keeps only the words around them', () =>
  it.on('masks', async ({ page }) => {
    await fill(page, 'zebra', 'apple');
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await openPanel(page);
    await page.locator('.composer').waitFor();
    await leaveAnother(page);
    await writeAndSend(page, 'All of it');
    const { selection } = sentContext();
    expect(selection?.text).toMatch(/Card and phone: apple[\s\S]*Name: [\s\S]*is yours[\s\S]*Not masked/);
    expect(JSON.stringify(it.service.sent())).not.toMatch(/zebra/i);
  }));

/** The bytes of a note's pictures: one of an element and one of the whole window. */
const picturesAfter = async (change: (page: Page) => Promise<unknown>): Promise<string[]> => {
  let taken: string[] = [];
  await it.on('masks', async ({ page }) => {
    await change(page);
    await pinElement(page, 'h1');
    await pictureTaken(page);
    await page.locator('.panel [data-mode=page]').click();
    await page.getByLabel('Attach a screenshot').check();
    await pictureTaken(page);
    await writeAndSend(page, 'The page');
    // They are uploaded at the same time.
    taken = pictures().sort();
  });
  return taken;
};

test('pictures of pages that differ only in masked parts are the same bytes, and others are not', async () => {
  const first = await picturesAfter((page) => fill(page, 'zebra', 'apple'));
  expect(first).toHaveLength(2);
  expect(await picturesAfter((page) => fill(page, 'okapi', 'apple'))).toEqual(first);
  expect(await picturesAfter((page) => fill(page, 'zebra', 'grape'))).not.toEqual(first);
});

test('pictures show short numbers, choices and ticks, but no long number', async () => {
  const count = (value: string) => picturesAfter((page) => page.locator('#count').fill(value));
  const one = await count('1');
  expect(await count('2')).not.toEqual(one);
  expect(await count('31337')).toEqual(await count('48151'));
  expect(await picturesAfter((page) => page.locator('#gift').check())).not.toEqual(one);
  expect(await picturesAfter((page) => page.locator('#finish').selectOption('Clay'))).not.toEqual(one);
});

test('what only resembles a mask is sent: labels, near-miss attributes and the words next to a masked part', () =>
  it.on('masks', async ({ page }) => {
    await fill(page, 'zebra', 'apple');
    expect((await noteOn(page, '#masked')).anchor.text).toBe('Not masked');
    expect((await noteOn(page, 'h1')).anchor.text).toBe('Password and one-time code');
    expect((await noteOn(page, '#row')).anchor.text).toBe('Name: is yours');
    expect((await noteOn(page, '#harmless')).anchor.text).toBe('Card and phone: apple');
    expect((await noteOn(page, '#pay')).anchor.name).toBe('Pay now');
    const { anchor, html } = await noteOn(page, '.secret >> nth=1');
    expect(anchor.name).toBe('Card number');
    expect(html).toContain('autocomplete="cc-number"');
    expect((await noteOn(page, '#name')).html).toBe('<span id="name" data-sidenote-mask class="text named"></span>');
  }));

test('words in an editor, in a masked slot and in the attributes around a field aren’t in a note, whatever is picked', () =>
  it.on('masks', async ({ page }) => {
    await page.evaluate(() => {
      document.body.innerHTML = `<h1>Open</h1>
        <section id="editor"><div contenteditable><p>zebra <a href="/zebra" title="zebra">zebra</a></p></div></section>
        <section id="slots"><p>Name</p><x-name>zebra <b>zebra</b></x-name><p id="next">After it</p></section>
        <section id="grows"><div data-replicated-value="A zebra"><textarea></textarea></div></section>`;
      const root = document.querySelector('x-name')?.attachShadow({ mode: 'open' });
      if (root) root.innerHTML = '<span data-sidenote-mask><slot></slot></span>';
      const field = document.querySelector('textarea');
      if (field) field.value = 'A zebra';
    });
    for (const selector of ['#editor p', '#editor a', '#slots', 'x-name', '#next', '#grows'])
      await noteOn(page, selector);
    await leaveAnother(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await openPanel(page);
    await writeAndSend(page, 'All of it');
    expect(sentContext().selection?.text).toMatch(/^Open\s+Name\s+After it$/);
    expect(JSON.stringify(it.service.sent())).not.toContain('zebra');
  }));
