import { expect, test } from '@jest/globals';
import { seedAnnotations } from '../../annotations/seed.ts';
import { newWorkspace } from '../../driver.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test('tabs count the notes of one site or of all, and follow a change', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const other = await ws.site({ name: 'Docs' });
  await seedAnnotations(ws.id, site.id, 3);
  await seedAnnotations(ws.id, other.id, 101, () => ({ status: 'resolved' }));
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const tab = (name: string) => page.getByRole('link', { name, exact: true });
    await tab('Pending 3').waitFor();
    await tab('Blocked').waitFor();
    await page.getByText('Note 2', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await tab('Pending 2').waitFor();
    await tab('Blocked 1').waitFor();
    await page.getByLabel('Site', { exact: true }).selectOption('All sites');
    await tab('Resolved 100+').waitFor();
    await lookAt(page, 'counts');
    expect(await tab('Pending 2').count()).toBe(1);
  });
}, 120_000);
