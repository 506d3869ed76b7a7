import { expect, test } from '@jest/globals';
import { keys } from '../../../functions/kit/table/keys.ts';
import type { DashboardConfig } from '../../../web/dashboard/session/config.ts';
import { call, newWorkspace, stage, table } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { freshAddress, hold, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

test('a user signs in from a deep link, returns to it, adds a first site and sees its widget work', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/sites?from=mail');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await lookAt(page, 'welcome');
    await signInByHand(dashboard, freshAddress());
    expect(new URL(page.url()).pathname).toBe('/dashboard/sites');
    expect(page.url()).not.toMatch(/code=|state=/);
    await page.getByRole('heading', { name: /first site/ }).waitFor();
    await lookAt(page, 'sites-empty');

    await page.getByRole('link', { name: 'Add a site' }).click();
    await page.getByLabel('Address').fill('not a host at all');
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByText(/This web address can’t be used/).waitFor();
    await lookAt(page, 'site-refused');
    // The refusal is an answer of 422, which the browser notes as a failed request.
    dashboard.complaints.splice(0);
    await page.getByLabel('Address').fill('www.example.com');
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByRole('heading', { name: 'example.com' }).waitFor();

    const tag = await page.getByRole('region', { name: 'Script tag' }).textContent();
    const [, script = ''] = /src="([^"]+)"/.exec(tag ?? '') ?? [];
    expect(script).toMatch(/\/w\/[^/]+\/widget\.js$/);
    await page.getByText('Waiting for your widget').waitFor();
    await page.getByText('Not turning green?').click();
    const { bucket_origin } = (await (
      await fetch(`${stage().base_url}/dashboard/config.json`)
    ).json()) as DashboardConfig;
    await page.getByText(`${bucket_origin} in connect-src`).waitFor();
    const loader = await (await fetch(script)).text();
    const [, token = ''] = /"token":"([^"]+)"/.exec(loader) ?? [];
    const from = (origin: string) => ({ authorization: `Bearer ${token}`, origin });
    const refused = await fetch(`${stage().base_url}/api/widget/settings`, { headers: from('https://example.com') });
    expect(refused.status).toBe(403);
    await page.getByText('A page at https://example.com tried to load your widget').waitFor();
    await lookAt(page, 'site-install-waiting');
    await page.getByRole('link', { name: 'Open inbox' }).click();
    const leave = page.getByRole('link', { name: 'Leave a test note' });
    const install = page.getByRole('link', { name: 'Install the widget' });
    await install.waitFor();
    await page.getByRole('heading', { name: 'Add the widget to your own site' }).waitFor();
    expect(await leave.count()).toBe(0);
    await install.click();
    await page.getByRole('button', { name: 'Allow https://example.com' }).click();
    await page.getByText('tried to load your widget').waitFor({ state: 'detached' });
    await page.locator('.origins code', { hasText: /^https:\/\/example\.com$/ }).waitFor();
    const seen = await fetch(script.replace('widget.js', 'seen'), {
      method: 'POST',
      headers: { origin: 'https://www.example.com' },
      body: JSON.stringify({ url: 'https://www.example.com/prices?x=1', version: 'test' }),
    });
    expect(seen.status).toBe(200);
    await page.getByText(/Widget last seen/).waitFor();
    await page.getByText('https://www.example.com/prices', { exact: true }).waitFor();
    await lookAt(page, 'site-install');
    await page.getByRole('link', { name: 'Open inbox' }).click();
    await leave.waitFor();
  }));

test('secrets of a retired server key can be rotated', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const { id } = await ws.site();
    const key = keys.site(ws.id, id);
    const retired = { key_id: 'k9', version: 1 };
    const derivations = { widget: retired, mcp: retired, loader: retired };
    await table().put({ ...(await table().get(key)), ...key, derivations });
    await open(`/sites/${id}?tab=agents`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByText('The server key that this was derived from is retired').first().waitFor();
    await lookAt(page, 'site-secrets-retired');
    dashboard.complaints.splice(0);
    for (const [kind, prefix] of [
      ['MCP token', 'svmt_'],
      ['identity secret', 'svid_'],
    ] as const) {
      await page.getByRole('button', { name: `Rotate ${kind}` }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: `Rotate ${kind}` })
        .click();
      await page.getByRole('button', { name: new RegExp(`^Show: ${kind}`, 'i') }).click();
      await page.getByText(new RegExp(`^${prefix}`)).waitFor();
    }
  }));

test('an owner tests the agent’s connection, rotates its token after confirming, and creates a stakeholder link', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/sites/new');
    await signInByHand(dashboard, freshAddress());
    await page.getByLabel('Address').fill('https://shop.example');
    await page.getByRole('button', { name: 'Create site' }).click();
    await page.getByRole('link', { name: 'Agents and secrets' }).click();
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText(/answered with \d+ tools in/).waitFor();
    await lookAt(page, 'site-agents');
    const command = page.getByRole('region', { name: 'Claude Code' });
    expect(await command.textContent()).toMatch(/\/mcp\/svmt_•+$/);
    const copied = async (last: string) => {
      await page.getByRole('button', { name: 'Copy: Claude Code' }).click();
      return until(async () => {
        const text = await page.evaluate(() => navigator.clipboard.readText());
        return text !== last && text;
      }, 'the copied command');
    };
    const before = await copied('');
    await page.getByRole('button', { name: 'Show: Claude Code' }).click();
    await until(async () => (await command.textContent()) === before, 'the whole command');
    await page.getByRole('button', { name: 'Rotate MCP token' }).click();
    await page.getByRole('alertdialog').waitFor();
    await lookAt(page, 'site-rotate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate MCP token' }).click();
    await page.getByText('MCP token rotated').waitFor();
    expect(await copied(before)).toMatch(/\/mcp\/svmt_/);

    await page.getByRole('button', { name: 'Rotate identity secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate identity secret' }).click();
    await page.getByText('Identity secret rotated').waitFor();
    await page.getByRole('button', { name: 'Show: Identity secret' }).click();
    await page.getByText(/^svid_/).waitFor();

    await page.getByRole('link', { name: 'Stakeholders' }).click();
    await page.getByRole('button', { name: 'Add a stakeholder' }).click();
    await page.getByLabel('Name').fill('Sam Client');
    await page.getByRole('button', { name: 'Add a stakeholder' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await until(
      async () => /^https:\/\/shop\.example/.test(await page.evaluate(() => navigator.clipboard.readText())),
      'the copied link',
    );
    await lookAt(page, 'site-people');

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name').fill('The shop');
    await page.getByLabel('Button text').fill('Tell us');
    await page.getByLabel('Theme').selectOption('dark');
    await page
      .getByRole('img', { name: /^Preview/ })
      .getByText('Tell us')
      .waitFor();
    await page.getByText(/^Contrast with its text: \d/).waitFor();
    await page.getByLabel('Color').fill('#ffe14d');
    await page.getByText(/^Hard to see on a white page/).waitFor();
    await page.getByRole('img', { name: /^Preview/ }).scrollIntoViewIfNeeded();
    await lookAt(page, 'site-looks');
    await page.getByLabel('Rating').selectOption('stars');
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Which plan are you on?');
    await page.getByLabel('Answer', { exact: true }).selectOption('choice');
    await page.getByLabel('Answers to choose from').fill('Free\nPro\n');
    await lookAt(page, 'site-questions');
    await page.getByRole('link', { name: 'Stakeholders' }).click();
    await page.getByText('Sam Client').first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Unsaved changes').waitFor();
    const credential = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token,
    );
    const path = `/api/widget/sites/${new URL(page.url()).pathname.split('/').at(-1)}`;
    const settings = async () => (await call('GET', path, { as: { credential } })).body;
    // By a colleague, whose change this page doesn't know.
    await call('PATCH', path, { as: { credential }, body: { widget: { position: 'top-left' } } });
    const release = await hold(page, `**${path}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Button text').fill('Write to us');
    release();
    await page.getByRole('heading', { level: 1, name: 'The shop' }).waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await lookAt(page, 'site-settings');
    expect((await settings()).widget).toMatchObject({ position: 'top-left', label: 'Tell us', rating: 'stars' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop.example' }).waitFor();
    expect(await page.getByLabel('Button text').inputValue()).toBe('Write to us');
    expect((await settings()).widget).toMatchObject({ position: 'top-left', rating: 'none' });
  }));

test('allowing an origin and taking it back keep the origins that others allowed meanwhile', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const ws = await newWorkspace();
    const site = await ws.site({ name: 'Shop', allowed_origins: ['https://shop.example'] });
    const path = `/api/widget/sites/${site.id}`;
    const allowed = async () => (await call('GET', path, { as: ws.owner })).body.allowed_origins;
    const allow = (allowed_origins: string[]) => call('PATCH', path, { as: ws.owner, body: { allowed_origins } });
    const headers = { origin: 'https://b.example' };
    await call('GET', '/api/widget/settings', { as: { credential: site.widget_token }, headers });
    await open(`/sites/${site.id}`);
    await signInByHand(dashboard, ws.owner.email);
    const button = page.getByRole('button', { name: 'Allow https://b.example' });
    await button.waitFor();
    await allow(['https://shop.example', 'https://a.example']);
    await button.click();
    await button.waitFor({ state: 'detached' });
    expect(await allowed()).toEqual(['https://shop.example', 'https://a.example', 'https://b.example']);

    await allow([...(await allowed()), 'https://c.example']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await button.waitFor();
    expect(await allowed()).toEqual(['https://shop.example', 'https://a.example', 'https://c.example']);
  }));
