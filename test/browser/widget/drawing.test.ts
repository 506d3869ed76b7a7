import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pictureTaken, pinElement } from '../site.ts';
import { stand } from './stand.ts';

const it = stand();

const openDrawing = async (page: Page): Promise<void> => {
  await pinElement(page, 'h1');
  await pictureTaken(page);
  await page.locator('.draws').click();
  await page.locator('.draw canvas').waitFor();
};
const pixels = (page: Page) =>
  page.locator('.draw canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test('undo while a text is typed undoes the typing, and leaves what is blurred', () =>
  it.on('tailwind', async ({ page }) => {
    await openDrawing(page);
    const plain = await pixels(page);
    await page.locator('[data-tool=blur]').click();
    await page.locator('.draw canvas').hover({ position: { x: 20, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(500, 400, { steps: 3 });
    await page.mouse.up();
    const blurred = await pixels(page);
    expect(blurred).not.toBe(plain);
    await page.locator('[data-tool=words]').click();
    await page.locator('.draw canvas').click({ position: { x: 60, y: 60 } });
    await page.keyboard.type('Wrong');
    await page.keyboard.press('Control+z');
    expect(await page.locator('.draw input').inputValue()).not.toBe('Wrong');
    expect(await pixels(page)).toBe(blurred);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    expect(await pixels(page)).toBe(plain);
  }));

test('every drawing tool can be reached on a screen as small as a page at 400% zoom', () =>
  it.on(
    'tailwind',
    async ({ page }) => {
      await openDrawing(page);
      await page.setViewportSize({ width: 320, height: 180 });
      for (const button of await page.locator('.draw button').all()) {
        await button.scrollIntoViewIfNeeded();
        const { x, y, width, height } = (await button.boundingBox())!;
        expect([x >= 0, y >= 0, x + width <= 320, y + height <= 180]).toEqual([true, true, true, true]);
      }
      await page.locator('.draw canvas').scrollIntoViewIfNeeded();
      expect((await page.locator('.draw canvas').boundingBox())?.height).toBeGreaterThan(50);
    },
    { viewport: { width: 320, height: 256 } },
  ));
