import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../functions/kit/ids.ts';
import { idle, stage } from '../../driver.ts';
import { openPage, pictureTaken, pinElement, type Service, type Site, serveSite, writeAndSend } from '../site.ts';
import { freshAddress, signInByHand, withBrowser } from './stand.ts';

const { browser, openDashboard } = withBrowser();
let pages: Site;
/** The script's address is known once the site has been made by hand. */
let service: Service;

beforeAll(async () => {
  const base = stage().base_url;
  const bucket = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '').origin;
  service = { script: '', base, bucket };
  pages = await serveSite(service);
});

afterAll(async () => {
  await pages?.close();
});

/** A visitor pins a note and leaves an address. Gives what the page looked like. */
const leaveNote = async (email: string, text: string): Promise<Buffer> => {
  const { page, complaints } = await openPage(browser(), pages, 'demo');
  try {
    await pinElement(page, 'main button, main a');
    await pictureTaken(page);
    await page.locator('sidenote-widget .panel summary', { hasText: 'Get a reply' }).click();
    await page.locator('sidenote-widget .panel input[type=email]').fill(email);
    expect(await writeAndSend(page, text)).toMatch(/Sent/);
    expect(complaints).toEqual([]);
    return await page.screenshot();
  } finally {
    await page.context().close();
  }
};

const mailsTo = async (email: string): Promise<{ text: string }[]> => {
  await idle();
  return (await (await fetch(`${stage().base_url}/__local/mail?to=${encodeURIComponent(email)}`)).json()) as {
    text: string;
  }[];
};

test('a new user adds a site, triages a visitor’s note and attaches proof, and the visitor is notified', async () => {
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  const visitor = `visitor-${newId().toLowerCase()}@example.com`;
  try {
    await open('/');
    await signInByHand(dashboard, freshAddress());
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await page.getByRole('link', { name: 'Add a site' }).click();
    await page.getByLabel('Address').fill(pages.origin);
    await page.getByLabel('Name').fill('Lamps & Light');
    let created = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/widget/sites')) created += 1;
    });
    await page.getByRole('button', { name: 'Create site' }).dblclick();
    const tag = await page.getByRole('region', { name: 'Script tag' }).textContent();
    expect(created).toBe(1);
    service.script = /src="([^"]+)"/.exec(tag ?? '')?.[1] ?? '';

    const picture = await leaveNote(visitor, 'The total here forgets the discount.');
    await page.getByText(/Widget last seen/).waitFor();
    await page.getByRole('link', { name: 'Open inbox' }).click();
    const row = page.getByRole('link', { name: /forgets the discount/ });
    await row.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /forgets the discount/ }).waitFor();
    await page.getByLabel('Assignee').selectOption({ index: 1 });
    // The screenshot and the thread move the button until they are there: a slow press could miss it.
    await page.waitForLoadState('networkidle');

    await page.getByRole('button', { name: 'Attach proof' }).click();
    const file = { mimeType: 'image/png', buffer: picture };
    await page.getByLabel('Before', { exact: true }).setInputFiles({ ...file, name: 'before.png' });
    await page.getByLabel('After', { exact: true }).setInputFiles({ ...file, name: 'after.png' });
    await page.getByLabel('Describe the fix').fill('The total now takes 20 % off.');
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('slider', { name: /Compare before and after/ }).waitFor();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();

    const mails = await mailsTo(visitor);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('20 % off')]);
    await page.getByText('sender notified by email').waitFor();

    await open('/inbox?status=resolved');
    await row.waitFor();
    expect(dashboard.complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});
