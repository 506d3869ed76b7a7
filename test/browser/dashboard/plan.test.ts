import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newWorkspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { hold, keepPictures, lookAt, signInByHand, withBrowser } from './stand.ts';

const { openDashboard } = withBrowser();

test('priority, due date and labels are set on a note, undone, shown in the inbox and filtered by', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const labels = ['accessibility', 'navigation', 'performance', 'translation', 'typography'];
  const [id = ''] = await seedAnnotations(ws.id, site.id, 2, (index) => (index === 1 ? { labels } : {}));
  const saved = async () => {
    const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
    return { priority: body.priority, due_on: body.due_on, labels: body.labels };
  };
  const dashboard = await openDashboard();
  const { page, complaints, open } = dashboard;
  try {
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByText('Priority: Urgent').first().waitFor();
    await page.getByLabel('Due', { exact: true }).fill('2020-02-29');
    await page.getByLabel('Due', { exact: true }).press('Enter');
    await page.getByText('Due date saved').waitFor();
    await page.getByLabel('New label').fill(' Checkout ');
    await page.getByLabel('New label').press('Enter');
    await page.getByRole('button', { name: 'Remove label checkout' }).waitFor();
    expect(await saved()).toEqual({ priority: 'urgent', due_on: '2020-02-29', labels: ['checkout'] });
    await lookAt(page, 'plan');

    // Without the messages of the changes before.
    await open(`/inbox/${id}`);
    await page.getByRole('button', { name: 'Remove label checkout' }).click();
    await page.getByRole('button', { name: 'Remove label checkout' }).waitFor({ state: 'detached' });
    await page.getByText('Labels saved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove label checkout' }).waitFor();
    expect((await saved()).labels).toEqual(['checkout']);

    await page.getByText('Activity').click();
    await page.getByText('set the priority to “Urgent”').waitFor();

    await open('/inbox');
    await page.getByText('Overdue: ').waitFor();
    await page.getByText('Note 1', { exact: true }).waitFor();
    for (const width of [820, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const text = page.locator('.note-row-text').filter({ hasText: 'Note 1' });
      expect((await text.boundingBox())?.width).toBeGreaterThan(100);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByText('Note 1', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('Note 0', { exact: true }).waitFor();
    await page.getByLabel('Priority').selectOption('');
    await page.getByText('Note 1', { exact: true }).waitFor();
    await page.getByLabel('Label', { exact: true }).selectOption('checkout');
    await page.getByText('Note 1', { exact: true }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('label')).toBe('checkout');
    await lookAt(page, 'plan-inbox');
    expect(complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

test('a label typed while another is being saved stays in its field, and labels of others stay on the note', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [id = ''] = await seedAnnotations(ws.id, site.id, 1);
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  try {
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    const field = page.getByLabel('New label');
    await field.fill('checkout');
    const release = await hold(page, `**/api/widget/annotations/${id}`);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Add label', disabled: true }).waitFor();
    await call('PATCH', `/api/widget/annotations/${id}`, { as: ws.owner, body: { labels: ['theirs'] } });
    await field.fill('Mobile');
    release();
    await page.getByText('Labels saved').waitFor();
    expect(await field.inputValue()).toBe('Mobile');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove label mobile' }).waitFor();
    expect(await field.inputValue()).toBe('');
    const labels = async () => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body.labels;
    expect(await labels()).toEqual(['checkout', 'mobile', 'theirs']);
    await call('PATCH', `/api/widget/annotations/${id}`, {
      as: ws.owner,
      body: { labels: ['mobile', 'their second'] },
    });
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until(async () => JSON.stringify(await labels()) === '["their second"]', 'the other label alone');
  } finally {
    await dashboard.close();
  }
});

test('removing labels by keyboard moves the focus to the next one, the previous one, then the field', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [id = ''] = await seedAnnotations(ws.id, site.id, 1, () => ({ labels: ['cart', 'mobile', 'search'] }));
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  const hasFocus = (element: Locator) => element.and(page.locator(':focus')).waitFor();
  const remove = (label: string) => page.getByRole('button', { name: `Remove label ${label}` });
  const row = (label: string) =>
    page
      .getByRole('listitem')
      .filter({ has: remove(label) })
      .last();
  try {
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await remove('mobile').press('Enter');
    await hasFocus(row('search'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await hasFocus(row('cart'));
    await remove('cart').press('Enter');
    await hasFocus(page.getByLabel('New label'));
  } finally {
    await dashboard.close();
  }
});

test('the outcome’s form gives the focus to a button that opens it again', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [id = ''] = await seedAnnotations(ws.id, site.id, 1);
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  const hasFocus = (element: Locator) => element.and(page.locator(':focus')).waitFor();
  const more = page.getByRole('button', { name: 'More actions' });
  const edit = page.getByRole('button', { name: 'Edit outcome' });
  const field = page.getByRole('textbox', { name: 'Outcome' });
  const add = async () => {
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Add an outcome' }).press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus(field);
  };
  try {
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await add();
    await page.keyboard.press('Escape');
    await hasFocus(more);
    await add();
    await page.keyboard.type('Counts again');
    await page.keyboard.press('Control+Enter');
    await edit.waitFor();
    await edit.press('Enter');
    await hasFocus(field);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await hasFocus(edit);
  } finally {
    await dashboard.close();
  }
});

test('long labels stay inside their row and their card', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const labels = ['accessibility of the checkout on phones and tablets', 'l'.repeat(60)];
  await seedAnnotations(ws.id, site.id, 1, () => ({ labels }));
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  try {
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const tags = page.locator('.label-tag');
    for (const view of ['list', 'board']) {
      await open(`/inbox?site=${site.id}&view=${view}`);
      await tags.nth(1).waitFor();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const when = view === 'list' ? await page.locator('.note-row .when').boundingBox() : null;
        const line = await page.locator('.note-line').boundingBox();
        const end = when?.x ?? (line?.x ?? 0) + (line?.width ?? 0);
        for (const tag of await tags.all()) {
          const { x = 0, width: wide = 0 } = (await tag.boundingBox()) ?? {};
          expect(x + wide).toBeLessThanOrEqual(end);
        }
      }
      await keepPictures(page, `long-labels-${view}`);
    }
    expect(await tags.nth(1).getAttribute('title')).toBe('l'.repeat(60));
  } finally {
    await dashboard.close();
  }
});

const onNote = async (
  due_on: string,
  run: (page: Page, id: string, dueOn: () => Promise<unknown>) => Promise<void>,
) => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  const [id = ''] = await seedAnnotations(ws.id, site.id, 1, () => ({ due_on }));
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  try {
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await run(page, id, async () => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body.due_on);
  } finally {
    await dashboard.close();
  }
};

test('a due date chosen while another is being saved is saved next', () =>
  onNote('2027-01-01', async (page, id, dueOn) => {
    const field = page.getByLabel('Due', { exact: true });
    await field.waitFor();
    const release = await hold(page, `**/api/widget/annotations/${id}`);
    await field.fill('2027-03-01');
    await field.press('Enter');
    await field.fill('2027-03-02');
    await field.press('Enter');
    release();
    await until(async () => (await dueOn()) === '2027-03-02', 'the second date');
    expect(await field.inputValue()).toBe('2027-03-02');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until(async () => (await dueOn()) === '2027-03-01', 'the first date');
  }));

test('an incomplete date removes no due date, and says so', () =>
  onNote('2027-01-01', async (page, _id, dueOn) => {
    const field = page.getByLabel('Due', { exact: true });
    await field.press('Delete');
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
    await field.press('Enter');
    await field.blur();
    const message = page.getByRole('alert').filter({ hasText: 'This is not a full date.' });
    await message.waitFor();
    await page.getByLabel('Priority').selectOption('urgent');
    await page.getByText('Priority: Urgent').first().waitFor();
    expect(await dueOn()).toBe('2027-01-01');
    await field.fill('2027-01-02');
    await field.press('Enter');
    await message.waitFor({ state: 'detached' });
    await until(async () => (await dueOn()) === '2027-01-02', 'the whole date');
  }));
