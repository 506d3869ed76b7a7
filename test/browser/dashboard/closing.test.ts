import { expect, test } from '@jest/globals';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { type Dashboard, focused, lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

const seed = async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Shop' });
  const bodies = [
    'The banner hides the menu',
    'The total forgets the discount',
    'Menu is under the banner',
    'Typo: Lmap',
  ];
  const notes = [];
  for (const body of bodies) notes.push(await ws.note(site, { body }));
  return { ws, site, notes };
};

const openInbox = async (dashboard: Dashboard) => {
  const { page, open } = dashboard;
  const { ws, site, notes } = await seed();
  const rows = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  await open(`/inbox?site=${site.id}`);
  await signInByHand(dashboard, ws.owner.email);
  await rows.nth(3).waitFor();
  return { ws, notes, rows, dialog: page.getByRole('dialog') };
};

/** The page shows a change before the service has it. */
const becomes = async (ws: Workspace, id: string | undefined, expected: Record<string, unknown>) => {
  const read = async () => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;
  await until(async () => (await read()).status === expected.status, 'the status');
  expect(await read()).toMatchObject(expected);
};

const press = async ({ page }: Dashboard, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('closing notes by keyboard asks once for the outcome, which Enter skips, Escape cancels and undo takes back', () =>
  visit(async (dashboard) => {
    const { page } = dashboard;
    const { ws, notes, rows, dialog } = await openInbox(dashboard);

    await press(dashboard, 'j', 'e');
    await page.getByRole('dialog', { name: 'Resolve this note' }).waitFor();
    await press(dashboard, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(4);

    await press(dashboard, 'e');
    await dialog.waitFor();
    expect(await focused(page)).toBe('input');
    await press(dashboard, 'Enter');
    await rows.nth(3).waitFor({ state: 'detached' });
    await becomes(ws, notes[3]?.id, { status: 'resolved', summary: '' });
    await page.locator('[data-note] :focus').waitFor();

    await press(dashboard, 'x', 'j', 'x', 'e');
    await page.getByRole('dialog', { name: 'Resolve 2 notes' }).waitFor();
    await page.keyboard.type('Moved the menu');
    await press(dashboard, 'Enter');
    await rows.nth(1).waitFor({ state: 'detached' });
    for (const at of [1, 2]) await becomes(ws, notes[at]?.id, { status: 'resolved', summary: 'Moved the menu' });
    await press(dashboard, 'z');
    await rows.nth(2).waitFor();
    for (const at of [1, 2]) await becomes(ws, notes[at]?.id, { status: 'pending', summary: '' });
  }));

test('an outcome isn’t lost: the browser asks before it leaves a page that is saving, and a refused text is there again', () =>
  visit(async (dashboard) => {
    const { page, complaints } = dashboard;
    const { ws, notes, rows, dialog } = await openInbox(dashboard);
    const answer = Promise.withResolvers<void>();
    await refuseOnce(page, '**/api/widget/annotations/*', 409, 'Someone else changed it.');
    await page.route('**/api/widget/annotations/*', async (route) => {
      await answer.promise;
      await route.fallback();
    });

    await press(dashboard, 'j', 'e');
    await dialog.waitFor();
    await page.keyboard.type('Back in 2.1');
    await press(dashboard, 'Enter');
    await rows.nth(3).waitFor({ state: 'detached' });
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    answer.resolve();
    await page.getByText('Someone else changed it.').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);

    // The focus has moved on.
    await rows.nth(3).waitFor();
    await press(dashboard, 'k', 'e');
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Back in 2.1');
    await press(dashboard, 'Enter');
    await becomes(ws, notes[3]?.id, { status: 'resolved', summary: 'Back in 2.1' });
    await rows.nth(3).waitFor({ state: 'detached' });
    page.on('dialog', (unexpected) => void unexpected.accept().then(() => complaints.push(unexpected.type())));
    await page.reload();
    await rows.nth(2).waitFor();

    await press(dashboard, 'j', 'e');
    await dialog.waitFor();
    await page.keyboard.type('Not this one');
    await press(dashboard, 'Escape');
    await dialog.waitFor({ state: 'detached' });
    await press(dashboard, 'e');
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('');
  }));

test('a duplicate names its original, found by its words; a pending note that has a summary is closed at once', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const { ws, notes } = await seed();
    const [original, , duplicate, other] = notes.map(({ id }) => id);
    await open(`/inbox/${duplicate}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByLabel('Status').selectOption('won_t_fix');
    await page.getByRole('dialog', { name: 'Close this note as won’t fix' }).waitFor();
    await lookAt(page, 'close-reason');
    await press(dashboard, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Without lookAt: the first key of a visit and the feed render the whole page, which would reset the select.
    await page.getByLabel('Status').selectOption('won_t_fix');
    await page.getByRole('dialog').waitFor();
    await press(dashboard, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Status').inputValue()).toBe('pending');

    await page.getByLabel('Status').selectOption('duplicate');
    await page.getByRole('dialog', { name: 'Close this note as a duplicate' }).waitFor();
    await page.getByRole('dialog').getByRole('radio').nth(2).waitFor();
    await lookAt(page, 'close-duplicate');
    await page.keyboard.type('hides');
    await page.getByRole('dialog').getByRole('radio').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('radio', { name: /hides/ }).waitFor();
    await press(dashboard, 'Enter', 'Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await becomes(ws, duplicate, { status: 'duplicate', duplicate_of: original, summary: '' });

    const path = `/api/v1/annotations/${other}`;
    await call('PATCH', path, { as: ws.owner, body: { summary: 'The typo is gone' } });
    await open(`/inbox/${other}`);
    await page.getByRole('region', { name: 'Outcome' }).getByText('The typo is gone').waitFor();
    await press(dashboard, 'e');
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await call('PATCH', path, { as: ws.owner, body: { status: 'blocked', summary: 'Which lamp?' } });
    await open(`/inbox/${other}`);
    await page.getByText('Which lamp?').waitFor();
    await press(dashboard, 'e');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Named the lamp');
    await press(dashboard, 'Enter');
    await becomes(ws, other, { status: 'resolved', summary: 'Named the lamp' });
    await page.getByRole('button', { name: 'Reopen' }).click();
    await becomes(ws, other, { status: 'pending', summary: 'Named the lamp', summary_of: 'resolved' });
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('Earlier outcome: Named the lamp').waitFor();
    expect(await outcome.getByRole('button').count()).toBe(0);
    await press(dashboard, 'z');
    await becomes(ws, other, { status: 'resolved', summary: 'Named the lamp' });

    await call('PATCH', path, { as: ws.owner, body: { status: 'blocked', summary: 'Which lamp?' } });
    await call('PATCH', path, { as: ws.owner, body: { status: 'pending' } });
    await open(`/inbox/${other}`);
    await outcome.getByText('Question: Which lamp?').waitFor();
    await press(dashboard, 'e');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Fixed');
    await press(dashboard, 'Enter');
    await becomes(ws, other, { status: 'resolved', summary: 'Fixed' });
    await press(dashboard, 'z');
    await becomes(ws, other, { status: 'pending', summary: 'Which lamp?', summary_of: 'blocked' });
  }));

test('in German, the board asks as well', () =>
  visit(
    async (dashboard) => {
      const { page, open } = dashboard;
      const { ws, site, notes } = await seed();
      await open(`/inbox?site=${site.id}&view=board`);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Email').fill(ws.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const cards = (status: string) => page.getByRole('list', { name: status }).getByRole('listitem');
      await cards('Offen')
        .filter({ hasText: 'Lmap' })
        .dragTo(page.getByRole('region', { name: 'Bleibt so' }));
      await page.getByRole('dialog', { name: 'Notiz schließen: Bleibt so' }).waitFor();
      await lookAt(page, 'close-german');
      await page.getByLabel('Ergebnis').fill('So heißt die Lampe.');
      await press(dashboard, 'Enter');
      await cards('Bleibt so').filter({ hasText: 'So heißt die Lampe.' }).waitFor();
      await becomes(ws, notes[3]?.id, { status: 'won_t_fix', summary: 'So heißt die Lampe.' });
    },
    { locale: 'de-DE' },
  ));
