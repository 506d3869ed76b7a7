import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { MINUTE, now } from '../../../functions/kit/clock.ts';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newWorkspace } from '../../driver.ts';
import { seedNote } from './note-seed.ts';
import { hold, lookAt, signInByHand, withBrowser } from './stand.ts';

const { browser, visit } = withBrowser();

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
});

test('a note is unread until its member opens it, and again after a reply of someone else', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [id = ''] = await seedAnnotations(ws.id, site.id, 2);
  const member = await ws.member();
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const unread = page.getByRole('link', { name: /^Unread/ });
    await unread.nth(1).waitFor();
    await lookAt(page, 'unread');
    await page.getByText('Note 0', { exact: true }).click();
    await page.getByRole('heading', { name: 'Thread' }).waitFor();
    await page.getByRole('link', { name: 'Inbox', exact: true }).first().click();
    await page.getByText('Note 1', { exact: true }).waitFor();
    expect(await unread.count()).toBe(1);

    // Your own change doesn't make it unread.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await page.getByRole('link', { name: 'Blocked 1' }).click();
    await page.getByText('Note 0', { exact: true }).waitFor();
    expect(await unread.count()).toBe(0);

    await call('POST', `/api/widget/annotations/${id}/replies`, { as: member, body: { body: 'Is it still there?' } });
    await page.reload();
    await unread.waitFor();
    await unread.click();
    await page.getByText('New', { exact: true }).waitFor();
    await lookAt(page, 'unread-reply');
    await page.getByLabel('Status').waitFor();
    await open(`/inbox?site=${site.id}&status=blocked`);
    await page.getByText('Note 0', { exact: true }).waitFor();
    expect(await unread.count()).toBe(0);
  });
});

test('a note is shown as in progress until the agent’s lease ends', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const lease = { acknowledged_by: 'mcp:1 (Cursor)', lease_expires_at: now() + 10 * MINUTE };
  await seedAnnotations(ws.id, site.id, 1, () => lease);
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await page.clock.install();
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('In progress').waitFor();
    await page.clock.fastForward(11 * MINUTE);
    await page.getByText('In progress').waitFor({ state: 'detached' });
  });
});

test('pictures of notes come into the list, which is sorted by change, priority and due date', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const { id: pictured } = await seedNote(browser(), ws, site);
  const [first = '', second = ''] = await seedAnnotations(ws.id, site.id, 3);
  const patch = (id: string, body: object) => call('PATCH', `/api/widget/annotations/${id}`, { as: ws.owner, body });
  await patch(first, { due_on: '2026-12-01' });
  await patch(second, { priority: 'high' });
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const firstRow = page.locator('[data-note]').first();
    const isFirst = (id: string) => page.locator(`[data-note="${id}"]:first-child`).waitFor();
    await page.getByText('Note 2', { exact: true }).waitFor();
    const picture = page.locator(`[data-note="${pictured}"]`).getByRole('img', { name: 'With a screenshot' });
    await picture.waitFor();
    await page.waitForFunction(() => (document.querySelector('.thumbnail img') as HTMLImageElement)?.naturalWidth > 0);
    const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height;
    expect(await heightOf('.thumbnail img')).toBe(await heightOf('.thumbnail'));
    await page.getByLabel('Sort', { exact: true }).selectOption('By priority');
    await isFirst(second);
    await page.getByLabel('Sort', { exact: true }).selectOption('By due date');
    await isFirst(first);
    await lookAt(page, 'sorted');
    await page.getByLabel('Sort', { exact: true }).selectOption('Last changed first');
    await isFirst(second);
    expect(await firstRow.getAttribute('data-note')).toBe(second);
  });
});

test('filters are saved as a view, for oneself or the workspace, opened again and deleted', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  await seedAnnotations(ws.id, site.id, 2, (index) => ({ kind: index === 0 ? 'bug' : 'idea' }));
  const member = await ws.member();
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    await open(`/inbox?site=${site.id}&kind=bug`);
    await signInByHand(dashboard, ws.owner.email);
    const views = page.getByRole('button', { name: 'Saved views' });
    await views.click();
    await page.getByText('Save filters under a name').waitFor();
    await page.getByLabel('Save the current filters as').fill('Bugs of the shop');
    await page.getByLabel('Share with the workspace').check();
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('region', { name: 'Workspace' }).getByText('Bugs of the shop').waitFor();
    await page.getByLabel('Share with the workspace').uncheck();
    await page.getByLabel('Save the current filters as').fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Only you' }).getByText('Mine').waitFor();
    await lookAt(page, 'views');
    await page.setViewportSize({ width: 390, height: 844 });
    const middleOf = async (place: Locator) => {
      const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    };
    const tools = ['Saved views', 'Export PDF'].map((name) => page.getByRole('button', { name, includeHidden: true }));
    const heading = await middleOf(page.getByRole('heading', { level: 1, includeHidden: true }));
    for (const tool of tools) expect(Math.abs((await middleOf(tool)) - heading)).toBeLessThan(4);
    await page.setViewportSize({ width: 1440, height: 900 });
    const { body } = await call('GET', `/api/workspaces/${ws.id}/views`, { as: member });
    expect(body.items).toMatchObject([{ name: 'Bugs of the shop', shared: true }]);
    await page.getByLabel('Save the current filters as').fill('Other');
    await page.keyboard.press('Enter');
    const deletes = page.getByRole('region', { name: 'Only you' }).getByRole('button');
    await deletes.nth(1).waitFor();
    const release = await hold(page, `**/api/workspaces/${ws.id}/views/*`);
    await deletes.first().press('Enter');
    await deletes.first().and(page.locator(':disabled')).waitFor();
    release();
    await deletes.nth(1).waitFor({ state: 'detached' });
    await page.locator('.saved-view:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await deletes.waitFor({ state: 'detached' });
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.press('Escape');

    await open(`/inbox?site=${site.id}&status=resolved`);
    await views.click();
    await page.getByRole('link', { name: 'Bugs of the shop' }).click();
    await page.getByText('Note 0', { exact: true }).waitFor();
    expect(await page.getByText('Note 1', { exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Kind').inputValue()).toBe('bug');
  });
});

test('notes that a bulk change or its undo leaves unchanged are reported after the filter changed', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [first, second] = await seedAnnotations(ws.id, site.id, 3);
  await visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('Note 2', { exact: true }).waitFor();
    let refused = first;
    await page.route('**/api/widget/annotations/*', (route) =>
      route.request().method() === 'PATCH' && route.request().url().endsWith(`/${refused}`)
        ? route.fulfill({ status: 409, json: { detail: 'Others change it too.' } })
        : route.fallback(),
    );
    const release = await hold(page, '**/api/widget/annotations/*');
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 's']) await page.keyboard.press(key);
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await page.getByText('0 of 3').waitFor();
    await page.getByRole('link', { name: /^Resolved/ }).click();
    await page.getByText('0 of 3').waitFor({ state: 'detached' });
    release();
    const reports = page.getByRole('alertdialog').filter({ hasText: '1 note was not changed' });
    await reports.getByText('Others change it too.').waitFor();
    await lookAt(page, 'bulk-failed-elsewhere');

    refused = second;
    await page.getByRole('button', { name: 'Undo' }).click();
    await reports.nth(1).waitFor();
    expect(complaints.splice(0)).toHaveLength(2);
  });
});

test('a change that is refused leaves the row as it is by then, and removes one that is gone', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [first = '', second = ''] = await seedAnnotations(ws.id, site.id, 2);
  await visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const row = (id: string) => page.locator(`[data-note="${id}"]`);
    await page.clock.install();
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await row(first).waitFor();
    const { promise: changed, resolve: refuse } = Promise.withResolvers<void>();
    await page.route(`**/api/widget/annotations/${first}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await changed;
      return route.fulfill({ status: 409, json: { detail: 'Someone else changed it.' } });
    });
    await row(first).getByRole('link').focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await row(first).waitFor({ state: 'detached' });
    await call('PATCH', `/api/widget/annotations/${first}`, { as: ws.owner, body: { priority: 'high' } });
    await page.clock.fastForward(10_000);
    await row(first).getByText('High').waitFor();
    refuse();
    await page.getByRole('alertdialog').filter({ hasText: 'Someone else changed it.' }).waitFor();
    expect(await row(first).getByText('High').count()).toBe(1);

    await page.route(`**/api/widget/annotations/${second}`, (route) =>
      route.fulfill({ status: 404, json: { detail: 'Not found' } }),
    );
    await row(second).getByRole('link').focus();
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await page.getByRole('alertdialog').filter({ hasText: 'There’s nothing here' }).waitFor();
    await row(second).waitFor({ state: 'detached' });
    expect(complaints.splice(0).every((one) => /409|404/.test(one))).toBe(true);
  });
});

test('notes that were ticked with the mouse are changed with a shortcut, and Space still ticks', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [first = '', second = ''] = await seedAnnotations(ws.id, site.id, 2);
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    const box = (id: string) => page.locator(`[data-note="${id}"]`).getByRole('checkbox');
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await box(first).click();
    await box(second).click();
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
    await page.getByRole('link', { name: 'Blocked 2' }).waitFor();
  });
});

test('a list of the last days keeps its notes and their selection past the full hour', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [first = '', second = ''] = await seedAnnotations(ws.id, site.id, 2);
  await visit(async (dashboard) => {
    const { page, open } = dashboard;
    const box = (id: string) => page.locator(`[data-note="${id}"]`).getByRole('checkbox');
    const fullHour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    await page.clock.install({ time: fullHour - 600_000 });
    await open(`/inbox?site=${site.id}&since=week`);
    await signInByHand(dashboard, ws.owner.email);
    await box(first).check();
    await page.getByText('1 selected').waitFor();
    await page.clock.fastForward(660_000);
    await box(second).check();
    await page.getByText('2 selected').waitFor();
  });
});
