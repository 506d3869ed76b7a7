import { expect, test } from '@jest/globals';
import { seedAnnotations } from '../../annotations/seed.ts';
import { call, newTeam, newWorkspace } from '../../driver.ts';
import { freshAddress, hold, keepPictures, lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

test('a person exports their data, sees what blocks the deletion, and deletes their account', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const email = freshAddress();
    await open('/inbox');
    await signInByHand(dashboard, email);
    await refuseOnce(page, '**/api/me/export', 403, 'Not now.');
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Account and data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    const refused = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await refused.scrollIntoViewIfNeeded();
    await keepPictures(page, 'account-export-unread');
    await refused.getByRole('button', { name: 'Try again' }).click();
    expect(complaints.splice(0)).toHaveLength(1);
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token);
    // Started in another tab.
    expect((await call('POST', '/api/me/export', { as: { credential: token } })).status).toBe(200);
    await refuseOnce(page, '**/api/me/export', 409, 'An export was requested a moment ago.');
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByText(/^Ready: \d+ records and 1 file/).waitFor();
    await lookAt(page, 'account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^sidenote-export-[\d-]+\.tar\.gz$/);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
    await page.route('**/api/me/export', (route) => route.fulfill({ json: { export: null } }), { times: 1 });
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('button', { name: 'Start export' }).waitFor();

    const team = await newTeam({ credential: token, user_id: '', email, name: '' });
    const confirmed = async () => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      return dialog;
    };
    const dialog = await confirmed();
    await dialog.getByText(/^You are the only OWNER of “Team”\./).waitFor();
    await keepPictures(page, 'account-refused');
    // The refusal is an answer of 409, which the browser notes as a failed request.
    complaints.splice(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await call('DELETE', `/api/workspaces/${team.id}`, { as: { credential: token } });

    await confirmed();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect((await call('GET', '/api/workspaces', { as: { credential: token } })).status).toBe(401);
    expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(0);
  }));

test('an OWNER exports a workspace in its settings, in German too', () =>
  on(
    async (dashboard) => {
      const { page, open } = dashboard;
      await open('/workspace?tab=settings');
      await page.getByRole('button', { name: /Anmelden|Sign in/ }).waitFor();
      await page.getByRole('button', { name: /Anmelden|Sign in/ }).click();
      await page.getByLabel('Email').fill(freshAddress());
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const card = page.locator('section', {
        has: page.getByRole('heading', { name: 'Arbeitsbereich exportieren' }),
      });
      await card.getByRole('button', { name: 'Export starten' }).click();
      await card.getByText(/^Fertig: /).waitFor();
      await card.scrollIntoViewIfNeeded();
      await keepPictures(page, 'workspace-export-de');
      await open('/account');
      await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
      await lookAt(page, 'account-de');
    },
    { locale: 'de-DE' },
  ));

test('a profile that someone began to change follows what changes elsewhere, and isn’t the next person’s; text typed while it is saved stays', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const leave = async (email: string) => {
      await page.getByRole('button', { name: email }).click();
      await page.getByRole('menuitem', { name: /Sign out|Abmelden/ }).click();
      await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).waitFor();
    };
    const [first, second] = [freshAddress(), freshAddress()];
    await open('/account');
    await signInByHand(dashboard, first);
    await page.getByLabel('Name', { exact: true }).fill('Ada, almost');
    await page.getByRole('button', { name: first }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    const profile = page.locator('form').filter({ has: page.getByLabel('Name', { exact: true }) });
    await profile.getByRole('combobox').first().and(page.locator('select:has(option[value="de"]:checked)')).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada, almost');
    await page.getByRole('button', { name: first }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();

    await leave(first);
    await signInByHand(dashboard, second);
    await open('/account');
    await page.getByLabel('Name', { exact: true }).waitFor();
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).not.toBe('Ada, almost');
    const release = await hold(page, '**/api/me');
    await name.fill('Bea');
    await profile.getByRole('button', { name: 'Save' }).click();
    await name.fill('Bea, typed on');
    release();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await name.inputValue()).toBe('Bea, typed on');
  }));

test('a language that arrives late changes the frame, rows of notes, an open dialog and a toast', async () => {
  const ws = await newWorkspace();
  const site = await ws.site({ name: 'Demo shop' });
  await seedAnnotations(ws.id, site.id, 3);
  await on(async (dashboard) => {
    const { page, open } = dashboard;
    const block = async (left: number) => {
      await page.keyboard.press('j');
      await page.keyboard.press('s');
      await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
      await page.getByRole('link', { name: `Pending ${left}`, exact: true }).waitFor();
    };
    await open(`/inbox?site=${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('Note 2', { exact: true }).waitFor();
    // Loads the code of menus, dialogs and toasts, which waits below like the German texts.
    await block(2);
    await page.getByRole('button', { name: 'Export PDF' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: ws.owner.email }).click();
    await page.waitForLoadState('networkidle');
    const release = await hold(page, '**/assets/*.js');
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await block(1);
    await page.getByRole('button', { name: 'Export PDF' }).click();
    await page.getByRole('dialog', { name: 'Export notes of Demo shop as PDF' }).waitFor();
    release();

    await page.getByRole('button', { name: 'Rückgängig' }).last().waitFor();
    const dialog = page.getByRole('dialog', { name: 'Notizen von Demo shop als PDF' });
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByText('Eingang').waitFor();
    await page.getByRole('checkbox', { name: 'Auswählen: Note 0' }).waitFor();
    await page.getByRole('link', { name: /^Ungelesen\./ }).waitFor();
  });
});
