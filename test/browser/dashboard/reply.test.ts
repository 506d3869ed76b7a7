import { expect, test } from '@jest/globals';
import { seedAnnotations } from '../../annotations/seed.ts';
import { newWorkspace } from '../../driver.ts';
import { hold, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test('a reply whose note is left while it is sent is sent once, keeps the note read, and says if it failed', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  await seedAnnotations(ws.id, site.id, 2);
  await visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const field = page.getByRole('textbox', { name: 'Reply' });
    const openNote = () => page.getByText('Note 0', { exact: true }).click();
    const leave = () => page.getByRole('link', { name: 'Inbox', exact: true }).first().click();
    const send = async (text: string) => {
      await field.fill(text);
      await page.keyboard.press('Control+Enter');
    };
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/replies')) sent += 1;
    });
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await openNote();
    const answer = await hold(page, '**/replies');
    await send('We are on it.');
    await leave();
    await openNote();
    await page.getByRole('button', { name: 'Send reply', disabled: true }).waitFor();
    expect([await field.inputValue(), await field.isEditable()]).toEqual(['We are on it.', false]);
    answer();
    await page.locator('.said', { hasText: 'We are on it.' }).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('[data-shortcut=reply]')?.value === '',
    );
    expect(sent).toBe(1);

    const later = await hold(page, '**/replies');
    await send('It is fixed.');
    await leave();
    await page.getByText('Note 1', { exact: true }).waitFor();
    const marked = page.waitForResponse((one) => one.url().endsWith('/opened') && one.request().method() !== 'GET');
    later();
    await marked;
    await page.reload();
    const unread = page.getByRole('link', { name: /^Unread/ });
    await unread.getByText('Note 1', { exact: true }).waitFor();
    expect(await unread.count()).toBe(1);

    await openNote();
    const { promise, resolve: refuse } = Promise.withResolvers<void>();
    await page.route('**/replies', async (route) => {
      await promise;
      await route.fulfill({ status: 409, json: { detail: 'This thread is full.' } });
    });
    await send('One more thing.');
    await leave();
    await page.getByText('Note 1', { exact: true }).waitFor();
    refuse();
    await page.getByText('Your reply to “Note 0” wasn’t sent. Its text is still there.').waitFor();
    await openNote();
    await page.getByRole('button', { name: 'Send reply', disabled: false }).waitFor();
    expect(await field.inputValue()).toBe('One more thing.');
    // The browser reports the status itself.
    expect(complaints.splice(0)).toHaveLength(1);
  });
});
