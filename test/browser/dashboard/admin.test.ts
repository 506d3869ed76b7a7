import { expect, test } from '@jest/globals';
import { newId } from '../../../functions/kit/ids.ts';
import { call, newWorkspace, type Workspace } from '../../driver.ts';
import { decide, read, report, showcased } from '../../showcase/showcased.ts';
import { newWallet } from '../../wallet/agent.ts';
import { expectAccessible, freshAddress, keepPictures, lookAt, signInByHand, withBrowser } from './stand.ts';

const { openDashboard, visit: on } = withBrowser();

const submitted = async (ws: Workspace, state: 'pending' | 'approved' = 'pending') => {
  const title = `Lamp shop ${newId().slice(-6)}`;
  return { title, ...(await showcased(ws, state, { more: { title } })) };
};

test('an admin approves and rejects by keyboard, takes a public entry down, and sees concurrent decisions', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const [good, bad, raced, reported] = await Promise.all([
      submitted(ws),
      submitted(ws),
      submitted(ws),
      submitted(ws, 'approved'),
    ]);
    await report(reported.slug, 'It advertises something that does not exist.');
    await open('/admin');
    await signInByHand(dashboard, freshAddress(), { admin: true });
    await page.getByText('It advertises something that does not exist.').first().waitFor();
    await lookAt(page, 'admin-queue');

    await page.getByRole('link', { name: good.title }).click();
    await page.getByRole('heading', { level: 1, name: good.title }).waitFor();
    await page.getByText('Say what a lamp costs.').first().waitFor();
    // It has one.
    expect(await page.getByText('so there is no score').count()).toBe(0);
    await lookAt(page, 'admin-submission');
    await page.keyboard.press('a');
    await page.getByText(`“${good.title}” is public at`).waitFor();
    await page.getByRole('heading', { level: 1, name: good.title }).waitFor({ state: 'hidden' });
    expect((await read(good.slug)).status).toBe(200);

    await open(`/admin/showcase/${good.id}`);
    await page.getByText('This review is public.').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByLabel('Reason').fill('Its prices are wrong.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText(`“${good.title}” is rejected.`).waitFor();
    expect((await read(good.slug)).status).toBe(404);

    await open(`/admin/showcase/${bad.id}`);
    await page.getByRole('heading', { level: 1, name: bad.title }).waitFor();
    await page.keyboard.press('x');
    await page.getByLabel('Reason').fill('Say whose shop it is.');
    await keepPictures(page, 'admin-reject');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText(`“${bad.title}” is rejected.`).waitFor();
    const { body } = await call('GET', `/api/reviews/${bad.id}`, { as: ws.owner });
    expect(body.showcase).toMatchObject({ state: 'rejected', note: 'Say whose shop it is.' });

    await open(`/admin/showcase/${raced.id}`);
    await page.getByRole('heading', { level: 1, name: raced.title }).waitFor();
    await decide(raced.id, 'reject', 'Too short.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('This entry was rejected.').waitFor();
    await page.getByText('There’s nothing left to decide here.').waitFor();
    await page.getByText('Too short.').waitFor();
    await keepPictures(page, 'admin-decided');
    // The refusal is an answer of 409, which the browser notes as a failed request.
    complaints.splice(0);
  }));

test('an admin reads usage and access requests and credits a wallet; others see why they have no access', () =>
  on(async (dashboard) => {
    const { page, open } = dashboard;
    const email = freshAddress();
    const intent = 'To review our pages before each release.';
    const [wallet, ws] = await Promise.all([
      newWallet(),
      newWorkspace(),
      call('POST', '/api/access-requests', { body: { email, intent, source: 'a friend' } }),
    ]);
    await ws.site();
    await open('/admin?tab=requests');
    await signInByHand(dashboard, freshAddress(), { admin: true });
    await page.getByText(email).waitFor();
    await page.getByText(intent).first().waitFor();
    await expectAccessible(page);
    await lookAt(page, 'admin-requests');

    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Most changes' }).waitFor();
    await page.getByRole('table', { name: 'Everyone' }).waitFor();
    await lookAt(page, 'admin-usage');

    await page.getByRole('link', { name: 'Wallets' }).click();
    await page.getByLabel('Workspace ID').fill(wallet);
    await page.getByLabel('Amount').fill('12.5');
    await page.getByRole('textbox', { name: 'Note' }).fill('For the trial');
    await page.getByRole('button', { name: 'Add money' }).click();
    await page.getByRole('alertdialog', { name: 'Add $12.50?' }).waitFor();
    await keepPictures(page, 'admin-wallet-ask');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add money' }).click();
    await page.getByText('$12.50 added').waitFor();
    await expectAccessible(page);
    await lookAt(page, 'admin-wallets');

    await page.context().setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await keepPictures(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('You’re offline.').waitFor({ state: 'hidden' });

    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL(/\/dashboard\/reviews$/);

    const other = await openDashboard();
    await other.open('/admin');
    await signInByHand(other, freshAddress());
    await other.page.getByText('Admins only').waitFor();
    expect(
      await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents(),
    ).not.toContain('Admin');
    await lookAt(other.page, 'admin-not');
    expect(other.complaints).toEqual([]);
    await other.close();
  }));
