import { expect, test } from '@jest/globals';
import { DAY } from '../../../functions/kit/clock.ts';
import { call, newWorkspace } from '../../driver.ts';
import { seedReview } from '../../reviews/seed.ts';
import { until } from '../../workers/until.ts';
import { lookAt, refuseOnce, signInByHand, withBrowser } from './stand.ts';

const { visit: on } = withBrowser();

test('a link is shared with an expiry, which can be changed; after sharing stops, the link is dead and a new one can be made', () =>
  on(async (dashboard) => {
    const { page, open, complaints } = dashboard;
    const ws = await newWorkspace();
    const { id } = await seedReview(ws.id, { more: { title: 'Lamps' } });
    const shareNow = async () => (await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body.share;
    const statusOf = async (token: string) => (await call('GET', `/api/reviews/shared/${token}`)).status;
    const expiresIn = (days: number) =>
      until(async () => {
        const share = await shareNow();
        const left = Number(share?.expires_at ?? 0) - Date.now();
        return left > (days - 1) * DAY && left <= days * DAY && share;
      }, `a link that expires in ${days} days`);
    await open(`/reviews/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this review' });
    const expiry = dialog.getByLabel('Link expires');
    await expiry.waitFor();
    await lookAt(page, 'share-new');
    await expiry.selectOption('in 7 days');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('region', { name: /Link to this review/ }).waitFor();
    const { token } = await expiresIn(7);
    expect(await expiry.locator('option:checked').textContent()).toMatch(/^on \d/);
    await lookAt(page, 'share-link');

    await expiry.selectOption('in 30 days');
    expect((await expiresIn(30)).token).toBe(token);
    await expiry.selectOption('never');
    await until(async () => (await shareNow()).expires_at === null, 'a link that never expires');
    await until(async () => (await expiry.inputValue()) === 'never', 'the choice that is shown');

    const stop = () => dialog.getByRole('button', { name: 'Stop sharing' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Stop sharing this review?' });
    await stop();
    await confirm.waitFor();
    await lookAt(page, 'share-stop');
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf(token)).toBe(200);
    await stop();
    await refuseOnce(page, `**/api/reviews/${id}/share`, 409, 'Changed.');
    await confirm.getByRole('button', { name: 'Stop sharing' }).click();
    await confirm.getByRole('alert').waitFor();
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
    await confirm.getByRole('button', { name: 'Stop sharing' }).click();
    await confirm.waitFor({ state: 'detached' });
    await page.getByText('This review is no longer shared').waitFor();
    expect(await statusOf(token)).toBe(404);
    const shareButton = page.getByRole('button', { name: 'Share', exact: true });
    await until(() => shareButton.evaluate((one) => one === document.activeElement), 'the focus on “Share”');

    await shareButton.click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('button', { name: 'Stop sharing' }).waitFor();
    const again = await shareNow();
    expect(again.token).not.toBe(token);
    await refuseOnce(page, '**/facts', 403, 'Not now.');
    await page.goto(again.url);
    await page.getByRole('heading', { level: 1, name: 'Lamps' }).waitFor();
    const refused = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await refused.waitFor();
    await lookAt(page, 'shared-without-checks');
    await refused.getByRole('button', { name: 'Try again' }).click();
    await refused.waitFor({ state: 'detached' });
    expect(complaints.splice(0)).toEqual([expect.stringContaining('403')]);
  }));

test('the menu is in German for German readers, and fits a phone', () =>
  on(
    async (dashboard) => {
      const { page, open } = dashboard;
      const ws = await newWorkspace();
      const { id } = await seedReview(ws.id);
      await call('POST', `/api/reviews/${id}/share`, { as: ws.owner, body: { expires_in_days: 30 } });
      await open(`/reviews/${id}`);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Email').fill(ws.owner.email);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Teilen', exact: true }).click();
      await page.getByLabel('Link läuft ab').waitFor();
      await lookAt(page, 'share-german');
      await page.getByRole('button', { name: 'Teilen beenden' }).click();
      await page.getByRole('alertdialog').waitFor();
      await lookAt(page, 'share-german-stop');
    },
    { locale: 'de-DE', viewport: { width: 390, height: 844 } },
  ));
