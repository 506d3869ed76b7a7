import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freshAddress, lookAt, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

const offer = (page: Page) =>
  page.route('**/dashboard/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    const providers = [
      { name: 'Google', label: 'Google' },
      { name: 'Company', label: 'Company login' },
    ];
    await route.fulfill({ json: { ...config, providers } });
  });

/** The pool answers the first sign-ins with these errors, the others by its own page. Returns the providers asked for. */
const failFirst = async (page: Page, errors: string[]): Promise<(string | null)[]> => {
  const asked: (string | null)[] = [];
  await page.route('**/oauth2/authorize?*', async (route) => {
    // The page's own form is sent to the same address.
    if (route.request().method() !== 'GET') return route.fallback();
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.get('identity_provider'));
    const error_description = errors[asked.length - 1];
    if (error_description === undefined) return route.fallback();
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = String(
      new URLSearchParams({ error: 'invalid_request', error_description, state: query.get('state') ?? '' }),
    );
    await route.fulfill({ status: 302, headers: { location: back.href } });
  });
  return asked;
};

const LINKED = 'Already found an entry for username google_108';

test('the welcome page offers the stage’s providers, and a sign-in that was just linked starts again once', () =>
  on(async ({ page, open, complaints }) => {
    await offer(page);
    const asked = await failFirst(page, [LINKED]);
    await open('/sites');
    await page.getByRole('button', { name: 'Sign in with Company login' }).waitFor();
    await lookAt(page, 'welcome-providers');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByLabel('Email').fill(freshAddress());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/sites');
    expect(asked).toEqual(['Google', 'Google']);
    expect(complaints).toEqual([]);
  }));

test('a sign-in that fails again after it started again says so, and one that the pool refuses says why', () =>
  on(
    async ({ page, open }) => {
      await offer(page);
      const refused = 'PreSignUp failed with error An account with this email address already exists. ';
      const asked = await failFirst(page, [LINKED, LINKED, refused]);
      await open('/inbox');
      await page.getByRole('button', { name: 'Mit Google anmelden' }).click();
      await page.getByRole('alert').getByText('Die Anmeldung kam nicht zu Ende.').waitFor();
      expect(asked).toEqual(['Google', 'Google']);
      await page.getByRole('button', { name: 'Mit Company login anmelden' }).click();
      await page.getByRole('alert').getByText('Diese Anmeldung wurde abgelehnt.').waitFor();
      expect(asked).toEqual(['Google', 'Google', 'Company']);
    },
    { locale: 'de-DE' },
  ));
