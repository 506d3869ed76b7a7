import { expect, test } from '@jest/globals';
import { newId } from '../../../functions/kit/ids.ts';
import { keys } from '../../../functions/kit/table/keys.ts';
import { call, table } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { freshAddress, hold, lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

test('a member sees unread notifications at the bell, opens one, and chooses what to be notified of', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    await open('/inbox');
    await signInByHand(dashboard, freshAddress());
    const credential = await page.evaluate(
      () => JSON.parse(sessionStorage.getItem('sidenote.session') ?? '{}').id_token as string,
    );
    const as = { credential };
    const site = (
      await call('POST', '/api/widget/sites', { as, body: { name: 'Shop', url: 'https://shop.example.com/' } })
    ).body;
    const { widget_token } = (await call('GET', `/api/widget/sites/${site.id}/secrets`, { as })).body;
    for (const body of ['The lamp is too bright', 'The price is missing']) {
      const context = { page: { url: 'https://shop.example.com/' }, anchor: { kind: 'page' } };
      await call('POST', '/api/widget/annotations', {
        as: { credential: widget_token },
        headers: { origin: 'https://shop.example.com' },
        body: { body, context },
      });
    }
    const { id: ws } = (await call('GET', '/api/workspaces', { as })).body.items[0];
    await until(async () => {
      const { body } = await call('GET', `/api/workspaces/${ws}/notifications/unread`, { as });
      return body.unread === 2;
    }, 'two notifications');
    await page.route('**/notifications?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await dialog.getByText('The price is missing').waitFor();
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await dialog.getByText('The lamp is too bright').waitFor();
    await lookAt(page, 'notifications');
    await dialog.getByRole('link', { name: /The lamp is too bright/ }).click();
    await page.getByRole('heading', { level: 1, name: /The lamp is too bright/ }).waitFor();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
    await open('/inbox');
    await page.getByRole('link', { name: /The price is missing/ }).click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    // As if it were older than those that the dialog shows.
    const { user_id } = (await call('GET', '/api/me', { as })).body;
    await table().transact([{ update: keys.reader(ws, user_id), add: { unread: new Set([newId()]) } }]);
    await page.reload();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await dialog.getByRole('button', { name: 'Mark all as read' }).click();
    await dialog.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await dialog.getByRole('link', { name: 'Notification settings' }).click();
    await page.getByLabel('New note').selectOption('Email at once');
    await page.getByLabel('Settings for').selectOption('Shop');
    await page.getByLabel('New note').selectOption('Off');
    await page.getByRole('switch', { name: 'Email notifications' }).uncheck();
    await until(async () => {
      const { body } = await call('GET', `/api/workspaces/${ws}/notification-settings`, { as });
      return body.mail === false;
    }, 'the settings');
    await lookAt(page, 'notification-settings');
    await page.reload();
    expect(await page.getByLabel('New note').inputValue()).toBe('mail');
    await page.getByLabel('Settings for').selectOption('Shop');
    expect(await page.getByLabel('New note').inputValue()).toBe('off');
    const release = await hold(page, '**/notification-settings');
    const inherited = page.getByLabel('New note').getByRole('option', { name: /^As for all sites/ });
    await page.getByLabel('New note').selectOption('');
    await inherited.and(page.locator(':checked')).waitFor({ state: 'attached' });
    release();
    await until(async () => {
      const { body } = await call('GET', `/api/workspaces/${ws}/notification-settings`, { as });
      return !body.sites[0]?.ways.new_note;
    }, 'the inherited setting');
  }));
