import { beforeAll, expect, test } from '@jest/globals';
import { now } from '../../../functions/kit/clock.ts';
import { annotationPartition, keys } from '../../../functions/kit/table/keys.ts';
import { rowsOf } from '../../../functions/kit/table/record.ts';
import { newWorkspace, table, type Workspace } from '../../driver.ts';
import { until } from '../../workers/until.ts';
import { seedNote } from './note-seed.ts';
import { lookAt, signInByHand, withBrowser } from './stand.ts';

const { browser, visit: scene } = withBrowser();
let ws: Workspace;
let id: string;

/** As if the service's browser had seen this. */
const seen = async (result: Record<string, unknown>) => {
  await table().transact([{ update: keys.verification(ws.id, id), set: { checked_at: now(), ...result } }]);
};

beforeAll(async () => {
  ws = await newWorkspace();
  const site = await ws.site({ name: 'Lamps & Light' });
  ({ id } = await seedNote(browser(), ws, site));
  await until(
    async () => (await table().get(keys.verification(ws.id, id)))?.state !== 'checking',
    'the end of the verification that evidence has started',
  );
});

test('a note shows how the element looks after a fix next to the visitor’s picture, and warns if it looks the same', () =>
  scene(async (dashboard) => {
    const { page, open } = dashboard;
    const rows = await table().queryAll({ partition: annotationPartition(ws.id, id) });
    const picture_key = rowsOf(rows, keys.resolution)
      .map(({ after_key }) => after_key)
      .at(-1);
    const element = { text: 'Total 70.40', name: '', href: '', width: 300, height: 56, beyond_x: 0 };
    const found = { anchor: 'moved', element, picture_key, changed_inside: 0.4 };
    await seen({ state: 'changed', ...found, reason: null, reason_codes: [] });
    await open(`/inbox/${id}`);
    await signInByHand(dashboard, ws.owner.email);
    const check = page.getByRole('region', { name: 'Check of the fix' });
    await check.getByText('The element looks different now.').waitFor();
    await check.getByRole('slider').waitFor();
    await check.getByText('Total 70.40').waitFor();
    await check.getByText('300 × 56 pixels, inside the window').waitFor();
    await check.scrollIntoViewIfNeeded();
    await lookAt(page, 'note-verified');

    await seen({ state: 'unchanged', anchor: 'exact', element: { ...element, width: 1240, beyond_x: 120 } });
    await page.reload();
    await check.getByText('Check that the fix is live').waitFor();
    await check.getByText('120 are beyond the right edge of the window').waitFor();

    await check.getByRole('button', { name: 'Check again' }).click();
    await check
      .getByRole('alert')
      .getByText(/checked within the last hour/)
      .waitFor();
    expect(dashboard.complaints.splice(0).every((one) => one.includes('409'))).toBe(true);
  }));
