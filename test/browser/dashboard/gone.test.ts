import { test } from '@jest/globals';
import { now } from '../../../functions/kit/clock.ts';
import { keys } from '../../../functions/kit/table/keys.ts';
import { call, newWorkspace, type Person, table } from '../../driver.ts';
import { askedRequest, connected, newConnection, revoke } from '../../oauth/connect.ts';
import { type Dashboard, signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

/** The page doesn't know yet that the entry is gone. */
const removeGone = async (
  { page }: Dashboard,
  path: string,
  as: Person,
  [label, name, said]: [label: string, name: string, said: string],
) => {
  const button = page.getByRole('button', { name: `${label}: ${name}` });
  await button.waitFor();
  const { status } = await call('DELETE', path, { as });
  if (status !== 200) throw new Error(`${path} was not removed: ${status}`);
  await button.click();
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
  await page.getByText(said).waitFor();
  await button.waitFor({ state: 'detached' });
};

test('an entry that is gone already counts as removed: a member, an API token, a personal link, a connected client and a session', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const { owner } = ws;
    const members = `/api/workspaces/${ws.id}/members`;
    const tokens = `/api/workspaces/${ws.id}/api-tokens`;
    const stakeholders = (site: string) => `/api/widget/sites/${site}/stakeholders`;
    const tab = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const [ben, cy, { token_id }, site] = await Promise.all([ws.member(), ws.member(), ws.token(), ws.site()]);
    for (const member of [owner, ben]) await revoke((await connected(member, site)).tokens.refresh_token);
    const connection = await newConnection(owner, site);
    const { body: link } = await call('POST', stakeholders(site.id), { as: owner, body: { email: ben.email } });
    const expires_at = now() + 30 * 24 * 60 * 60 * 1000;
    await call('POST', tokens, { as: owner, body: { name: 'dated', expires_at } });
    const former = { update: keys.apiToken(ws.id, token_id), set: { created_by: ben.user_id, created_by_name: '' } };
    await table().transact([former]);

    await open('/workspace?tab=members');
    await signInByHand(dashboard, owner.email);
    await removeGone(dashboard, `${members}/${ben.user_id}`, owner, [
      'Remove',
      ben.name,
      `${ben.name} is no longer a member. 1 API token they created still works`,
    ]);
    const role = page.getByLabel(`${cy.name}’s role`);
    await call('DELETE', `${members}/${cy.user_id}`, { as: owner });
    await role.selectOption('GUEST');
    await page.getByText('There’s nothing here, or you don’t have access.').waitFor();
    await role.waitFor({ state: 'detached' });

    await tab('API tokens');
    await page.getByText(`Created by ${owner.name}`).waitFor();
    await page.getByText('Created by a former member').waitFor();
    await page.getByText(/^until .*, \d\d:\d\d$/).waitFor();
    const token = page.getByRole('button', { name: /^Revoke: test …/ });
    const name = ((await token.getAttribute('aria-label')) ?? '').slice('Revoke: '.length);
    await removeGone(dashboard, `${tokens}/${token_id}`, owner, ['Revoke', name, 'test no longer works']);

    await open(`/sites/${site.id}?tab=people`);
    const person = `${stakeholders(site.id)}/${link.id}`;
    await removeGone(dashboard, person, owner, ['Revoke', ben.email, 'The link no longer works']);
    await open(`/sites/${site.id}?tab=agents`);
    const client = `/api/oauth/sites/${site.id}/connections/${connection}`;
    await removeGone(dashboard, client, owner, ['Disconnect', 'Editor', 'Disconnected']);

    await tab('Workspace');
    await tab('Audit log');
    await page.getByText(/^Your agent \(Shop\) disconnected an MCP client/).waitFor();
    await page.getByText(/^A former member’s agent \(Shop\) disconnected an MCP client/).waitFor();
    await page.evaluate(() => localStorage.setItem('sidenote.language', 'de'));
    await page.reload();
    await page.getByText(/^Ihr Agent auf Shop: MCP-Programm getrennt/).waitFor();
    await page
      .getByText(/^Sie: Mitglied entfernt/)
      .first()
      .waitFor();
    await page.evaluate(() => localStorage.setItem('sidenote.language', 'en'));
    await open('/account');
    const other = page.getByRole('button', { name: 'Sign out: Unknown browser' });
    await other.waitFor();
    const { body: sessions } = await call('GET', '/api/me/sessions', { as: owner });
    const { id } = sessions.items.find((one: { current: boolean }) => one.current);
    await call('DELETE', `/api/me/sessions/${id}`, { as: owner });
    await other.click();
    await page.getByText('Signed out one session').waitFor();
    await other.waitFor({ state: 'detached' });
    complaints.splice(0);
  }));

test('a guest without sites learns how to get one when an agent asks for access', () =>
  visit(async (dashboard) => {
    const { page, open } = dashboard;
    const { guest } = await newWorkspace();
    const { email, workspace_id } = await guest();
    await page.addInitScript((id) => sessionStorage.setItem('sidenote.workspace.offered', id), workspace_id ?? '');
    await open(`/connect?request=${askedRequest()}`);
    await signInByHand(dashboard, email);
    await page.getByText('Ask an owner for access, or switch to another workspace.').waitFor();
    if (await page.getByRole('link', { name: 'Add a site' }).count()) throw new Error('A guest can’t add a site.');
  }));
