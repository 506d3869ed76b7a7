import { beforeAll, expect, test } from '@jest/globals';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { judgeKey } from '../../functions/reviews/judge/calibrators.ts';
import { refitCalibrator } from '../../functions/reviews/run/refit-calibrator.ts';
import { call, newWorkspace, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create } from './reviewed.ts';
import { modelSaying, panelOf, readAs, runWhole } from './run-whole.ts';

beforeAll(useOwnTables);

const SITE = { title: 'Shop', input_type: 'site', content: undefined, url: 'https://shop.example.com/' };

test('a review that is requested, run and rated leaves a label of its judge, with nothing seeded', async () => {
  const ws = await newWorkspace();
  const faults = ['Our shop', 'sells lamps', 'They last'].map((quote) => ({ quote, comment: `“${quote}”: vague.` }));
  const { body: asked } = await create(ws.owner, {
    ...SITE,
    persona_ids: await panelOf(ws.owner, ['Ada', 'Bo', 'Cy']),
  });
  await readAs(ws.id, asked.id, 'Our shop sells lamps. They last.', { facts: [] });
  await runWhole(ws.id, asked.id, modelSaying(() => ({ faults })).model);
  const get = async (path: string) => (await call('GET', path, { as: ws.owner })).body;
  const review = await get(`/api/reviews/${asked.id}`);
  const { items, calibration } = await get(`/api/reviews/${asked.id}/feedback`);
  expect(items.length).toBeGreaterThan(5);
  expect(calibration).toEqual(review.calibration);
  expect(calibration.calibrated).toBe(false);
  for (const one of items) expect(one.p_useful).toBeNull();
  for (const { id } of items.slice(0, 6)) {
    const path = `/api/reviews/${asked.id}/feedback/${id}/rate`;
    expect((await call('POST', path, { as: ws.owner, body: { rating: 5 } })).status).toBe(200);
  }
  const partition = workspacePartition(ws.id);
  const labels = (await table().query({ partition, sort: ['begins_with', 'LABEL#'] })).items;
  const row = await table().get(keys.review(ws.id, asked.id));
  expect(labels).toHaveLength(6);
  for (const { judge } of labels) expect(judge).toEqual(row?.judge);
  await refitCalibrator(table(), keys.calibrator(ws.id, judgeKey(row?.judge as Parameters<typeof judgeKey>[0])));
  const fitted = await get(`/api/reviews/${asked.id}/feedback`);
  expect(fitted.calibration).toMatchObject({ basis: 'workspace', state: 'learning', calibrated: false });
  for (const one of fitted.items) expect(one.p_useful).toBeGreaterThan(0.5);
  expect(fitted.calibration.labels).toBeGreaterThanOrEqual(5);
});
