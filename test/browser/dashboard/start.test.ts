import { expect, test } from '@jest/globals';
import { idle, stage } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { pictureTaken, pinElement, writeAndSend } from '../site.ts';
import { freshAddress, lookAt, signInByHand, withBrowser } from './stand.ts';

const { openDashboard } = withBrowser();

const mailsTo = async (email: string): Promise<{ subject: string }[]> => {
  await idle();
  const answer = await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as { subject: string }[];
};

test('a new account leaves its first note on a sample page, resolves it and gets the visitor’s mail', async () => {
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  const email = freshAddress();
  const list = page.getByRole('region', { name: 'Get started' });
  const doneSteps = () => list.locator('li[data-done=true] strong').allTextContents();
  try {
    await open('/');
    await signInByHand(dashboard, email);
    await list.waitFor();
    await lookAt(page, 'start');
    expect(await doneSteps()).toEqual([]);
    await list.getByRole('button', { name: 'Create a sample site' }).click();
    const [shop] = await Promise.all([
      page.context().waitForEvent('page'),
      list.getByRole('link', { name: 'Open the sample page' }).click(),
    ]);
    await shop.locator('sidenote-widget .go').waitFor();
    await pinElement(shop, '.buy button');
    await pictureTaken(shop);
    await shop.locator('sidenote-widget .panel summary', { hasText: 'Get a reply' }).click();
    await shop.locator('sidenote-widget .panel input[type=email]').fill(email);
    expect(await writeAndSend(shop, 'This button should say what happens next.')).toMatch(/Sent/);
    await shop.close();

    await page.getByRole('link', { name: /should say what happens next/ }).waitFor();
    await list.locator('li[data-done=true]').waitFor();
    expect(await doneSteps()).toEqual(['Leave a note on a sample page']);
    await lookAt(page, 'start-noted');
    await list.locator('[aria-current=step] .primary').getByText('Open your note').click();
    await page.getByRole('heading', { level: 1, name: /should say what happens next/ }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('textbox').first().fill('It says “Go to checkout” now.');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await open('/inbox');
    await list.locator('li[data-done=true]').nth(1).waitFor();
    expect(await list.locator('.primary').allTextContents()).toEqual(['Connect an agent']);
    await until(async () => (await mailsTo(email)).length > 0, 'the visitor’s mail');
    await list.getByRole('button', { name: 'Hide' }).click();
    await list.waitFor({ state: 'detached' });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api-tokens')) asked += 1;
    });
    await open('/inbox?status=resolved');
    await page.getByRole('link', { name: /should say what happens next/ }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(0);
    expect(complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});
