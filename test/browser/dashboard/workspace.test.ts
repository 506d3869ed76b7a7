import { beforeAll, expect, test } from '@jest/globals';
import { now } from '../../../functions/kit/clock.ts';
import { addressHash } from '../../../functions/kit/text/address.ts';
import { suppress } from '../../../functions/mail/suppressions.ts';
import { actorItem, unused } from '../../../functions/usage/actor-row.ts';
import { call, newTeam, newWorkspace, type Person, signIn, stage, table, type Workspace } from '../../driver.ts';
import { mailed } from '../../invitations/mails.ts';
import {
  coveredControls,
  type Dashboard,
  focused,
  freshAddress,
  hold,
  keepPictures,
  lookAt,
  refuseOnce,
  signInByHand,
  withBrowser,
} from './stand.ts';

const { openDashboard, visit } = withBrowser();
let team: Workspace;
let shop: Awaited<ReturnType<Workspace['site']>>;
let member: Person;

type Member = Pick<Person, 'user_id' | 'email'>;

/** A person's use in the last weeks, as the counter would have left it. */
const seedUsage = async (user: string) => {
  const day = (age: number) => new Date(now() - age * 86_400_000).toISOString().slice(0, 10);
  const days = new Map(
    Array.from({ length: 80 }, (_, age) => [
      day(age),
      { writes: age % 7 < 5 ? (age * 7) % 23 : 0, runs: age % 5 === 0 ? (age % 4) * 6 : 0, mails: 0 },
    ]),
  );
  await table().put(actorItem({ ...unused(user), days }), { in: 'scratch' });
};

beforeAll(async () => {
  const owner = await signIn();
  team = await newTeam(owner);
  await Promise.all([
    team.site({ name: 'Demo shop' }).then((one) => {
      shop = one;
    }),
    team.site({ name: 'Company blog', url: 'https://blog.example.com/' }),
    team.member().then((one) => {
      member = one;
    }),
    seedUsage(owner.user_id),
  ]);
  await fetch(`${stage().base_url}/__local/wallet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workspace_id: team.id, cents: 1000 }),
  });
});

const show = ({ page }: Dashboard, name: string) => keepPictures(page, `workspace-${name}`);

const look = ({ page }: Dashboard, name: string) => lookAt(page, `workspace-${name}`);

const enterTeam = async (dashboard: Dashboard, path: string, { owner } = team) => {
  const { page, open } = dashboard;
  await open(path);
  await signInByHand(dashboard, owner.email);
  await page.getByRole('button', { name: /Switch workspace/ }).click();
  await page.getByRole('menuitemradio', { name: 'Team' }).click();
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
};

test('an owner invites by email; the guest previews, signs in, joins, and sees only the granted site', async () => {
  const [owner, guest] = await Promise.all([openDashboard(), openDashboard()]);
  const [invited, shy] = [freshAddress(), freshAddress()];
  await suppress(table(), addressHash(shy), 'complained');
  try {
    await enterTeam(owner, '/workspace?tab=invitations');
    await owner.page.getByLabel('Email addresses').fill(`Guest <${invited}>, ${shy}; nobody`);
    await owner.page.getByRole('radio', { name: /Guest/ }).check();
    await owner.page.getByRole('checkbox', { name: 'Demo shop' }).check();
    await owner.page.getByRole('button', { name: 'Send 3 invitations' }).click();
    const results = owner.page.getByRole('list', { name: 'Results' });
    await results.getByText(/was invited$/).waitFor();
    await results.getByText('we can’t email this address').waitFor();
    await results.getByText('This isn’t an email address. Send one such as name@example.com.').waitFor();
    await owner.page.getByRole('button', { name: 'Send invitation' }).waitFor();
    expect(await owner.page.getByLabel('Email addresses').inputValue()).toBe('nobody');
    const [mail] = await mailed(invited);
    await owner.page.getByText('Email sent').waitFor();
    await look(owner, 'invitations');
    await owner.page.getByRole('button', { name: `Revoke: ${shy}` }).press('Enter');
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await owner.page.getByText('no longer works').waitFor();
    // The row is gone; who uses keys goes on with the one that took its place.
    await owner.page.waitForFunction(() => document.activeElement?.matches('li.member'));
    await owner.page.setViewportSize({ width: 390, height: 640 });
    expect(await coveredControls(owner.page)).toEqual([]);
    await owner.page.setViewportSize({ width: 1440, height: 900 });
    await owner.page.getByRole('link', { name: 'Revoked' }).click();
    await owner.page.getByRole('button', { name: `Invite again: ${shy}` }).click();
    await owner.page.getByText(`We can’t email ${shy}`).waitFor();
    await owner.page.getByRole('link', { name: 'Audit log' }).click();
    await owner.page.getByText(`revoked an invitation: ${shy}`).waitFor();
    // The refused address is an answer of 422, which the browser notes as a failed request.
    owner.complaints.splice(0);

    const [, path = ''] = /\/dashboard(\/invitations\/\S+)/.exec(mail?.text ?? '') ?? [];
    await owner.open(path);
    await owner.page.getByText('you’re signed in as').waitFor();
    // The open workspace has nothing to do with it.
    expect(await owner.page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    await show(owner, 'invitation-other');

    await guest.open(path);
    await guest.page.getByRole('heading', { level: 1, name: 'You’re invited to Team' }).waitFor();
    await look(guest, 'invitation-preview');
    await guest.page.getByRole('button', { name: 'Sign in to join' }).click();
    await guest.page.getByLabel('Email').fill(invited);
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const join = guest.page.getByRole('button', { name: 'Join Team' });
    await join.waitFor();
    await look(guest, 'invitation-join');
    await join.click();
    await guest.page.getByText('Welcome to Team').waitFor();
    await guest.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await guest.page.getByRole('link', { name: 'Sites' }).click();
    await guest.page.getByRole('link', { name: /Demo shop/ }).waitFor();
    expect(await focused(guest.page)).toBe('h1');
    expect(await guest.page.getByText('Company blog').count()).toBe(0);
    await guest.open('/workspace?tab=tokens');
    await guest.page.getByRole('heading', { name: 'Sites shared with you' }).waitFor();
    await guest.page.getByText('Demo shop').waitFor();
    for (const tab of ['API tokens', 'Settings', 'Members', 'Wallet', 'Invitations'])
      expect(await guest.page.getByRole('link', { name: tab, exact: true }).count()).toBe(0);
    await look(guest, 'guest');
    expect(guest.complaints).toEqual([]);
    await guest.open(path);
    await guest.page.getByRole('heading', { level: 1, name: /^You’re already in / }).waitFor();
    await show(guest, 'invitation-closed');
    await guest.open('/sites');
    await guest.page.getByRole('link', { name: /Demo shop/ }).waitFor();
    const members = `/api/workspaces/${team.id}/members`;
    const { items } = (await call('GET', members, { as: team.owner })).body as { items: Member[] };
    const { user_id } = items.find(({ email }) => email === invited) ?? {};
    expect((await call('DELETE', `${members}/${user_id}`, { as: team.owner })).status).toBe(200);
    await guest.page.getByRole('link', { name: 'Inbox' }).click();
    await guest.page.getByText('You’re no longer in Team').waitFor();
    // The notice says it once.
    expect(await guest.page.locator('.error-note:visible').count()).toBe(0);
    await look(guest, 'removed');
    // It doesn't explain why their own account can't be saved.
    await guest.page.getByRole('button', { name: invited }).click();
    await guest.page.getByRole('menuitem', { name: 'Account and data' }).click();
    await guest.page.getByLabel('Name').waitFor();
    await refuseOnce(guest.page, '**/api/me', 500, 'Something went wrong on our side.');
    await guest.page.getByLabel('Name').fill('Gustav Guest');
    await guest.page.getByRole('button', { name: 'Save' }).click();
    await guest.page.getByText('Something went wrong on our side.').waitFor();
    await guest.page.getByText('You’re no longer in Team').waitFor();
    await guest.page.getByRole('button', { name: 'Leave this page' }).click();
    await guest.page.getByText('Get started').waitFor();
    expect(owner.complaints).toEqual([]);
  } finally {
    await Promise.all([owner.close(), guest.close()]);
  }
});

test('an invitation accepted in another tab leads to its workspace, which someone’s own workspace isn’t, so its co-owner can leave', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const [ada, ben] = await Promise.all([newWorkspace(), signIn()]);
    const invitations = `/api/workspaces/${ada.id}/invitations`;
    const { body } = await call('POST', invitations, { as: ada.owner, body: { email: ben.email, role: 'MEMBER' } });
    const token = body.link.split('/').at(-1);
    await open(`/invitations/${token}`);
    await page.getByRole('button', { name: 'Sign in to join' }).click();
    await page.getByLabel('Email').fill(ben.email);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const join = page.getByRole('button', { name: /^Join / });
    await join.waitFor();
    expect((await call('POST', '/api/invitations/accept', { as: ben, body: { token } })).status).toBe(200);
    await join.click();
    await page.getByRole('heading', { level: 1, name: /^You’re already in / }).waitFor();
    const member = `/api/workspaces/${ada.id}/members/${ben.user_id}`;
    expect((await call('PATCH', member, { as: ada.owner, body: { role: 'OWNER' } })).status).toBe(200);

    await page.evaluate(() => [sessionStorage, localStorage].map((one) => one.removeItem('sidenote.workspace')));
    await open('/workspace?tab=settings');
    await page.getByText('This is your personal workspace').waitFor();
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitemradio', { checked: false }).click();
    await page.getByText('This is your personal workspace').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Leave workspace' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click();
    await page.getByText('You’ve left').waitFor();
    complaints.splice(0);
  }));

test('a person who handed over their personal workspace isn’t offered to leave it, as a member or as a guest', () =>
  visit(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ada = await newWorkspace();
    const ben = await ada.coOwner();
    const become = async (role: string) =>
      expect(
        (await call('PATCH', `/api/workspaces/${ada.id}/members/${ada.owner.user_id}`, { as: ben, body: { role } }))
          .status,
      ).toBe(200);
    const leave = page.getByRole('button', { name: 'Leave workspace' });
    await become('MEMBER');
    await open('/workspace?tab=members');
    await signInByHand(dashboard, ada.owner.email);
    await page.getByRole('heading', { name: '2 members' }).waitFor();
    expect(await leave.count()).toBe(0);
    await become('GUEST');
    await open('/workspace?tab=members');
    await page.getByRole('heading', { name: 'Hidden from guests' }).waitFor();
    expect(await leave.count()).toBe(0);
    // The page still asked as a member.
    complaints.splice(0);
  }));

test('an owner changes a role and undoes it, creates a token that is shown once, and deletes and restores the workspace', async () => {
  const dashboard = await openDashboard();
  const { page, complaints } = dashboard;
  const tab = (name: string) => page.getByRole('navigation', { name: 'Team' }).getByRole('link', { name }).click();
  try {
    await enterTeam(dashboard, '/workspace');
    const role = page.getByLabel(`${member.name}’s role`);
    await role.focus();
    await role.selectOption('GUEST');
    await page.getByText('Sites this guest can see').waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Sites this guest can see').waitFor({ state: 'detached' });
    expect(await role.inputValue()).toBe('MEMBER');
    await page.waitForFunction(() => document.activeElement?.matches('select'));
    await role.selectOption('GUEST');
    await page.getByText('Sites this guest can see').waitFor();
    await look(dashboard, 'members');

    await tab('API tokens');
    await page.getByRole('button', { name: 'New API token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly triage');
    await show(dashboard, 'token-form');
    const release = await hold(page, '**/api-tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('alertdialog');
    // Its only plaintext is on its way: nothing leads away.
    await shown.getByRole('button', { name: 'I’ve copied it', disabled: true }).waitFor();
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href$="/sites"]')?.click());
    await show(dashboard, 'token-coming');
    release();
    await shown.getByText('Nightly triage').waitFor();
    await shown.getByText('curl -H').waitFor();
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'Copy token' }).click();
    await look(dashboard, 'token-shown');
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(token).toMatch(/^svat_/);
    await shown.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText(`svat_…${token.slice(-4)}`).waitFor();
    const kept = await page.evaluate(() => [
      document.documentElement.outerHTML,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    ]);
    for (const place of kept) expect(place).not.toContain(token);
    expect((await call('GET', '/api/v1/sites', { as: { credential: token } })).body.items).toHaveLength(2);
    await look(dashboard, 'tokens');

    const noted = await team.note(shop, {
      body: 'The price of the lamp is wrong on this page, or the one in the cart is',
    });
    await call('PATCH', `/api/widget/annotations/${noted.id}`, { as: team.owner, body: { priority: 'high' } });
    await tab('Audit log');
    await page.getByText('created an API token: Nightly triage').waitFor();
    await page
      .getByText(/changed a note: The price of the lamp is wrong on this page, or the one in…, Demo shop$/)
      .waitFor();
    expect(await page.title()).toBe('Audit log · Team · Sidenote');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('site.create');
    await page.getByText('added a site: Company blog').waitFor();
    await page.getByText('created an API token: Nightly triage').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('action')).toBe('site.create');
    await page.getByText('Details').first().click();
    await look(dashboard, 'audit');
    await tab('Usage');
    await page.getByRole('img', { name: /Changes by day/ }).waitFor();
    await look(dashboard, 'usage');
    await tab('Wallet');
    await page.getByText('Credit').waitFor();
    await look(dashboard, 'wallet');

    await tab('Settings');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await look(dashboard, 'settings');
    await page.getByText(team.id).waitFor();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    await dialog.getByText('Its balance of $10.00 is then erased, too.').waitFor();
    await dialog.getByRole('textbox').fill('Team');
    await show(dashboard, 'delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Team was deleted').waitFor();
    await page.getByRole('button', { name: /Switch workspace: .*'s workspace/ }).waitFor();
    await page.getByRole('link', { name: 'Workspace', exact: true }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Restore: Team' }).waitFor();
    await page.getByText(/can be restored until .*, \d\d:\d\d$/).waitFor();
    await show(dashboard, 'restore');
    await page.getByRole('button', { name: 'Restore: Team' }).click();
    await page.getByText('Team is back').waitFor();
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitemradio', { name: 'Team' }).waitFor();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor();
    await show(dashboard, 'new');
    expect(complaints).toEqual([]);
  } finally {
    await dashboard.close();
  }
});

test('a lost answer to a transfer of ownership, and to leaving, ends as if it had come', () =>
  visit(async (dashboard) => {
    const { page, complaints } = dashboard;
    const other = await newTeam(await signIn());
    const heir = await other.member();
    const loseOnce = async (pattern: string) => {
      let isLost = false;
      await page.route(pattern, async (route) => {
        if (isLost || route.request().method() === 'GET') return route.fallback();
        isLost = true;
        await route.fetch();
        await route.abort();
      });
    };
    await enterTeam(dashboard, '/workspace', other);
    await loseOnce('**/transfer-owner');
    await page.getByRole('button', { name: 'Transfer ownership' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('Team');
    await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
    await page.getByText('is now the owner, and you’re a member').waitFor();
    const { body } = await call('GET', `/api/workspaces/${other.id}/members`, { as: heir });
    expect(body.items).toContainEqual(expect.objectContaining({ user_id: heir.user_id, role: 'OWNER' }));
    await loseOnce(`**/members/${other.owner.user_id}`);
    await page.getByRole('button', { name: 'Leave workspace' }).click();
    await dialog.getByRole('button', { name: 'Leave workspace' }).click();
    await page.getByText('You’ve left Team').waitFor();
    const statuses = complaints.splice(0).map((one) => /ERR_FAILED|40[34]/.exec(one)?.[0]);
    expect(statuses).toEqual(['ERR_FAILED', '403', 'ERR_FAILED', '404']);
  }));
