import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { call } from '../../driver.ts';
import { askedRequest, askForTokens, asking, newVerifier, registered, requestOf } from '../../oauth/connect.ts';
import { until } from '../../workers/until.ts';
import { freshAddress, lookAt, refocus, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

/** The program of a person, which listens on their machine for the answer. */
const listening = async () => {
  const answers: URL[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://localhost');
    if (url.pathname === '/callback') answers.push(url);
    outgoing.setHeader('content-type', 'text/html').end('<title>Back</title><h1>You can close this page</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { redirect_uri, answers, [Symbol.dispose]: () => void server.close() };
};

test('a user signs an agent in for one site with fewer scopes, sees it connected, and disconnects it', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    using client = await listening();
    const { redirect_uri } = client;
    await open('/sites/new');
    await signInByHand(dashboard, freshAddress());
    await page.getByLabel('Address').fill('https://shop.example');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();

    const client_id = await registered(['http://127.0.0.1/callback'], '<b>Editor</b>');
    const verifier = newVerifier();
    const asked = asking(client_id, verifier, { redirect_uri, scope: 'read write review' });
    await open(`/connect?request=${requestOf(await call('GET', asked))}`);
    await page.getByRole('heading', { level: 1, name: 'Connect <b>Editor</b>?' }).waitFor();
    await page.getByText('It runs on this computer').waitFor();
    await page.getByLabel('Start AI reviews').uncheck();
    await lookAt(page, 'connect');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'You can close this page' }).waitFor();
    const back = client.answers.at(-1);
    expect(back?.searchParams.get('state')).toBe('of-the-client');
    const form = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier: verifier };
    const tokens = await askForTokens({ ...form, code: back?.searchParams.get('code') ?? '' });
    expect(tokens.body.scope).toBe('read write');

    await open('/sites');
    await page.getByRole('link', { name: 'shop.example' }).first().click();
    await page.getByRole('link', { name: 'Agents and secrets' }).click();
    await page.getByText('<b>Editor</b>', { exact: true }).waitFor();
    await lookAt(page, 'site-connected');
    await page.getByRole('button', { name: 'Disconnect: <b>Editor</b>' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await until(async () => (await page.getByText('<b>Editor</b>', { exact: true }).count()) === 0, 'the empty list');

    const again = asking(client_id, verifier, { redirect_uri });
    await open(`/connect?request=${requestOf(await call('GET', again))}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'You can close this page' }).waitFor();
    expect(client.answers.at(-1)?.searchParams.get('error')).toBe('access_denied');

    const third = asking(client_id, verifier, { redirect_uri, scope: 'read write review' });
    const fail = () =>
      page.route('**/api/{oauth/request,widget/sites*}', (route) => route.fulfill({ status: 500, json: {} }));
    await page.clock.install();
    await fail();
    await open(`/connect?request=${requestOf(await call('GET', third))}`);
    await page.getByText('Something went wrong on our side.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Start AI reviews').uncheck();
    dashboard.complaints.splice(0);
    await fail();
    await refocus(page);
    await until(async () => dashboard.complaints.length >= 4, 'both requests and their retries');
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Start AI reviews').isChecked()).toBe(false);
    await page.unrouteAll({ behavior: 'wait' });

    const editor = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const cursor_id = await registered([editor], 'Cursor');
    const inEditor = asking(cursor_id, verifier, { redirect_uri: editor });
    await open(`/connect?request=${requestOf(await call('GET', inEditor))}`);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('“Cursor” may work on the site now.').waitFor();
    const link = await page.getByRole('link', { name: 'Open “Cursor”' }).getAttribute('href');
    expect(link).toMatch(/^cursor:.*code=/);
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await lookAt(page, 'connect-editor');

    const elsewhere = { client_host: 'cdn.example', redirect_uri: 'https://evil.example/back' };
    await open(`/connect?request=${askedRequest(elsewhere)}`);
    await page.getByText('Access goes to evil.example.').waitFor();

    await open('/connect?request=forged');
    await page.getByRole('heading', { level: 1, name: 'This request isn’t valid' }).waitFor();
    dashboard.complaints.splice(0);
  }));
