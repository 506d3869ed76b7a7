import { expect, test } from '@jest/globals';
import { call, newTeam, signIn } from '../../driver.ts';
import { newWebhook, pathOf, secretsOf, useTarget, verified } from '../../webhooks/target.ts';
import { until } from '../../workers/until.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { openDashboard } = withBrowser();
const target = useTarget();

test('an owner creates a webhook, tests it, sends a failed event again, rotates the secret and deletes it', async () => {
  const owner = await signIn();
  const team = await newTeam(owner);
  const site = await team.site({ name: 'Lamp shop' });
  const dashboard = await openDashboard();
  const { page, open } = dashboard;
  const look = (name: string) => lookAt(page, `webhooks-${name}`);
  try {
    await open('/workspace?tab=webhooks');
    await signInByHand(dashboard, owner.email);
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitemradio', { name: 'Team' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await look('none');

    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('http://example.com/hook');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Send an https address on port 443.').waitFor();
    await page.getByLabel('Address').fill(target.url('/hook'));
    await page.getByLabel('Name').fill('Team chat');
    await page.getByRole('checkbox', { name: /Note changed/ }).uncheck();
    await look('form');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('heading', { name: 'Team chat' }).waitFor();

    await page.getByRole('button', { name: /Send test/ }).click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    const [sent] = target.at('/hook');

    target.behave('/hook', (response, request) => response.writeHead(request === 2 ? 410 : 200).end());
    await team.note(site);
    await until(async () => target.at('/hook').length === 2);
    await page.reload();
    await page.getByText(/Switched off because the server answered.*GET \/api\/v1\/changes/).waitFor();
    // It changes once the service has answered.
    await page.getByRole('switch', { name: 'Send events' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Note created' }).filter({ hasText: 'Failed' });
    await row.getByText('410 Gone').waitFor();
    await look('log');
    await row.getByRole('button', { name: /Send again/ }).click();
    await until(async () => target.at('/hook').length === 3);
    await page.getByText('Delivered', { exact: true }).nth(1).waitFor();

    await page.getByRole('button', { name: 'Show secret' }).click();
    const shown = await page.locator('.token-shown code').textContent();
    expect(verified(shown ?? '', sent!)).toMatchObject({ type: 'webhook.test' });
    await page.getByRole('button', { name: /Rotate secret/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(/previous secret still signs/).waitFor();
    await look('secret');
    const { body } = await call('GET', pathOf(team), { as: team.owner });
    expect((await secretsOf(team, body.items[0].id)).former?.secret).toBe(shown);

    await page.getByRole('button', { name: /Delete/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();

    const gone = await newWebhook(team, target.url('/gone'));
    await page.reload();
    const remove = page.getByRole('button', { name: /Delete/ });
    await remove.waitFor();
    await call('DELETE', pathOf(team, gone.id), { as: team.owner });
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    expect(dashboard.complaints.filter((one) => !/422|404/.test(one))).toEqual([]);
  } finally {
    await dashboard.close();
  }
});
