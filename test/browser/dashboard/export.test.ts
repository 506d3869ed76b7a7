import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../../driver.ts';
import { readPdf } from '../../exports/read-pdf.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test('a dialog asks what the PDF contains, and keeps the choice if it is refused', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Lamp shop' });
    const [pending, resolved] = await Promise.all([
      ws.note(site, { body: 'The lamp is dark' }),
      ws.note(site, { body: 'The price is wrong' }),
    ]);
    const path = `/api/widget/annotations/${resolved.id}`;
    await call('PATCH', path, { as: ws.owner, body: { status: 'resolved' } });
    await call('POST', `${path}/replies`, { as: ws.owner, body: { body: 'It is 12 now' } });
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.locator(`[data-note="${pending.id}"]`).waitFor();
    await page.getByRole('button', { name: 'Export PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export notes of Lamp shop as PDF' });
    const notes = dialog.getByLabel('Notes');
    // As the inbox shows.
    expect(await notes.inputValue()).toBe('pending');
    await lookAt(page, 'export');
    await notes.selectOption('Resolved');
    await dialog.getByRole('switch', { name: 'Replies' }).uncheck({ force: true });
    await page.route('**/export.pdf*', (route) => route.fulfill({ status: 409, json: { detail: 'Not now.' } }), {
      times: 1,
    });
    await dialog.getByRole('button', { name: 'Create PDF' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await notes.inputValue()).toBe('resolved');
    complaints.splice(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Create PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Lamp shop \d{4}-\d\d-\d\d\.pdf$/);
    const { text } = await readPdf(await readFile(await download.path()));
    expect(text).toContain('The price is wrong');
    expect(text).not.toContain('The lamp is dark');
    expect(text).not.toContain('It is 12 now');
    await dialog.waitFor({ state: 'detached' });
  }));
