import { beforeAll, expect, test } from '@jest/globals';
import { type Caller, call, newWorkspace, type Workspace } from '../../driver.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { visit: scene } = withBrowser();
const INTENT = 'Disable the button while the form is sent, in cart.js <b>now</b>';
let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
let agent: Caller;

beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site({ name: 'Lamps & Light' });
  agent = await ws.token();
});

const request = async () => {
  const { id } = await ws.note(site);
  await call('POST', `/api/v1/annotations/${id}/claim`, { as: agent, body: { agent: 'claude' } });
  await call('POST', `/api/v1/annotations/${id}/approval`, { as: agent, body: { intent: INTENT, agent: 'claude' } });
  return id;
};
const read = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body;

test('a note shows who asks and for which change; an owner approves, withdraws, allows again and takes over a claim', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    const id = await request();
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    const banner = page.getByRole('region', { name: 'Approval requested' });
    await banner.getByText('claude asks to make changes:').waitFor();
    await banner.getByText(INTENT).waitFor();
    expect((await read(id)).approval_state).toBe('requested');
    await lookAt(page, 'note-approval-requested');

    await banner.getByRole('button', { name: 'Approve' }).click();
    const agents = page.getByRole('region', { name: 'Agents' });
    await agents.getByText('Automatic fixes allowed').waitFor();
    expect(await read(id)).toMatchObject({ unattended_edits: { allowed: true, allowed_by: ws.owner.user_id } });
    await agents.getByRole('button', { name: 'Withdraw approval' }).click();
    await agents.getByText('A member withdrew the approval.').waitFor();
    await agents.getByRole('button', { name: 'Allow agent changes' }).click();
    await agents.getByText('Automatic fixes allowed').waitFor();

    await agents.getByText(/claude is working on this/).waitFor();
    await agents.getByText('Other agents can’t change the note until then. You can.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click();
    const line = page.locator(`[data-note="${id}"]`);
    await line.getByText('In progress').waitFor();
    expect(await line.innerText()).toContain('claude is working on this until');
    await page.goBack();
    await agents.getByRole('button', { name: 'Take over' }).click();
    await agents.getByText(/You’re working on this/).waitFor();
    await lookAt(page, 'note-approval-given');
    await agents.getByRole('button', { name: 'Release' }).click();
    await agents.getByRole('button', { name: 'Work on this' }).waitFor();
    expect((await read(id)).lease_expires_at).toBeNull();

    const closed = await request();
    await call('PATCH', `/api/v1/annotations/${closed}`, { as: ws.owner, body: { status: 'won_t_fix' } });
    await open(`/inbox/${closed}`);
    await agents.getByText('An agent asked for approval.').waitFor();
    expect(await banner.count()).toBe(0);
  }));

test('a guest reads that others decide', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    const guest = await ws.guest([site.id]);
    const id = await request();
    await open(`/inbox/${id}?workspace=${ws.id}`);
    await signInByHand(dashboard, guest.email);
    const banner = page.getByRole('region', { name: 'Approval requested' });
    await banner.getByText('A member or owner decides.').waitFor();
    expect(await banner.getByText('Once you approve').count()).toBe(0);
    expect(await banner.getByRole('button').count()).toBe(0);
  }));

test('in German, a request can be declined, and a site can require approval', () =>
  scene(
    async (dashboard) => {
      const { page, open } = dashboard;
      const id = await request();
      await open(`/inbox/${id}`);
      await page.getByRole('button', { name: 'Anmelden' }).first().click();
      await page.getByLabel('Email').fill(ws.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const banner = page.getByRole('region', { name: 'Freigabe erbeten' });
      await banner.getByRole('button', { name: 'Ablehnen' }).click();
      await page.getByText('Ein Mitglied hat abgelehnt.').waitFor();
      expect((await read(id)).approval_state).toBe('declined');

      await open(`/sites/${site.id}?tab=settings`);
      await page.getByRole('switch', { name: 'Agenten brauchen eine Freigabe' }).check();
      await page.getByRole('button', { name: 'Speichern' }).click();
      await page.getByText('Gespeichert', { exact: true }).first().waitFor();
      expect((await call('GET', `/api/v1/sites/${site.id}`, { as: agent })).body.enforce_policy).toBe(true);
      const refused = await call('PATCH', `/api/v1/annotations/${id}`, { as: agent, body: { status: 'resolved' } });
      expect(refused.body.code).toBe('approval_required');
    },
    { locale: 'de-DE' },
  ));
