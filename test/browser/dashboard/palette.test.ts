import { expect, test } from '@jest/globals';
import { MINUTE, now } from '../../../functions/kit/clock.ts';
import { call, newWorkspace } from '../../driver.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test('the command palette finds notes, sites, people, places and actions by keyboard alone', async () => {
  const ws = await newWorkspace();
  // Lists of all sites read fewer.
  const others = await Promise.all(Array.from({ length: 11 }, (_, at) => ws.site({ name: `Site ${at}` })));
  const site = await ws.site({ name: 'Demo shop' });
  await ws.note(site, { body: 'The basket forgets its discount' });
  await ws.note(site, { body: 'The footer is fine' });
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/sites');
    await signInByHand(dashboard, ws.owner.email);
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    const show = async () => {
      await page.keyboard.press('Control+k');
      await field.and(page.locator(':focus')).waitFor();
    };
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
    await show();
    await page.getByRole('option', { name: 'Request a review' }).waitFor();
    await lookAt(page, 'palette');
    await page.keyboard.type('basket');
    await page.getByRole('option', { name: /The basket forgets its discount/, selected: true }).waitFor();
    expect(await page.getByRole('option', { name: /footer/ }).count()).toBe(0);
    await lookAt(page, 'palette-notes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /The basket forgets/ }).waitFor();

    await show();
    await page.keyboard.type('demo shop');
    await page.getByRole('option', { name: /Demo shop/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The footer is fine').waitFor();
    expect(new URL(page.url()).searchParams.get('site')).toBe(site.id);
    await page
      .getByRole('link', { name: /^Unread/ })
      .first()
      .waitFor();

    await show();
    await page.keyboard.type('as read');
    await page.getByRole('option', { name: 'Mark all notes as read', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('All notes marked as read').waitFor();
    await page
      .getByRole('link', { name: /^Unread/ })
      .first()
      .waitFor({ state: 'detached' });
    for (const { id } of others) {
      const { body } = await call('GET', `/api/widget/sites/${id}/opened`, { as: ws.owner });
      expect(Number(body.since)).toBeGreaterThan(now() - 10 * MINUTE);
    }

    await show();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('option', { name: 'Sign out', selected: true }).waitFor();
    // Opened again before the browser says that it was closed.
    await page.getByRole('dialog').evaluate(async (dialog: HTMLDialogElement) => {
      dialog.requestClose();
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await show();
    await page.keyboard.type('wondrous');
    await page.getByRole('option', { name: 'Search all notes for “wondrous”', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=wondrous/);
  });
});

test('the command palette offers invitations to owners alone', async () => {
  const ws = await newWorkspace();
  const [note, member] = [await ws.note(await ws.site()), await ws.member()];
  await visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const invite = page.getByRole('option', { name: 'Invite someone' });
    const look = async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Add a site' }).waitFor();
      const count = await invite.count();
      await page.keyboard.press('Escape');
      return count;
    };
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, member.email);
    const enter = page.getByRole('button', { name: /^Switch to/ });
    await enter.waitFor();
    expect(await look()).toBe(1);
    // Their own workspace has no such note, which the browser notes as a failed request.
    complaints.splice(0);
    await enter.click();
    await page.getByRole('heading', { name: 'Thread' }).waitFor();
    expect(await look()).toBe(0);
  });
});
