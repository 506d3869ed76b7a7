import type { Page } from 'playwright-core';

/** Screens of this size above the first fix of a review. */
export const screensAbove = async (page: Page, width: number, height: number): Promise<number> => {
  await page.setViewportSize({ width, height });
  const fix = page.locator('.fix-place').first();
  await fix.waitFor();
  const top = await fix.evaluate((one) => one.getBoundingClientRect().top + scrollY);
  return top / height;
};
