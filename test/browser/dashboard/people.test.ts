import { expect, test } from '@jest/globals';
import { call } from '../../driver.ts';
import { freshAddress, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: on, openDashboard } = withBrowser();

test('a person changes name, language and time zone, and sees them in members, dates and a new browser', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const email = freshAddress();
    await open('/account');
    await signInByHand(dashboard, email);
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    const profile = page.locator('section', { has: page.getByRole('heading', { name: 'Profile' }) });
    await profile.getByLabel('Name').fill('Olive Owner');
    await profile.getByLabel('Time zone').selectOption('Pacific/Auckland');
    await lookAt(page, 'profile');
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Workspace' }).click();
    await page.getByText('Olive Owner').first().waitFor();
    await open('/account');
    const since = page.locator('.person time').first();
    await since.waitFor();
    const [at, title] = [await since.getAttribute('datetime'), await since.getAttribute('title')];
    const style = { dateStyle: 'full', timeStyle: 'short', timeZone: 'Pacific/Auckland' } as const;
    expect(title).toBe(new Intl.DateTimeFormat('en-GB', style).format(Date.parse(at ?? '')));

    await profile.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    await lookAt(page, 'profile-de');

    const german = page.locator('section', { has: page.getByRole('heading', { name: 'Profil' }) });
    await german.getByLabel('Sprache').selectOption('');
    await german.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await profile.getByLabel('Language').selectOption('en');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const credential = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token,
    );
    // Chosen in another browser: saving a name doesn't switch this one.
    await call('PATCH', '/api/me', { as: { credential }, body: { language: 'de' } });
    await profile.getByLabel('Name').fill('Olive Outer');
    await profile.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Olive Outer').first().waitFor();

    const other = await openDashboard();
    await other.open('/account');
    await signInByHand(other, email);
    await other.page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    expect(other.complaints).toEqual([]);
    await other.close();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  }));

test('a session that is signed out elsewhere ends at once, and so does one that signs out itself', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const email = freshAddress();
    const other = await openDashboard();
    await other.open('/inbox');
    await signInByHand(other, email);
    await open('/account');
    await signInByHand(dashboard, email);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions' }) });
    await card.getByText('This browser').waitFor();
    await card.getByRole('button', { name: /^Sign out: Chrome/ }).waitFor();
    await lookAt(page, 'sessions');
    await card.getByRole('button', { name: /^Sign out: Chrome/ }).click();
    await page.getByText('Signed out one session').waitFor();
    await card.getByRole('button', { name: /^Sign out: Chrome/ }).waitFor({ state: 'detached' });
    await other.page.getByRole('link', { name: 'Reviews' }).click();
    await other.page.getByText('Your session has ended.').waitFor();
    await other.close();

    await card.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('No other session was open').waitFor();

    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token);
    await page.getByRole('button', { name: email }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const { status, body } = await call('GET', '/api/v1/sites', { as: { credential: token } });
    expect([status, body.code]).toEqual([401, 'credential_session_ended']);
  }));

test('a deleted account says so in all tabs, not that the session has ended, and deleting it again succeeds', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const email = freshAddress();
    await open('/account');
    await signInByHand(dashboard, email);
    const other = { ...dashboard, page: await page.context().newPage() };
    await other.page.goto(page.url());
    await signInByHand(other, email);
    const credential = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token,
    );
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    expect((await call('DELETE', '/api/me', { as: { credential } })).status).toBe(200);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await other.page.getByText('Your account was deleted').waitFor();
    expect(await other.page.getByText('Your session has ended').count()).toBe(0);
    await page.waitForURL((url) => url.pathname === '/dashboard/');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    complaints.splice(0);
  }));
