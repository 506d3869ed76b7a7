import { expect, test } from '@jest/globals';
import { call, newWorkspace } from '../../driver.ts';
import { signInByHand, withBrowser } from './stand.ts';

const { visit } = withBrowser();

test(
  'an API token isn’t created with an expiry that JavaScript can’t represent, which would never expire',
  () =>
    visit(async (dashboard) => {
      const { page, open } = dashboard;
      const ws = await newWorkspace();
      await open('/workspace?tab=tokens');
      await signInByHand(dashboard, ws.owner.email);
      await page.getByRole('button', { name: 'New API token' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Nightly triage');
      await page.getByLabel('Expires').selectOption('on a date I choose');
      await page.getByLabel('Last day').fill('10000-01-01');
      await page.getByRole('button', { name: 'Create token' }).click();
      expect(await page.getByRole('alertdialog').count()).toBe(0);
      expect(await page.getByLabel('Last day').evaluate((day: HTMLInputElement) => day.validity.rangeOverflow)).toBe(
        true,
      );
      await page.getByLabel('Last day').fill('2999-12-31');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('button', { name: 'I’ve copied it' }).click();
      await page.getByText('Nightly triage').waitFor();
      const { body } = await call('GET', `/api/workspaces/${ws.id}/api-tokens`, { as: ws.owner });
      const ends = body.items.map(({ expires_at }: { expires_at: string }) =>
        new Date(Number(expires_at)).getUTCFullYear(),
      );
      expect(ends).toEqual([expect.any(Number)]);
      expect(Math.abs(ends[0] - 3000)).toBeLessThanOrEqual(1);
    }),
  90_000,
);
