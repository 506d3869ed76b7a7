import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const URL_OF_PAGE = 'https://shop.example.com/cart';

const setUp = async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const leave = async (selector: string, body: string, name: string) =>
    (
      await ws.note(site, {
        body,
        name,
        context: { page: { url: URL_OF_PAGE }, anchor: { kind: 'element', selector } },
      })
    ).id;
  const original = await leave('td.total', 'The total ignores the 20% voucher', 'Ada');
  const other = await leave('td.total', 'The total is cut off on my phone', 'Grace');
  const double = await leave('td.total', 'Voucher code was accepted but nothing was taken off the total', 'Alan');
  const read = async (id: string) => (await call('GET', `/api/widget/annotations/${id}`, { as: ws.owner })).body;
  return { ws, original, other, double, read };
};

test('a suggested duplicate is merged by keyboard, counted on its original, and brought back by undo', async () => {
  const { ws, original, other, double, read } = await setUp();
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox/${double}`);
    await signInByHand(dashboard, ws.owner.email);
    const section = page.getByRole('region', { name: 'Possible duplicates' });
    await section.getByText('The total ignores the 20% voucher').waitFor();
    expect(await section.getByRole('listitem').count()).toBe(1);
    await lookAt(page, 'duplicates');
    await section.getByRole('button', { name: /becomes the duplicate/ }).press('Enter');
    await page.getByText('Merged', { exact: true }).waitFor();
    expect(await read(double)).toMatchObject({ status: 'duplicate', duplicate_of: original });
    await page.keyboard.press('z');
    await page.getByRole('button', { name: /becomes the duplicate/ }).waitFor();
    // The page shows the undo before it is written.
    await until(async () => (await read(double)).status === 'pending', 'the undo');
    expect(await read(double)).toMatchObject({ duplicate_of: null });
    expect(await read(original)).toMatchObject({ duplicate_count: 0 });

    await open(`/inbox/${original}`);
    await page.getByRole('button', { name: /stays the original/ }).click();
    const reports = page.getByRole('region', { name: '2 reports' });
    await reports.getByRole('link', { name: 'Voucher code was accepted' }).waitFor();
    await lookAt(page, 'reports');
    await open('/inbox');
    await page.getByText('2 reports').waitFor();
    await lookAt(page, 'reports-inbox');

    // A change back from duplicate has its original again after undo.
    await open(`/inbox/${double}`);
    await page.getByLabel('Status').selectOption('pending');
    await page.getByText(/Now: Pending/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Duplicate of another note' }).waitFor();
    expect(await read(double)).toMatchObject({ status: 'duplicate', duplicate_of: original });
    expect(await read(other)).toMatchObject({ status: 'pending' });
  });
});

test('the dialog for a duplicate names the likely original first, in German as well', async () => {
  const { ws, original, double, read } = await setUp();
  await visit(
    async (dashboard) => {
      const { page, open } = dashboard;
      await open(`/inbox/${double}`);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Email').fill(ws.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('region', { name: 'Vielleicht doppelt' }).waitFor();
      await lookAt(page, 'duplicates-de');
      await page.getByLabel('Status').selectOption('duplicate');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio').first().waitFor();
      await dialog.getByRole('searchbox').press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText(/Jetzt: Doppelt/).waitFor();
      expect(await read(double)).toMatchObject({ status: 'duplicate', duplicate_of: original });
    },
    { locale: 'de-DE' },
  );
});
