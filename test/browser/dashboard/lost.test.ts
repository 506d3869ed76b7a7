import { beforeAll, expect, test } from '@jest/globals';
import { newId } from '../../../functions/kit/ids.ts';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { freshAddress, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

test('a deleted site, its note, and unknown pages say so calmly and have one way on', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const site = await ws.site({ name: 'Old shop' });
    const note = await ws.note(site, { body: 'This shop will be gone' });
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    await open('/nowhere');
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await lookAt(page, 'lost-page');
    for (const [name, path, heading, way] of [
      ['note', `/inbox/${note.id}`, 'This note isn’t available', 'inbox'],
      ['site', `/sites/${site.id}`, 'This site isn’t available', 'sites'],
      ['review', `/reviews/${newId()}`, 'This review isn’t available', 'reviews'],
      ['persona', `/personas/${newId()}`, 'This persona isn’t available', 'personas'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await lookAt(page, `lost-${name}`);
      await page.getByRole('link', { name: `Go to ${way}` }).click();
      await page.waitForURL(new RegExp(`/dashboard/${way}`));
    }
    for (const path of ['/connect', '/team-mode']) {
      await open(path);
      await page.getByRole('link', { name: 'Go to inbox' }).waitFor();
      await lookAt(page, `lost${path.replace('/', '-')}`);
    }
    // The browser notes each 404 as a failed request.
    expect(complaints.splice(0).every((one) => one.includes('404'))).toBe(true);
  }));

test('the address of a deleted site shows the notes of the others, and without notes how to get one', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const { owner, site } = await newWorkspace();
    const [gone, other] = [await site(), await site({ name: 'Lamp shop' }), await site({ name: 'Chair shop' })];
    await call('DELETE', `/api/widget/sites/${gone.id}`, { as: owner });
    await open(`/inbox?site=${gone.id}`);
    await signInByHand(dashboard, owner.email);
    await page.getByText('Here are the notes of your other sites instead.').waitFor();
    const main = page.locator('main');
    await main.getByRole('link', { name: 'Install the widget' }).waitFor();
    expect(await main.getByRole('link', { name: 'Show all sites' }).count()).toBe(0);
    await call('DELETE', `/api/widget/sites/${other.id}`, { as: owner });
    await page.reload();
    await page.getByText('Here are the notes of your other site instead.').waitFor();
    complaints.splice(0);
  }));

test('a submission that is gone leads an admin back to the queue', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open(`/admin/showcase/${newId()}`);
    await signInByHand(dashboard, freshAddress(), { admin: true });
    await page.getByRole('heading', { level: 1, name: 'This submission isn’t available' }).waitFor();
    await lookAt(page, 'lost-submission');
    await page.getByRole('link', { name: 'Back to the queue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
    expect(complaints.splice(0).every((one) => one.includes('404'))).toBe(true);
  }));

test('pages that only members can use tell a guest so, offer what a guest can do, and show no form', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const site = await ws.site({ name: 'Lamp shop' });
    const other = await ws.site({ name: 'Chair shop' });
    const [guest, note] = await Promise.all([ws.guest([site.id, other.id]), ws.note(site, { body: 'A bright lamp' })]);
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, guest.email);
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await page.getByRole('heading', { level: 1, name: 'A bright lamp' }).waitFor();
    complaints.splice(0);
    for (const [path, title, way] of [
      ['/reviews/new', 'Only members can start reviews', 'reviews'],
      ['/sites/new', 'Only members can add sites', 'sites'],
      ['/personas/new', 'Only members can add personas', 'personas'],
    ] as const) {
      await open(path);
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      expect(await page.locator('main form').count()).toBe(0);
      await lookAt(page, `guest${path.replaceAll('/', '-')}`);
      await page.getByRole('link', { name: `Go to ${way}` }).click();
      await page.waitForURL(new RegExp(`/dashboard/${way}$`));
    }
    await open(`/sites/${site.id}`);
    await page.getByText('Members can give clients and colleagues a personal link').waitFor();
    await lookAt(page, 'guest-site');
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    await open(`/inbox?site=${site.id}`);
    // Comes once it is known whether the widget runs.
    await page.getByRole('link', { name: 'Show all sites' }).waitFor();
    await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
    expect(
      await page
        .locator('main')
        .getByRole('link', { name: /install/i })
        .count(),
    ).toBe(0);
  }));

test('the page of a note that was deleted shows each text that was typed there and not sent', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const site = await ws.site({ name: 'Short-lived shop' });
    const note = await ws.note(site, { body: 'This note will be gone' });
    await open(`/inbox/${note.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Add an outcome' }).click();
    await page.getByRole('textbox', { name: 'Outcome' }).fill('Dimmed the lamp');
    // Closing the form with Escape keeps its text.
    await page.getByRole('textbox', { name: 'Outcome' }).press('Escape');
    await page.getByRole('textbox', { name: 'Outcome' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Reply' }).fill('We dimmed it.');
    await page.getByRole('button', { name: 'Attach proof' }).click();
    await page.getByLabel('Describe the fix').fill('A weaker bulb.');
    await page.getByLabel('Link to the change').fill('https://git.example.com/1');
    await call('DELETE', `/api/widget/sites/${site.id}`, { as: ws.owner });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'This note isn’t available' }).waitFor();
    for (const text of ['Dimmed the lamp', 'We dimmed it.', 'A weaker bulb.', 'https://git.example.com/1'])
      await page.locator('.unsent').getByText(text).waitFor();
    complaints.splice(0);
  }));
