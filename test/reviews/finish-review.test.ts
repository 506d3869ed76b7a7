import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, monthOf, now } from '../../functions/kit/clock.ts';
import { keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import type { Judge } from '../../functions/reviews/judge/calibration/calibrator.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, rowsOf } from './reviewed.ts';
import { type Fault, modelSaying, panelOf, runWhole } from './run-whole.ts';

beforeAll(useOwnTables);

const CONTENT =
  'Our shop sells lamps that last for years.\n\nThey are bright, and every one of them is tested for a week.';
const PRICE: Fault = { quote: 'Our shop sells lamps that last for years.', comment: 'The price is missing.' };
const TEST: Fault = { quote: 'every one of them is tested for a week', comment: 'Nothing says how they are tested.' };

const finish = (ws: Workspace, id: string) => call('POST', `/api/reviews/${id}/finish`, { as: ws.owner });
const read = async (ws: Workspace, id: string) => (await call('GET', `/api/reviews/${id}`, { as: ws.owner })).body;
const feedback = async (ws: Workspace, id: string) =>
  (await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner })).body.items as { id: string; comment: string }[];

const partial = async (ws: Workspace) => {
  const persona_ids = await panelOf(ws.owner, ['Reader', 'Buyer']);
  const { body } = await create(ws.owner, { content: CONTENT, persona_ids });
  const { model } = modelSaying((name) => (name === 'Buyer' ? 'fails' : { faults: [PRICE] }));
  await runWhole(ws.id, body.id, model);
  expect(await read(ws, body.id)).toMatchObject({ status: 'partial', runs_failed: 1, runs_done: 2 });
  return body.id as string;
};

describe('finishing a partial review', () => {
  test('runs only the failed personas again, and keeps findings, ratings and notes of the others', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const id = await partial(ws);
    const [before] = await feedback(ws, id);
    const path = `/api/reviews/${id}/feedback/${before!.id}`;
    expect((await call('POST', `${path}/rate`, { as: ws.owner, body: { rating: 5 } })).status).toBe(200);
    const note = await call('POST', `${path}/note`, { as: ws.owner, body: { site_id: site.id } });
    const { status, body } = await finish(ws, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'running', runs_done: 1, runs_failed: 0, completed_at: null, conclusion: null, error: null },
      personas: [
        { name: 'Reader', state: 'done' },
        { name: 'Buyer', state: 'queued', error: null, error_codes: [], finished_at: null },
      ],
    });
    const { model, calls } = modelSaying(() => ({ faults: [TEST] }));
    await runWhole(ws.id, id, model);
    const asked = calls.map(({ question }) => (question.task === 'persona' ? question.persona.name : question.task));
    expect(asked).toEqual(['Buyer', 'chair']);
    const ended = await read(ws, id);
    expect(ended).toMatchObject({ status: 'complete', runs_done: 2, runs_failed: 0, conclusion: { by: 'chair' } });
    const after = await feedback(ws, id);
    expect(after.map(({ comment }) => comment)).toEqual([PRICE.comment, TEST.comment]);
    expect(after[0]).toMatchObject({ id: before!.id, rating: 5, annotation_id: note.body.annotation_id });
  });

  test('finishing by another model teaches the first one by ratings of its own findings, each once', async () => {
    const ws = await newWorkspace();
    const id = await partial(ws);
    const [found] = await feedback(ws, id);
    const rate = (feedback_id: string, rating: number) =>
      call('POST', `/api/reviews/${id}/feedback/${feedback_id}/rate`, { as: ws.owner, body: { rating } });
    expect((await rate(found!.id, 5)).status).toBe(200);
    await finish(ws, id);
    const { model } = modelSaying(() => ({ faults: [TEST] }));
    await runWhole(ws.id, id, { ...model, id: 'test-2' });
    const items = await feedback(ws, id);
    expect(items).toHaveLength(2);
    for (const one of items) expect((await rate(one.id, 2)).status).toBe(200);
    const { items: labels } = await table().query({
      partition: workspacePartition(ws.id),
      sort: ['begins_with', 'LABEL#'],
      consistent: true,
    });
    const taught = labels.map(({ finding_id, rating, judge }) => [finding_id, rating, (judge as Judge).model]);
    const other = items.find(({ id: one }) => one !== found!.id);
    expect(taught.sort()).toEqual(
      [
        [found!.id, 2, 'test-1'],
        [other!.id, 2, 'test-2'],
      ].sort(),
    );
  });

  test.each([
    ['replaced', 'PUT', [[4, 'test-2']]],
    ['withdrawn', 'DELETE', []],
  ] as const)(
    'finishing by another model leaves nothing of a page rating that is %s then',
    async (_, method, expected) => {
      const ws = await newWorkspace();
      const id = await partial(ws);
      const rate = (by: 'PUT' | 'DELETE', rating: number) =>
        call(by, `/api/reviews/${id}/page-rating`, { as: ws.owner, ...(by === 'PUT' && { body: { rating } }) });
      const rowsIn = async (prefix: string) => {
        const sort = ['begins_with', prefix] as const;
        return (await table().query({ partition: workspacePartition(ws.id), sort, consistent: true })).items;
      };
      expect((await rate('PUT', 2)).status).toBe(200);
      await finish(ws, id);
      const { model } = modelSaying(() => ({ faults: [TEST] }));
      await runWhole(ws.id, id, { ...model, id: 'test-2' });
      expect((await rate(method, 4)).status).toBe(200);
      const labels = await rowsIn('PAGE_LABEL#');
      expect(labels.map(({ rating, judge }) => [rating, (judge as Judge).model])).toEqual(expected);
      const scales = await rowsIn('PAGE_SCALE#');
      const former = scales.find(({ judge }) => (judge as Judge).model === 'test-1');
      expect(former?.scale).toMatchObject({ ratings: 0 });
    },
  );

  test('adds the tokens of the second attempt to those of the first', async () => {
    const ws = await newWorkspace();
    const id = await partial(ws);
    const { tokens: before } = await read(ws, id);
    await finish(ws, id);
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [TEST] })).model);
    const { tokens } = await read(ws, id);
    expect(tokens.input).toBeGreaterThan(before.input);
  });

  test('happens once for concurrent calls, and is refused for a review that is not partial', async () => {
    const ws = await newWorkspace();
    const id = await partial(ws);
    const answers = await Promise.all(Array.from({ length: 4 }, () => finish(ws, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('review_not_partial');
    expect((await rowsOf(ws.id, id)).get('REVIEW')).toMatchObject({ runs_done: 1, runs_failed: 0 });
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [] })).model);
    expect((await read(ws, id)).status).toBe('complete');
    expect((await finish(ws, id)).status).toBe(409);
  });

  test('can end partial again, and be finished three times', async () => {
    const ws = await newWorkspace();
    const id = await partial(ws);
    for (let times = 0; times < 3; times += 1) {
      expect((await finish(ws, id)).status).toBe(200);
      await runWhole(ws.id, id, modelSaying(() => 'fails').model);
      expect(await read(ws, id)).toMatchObject({ status: 'partial', runs_done: 2, runs_failed: 1 });
    }
    const fourth = await finish(ws, id);
    expect([fourth.status, fourth.body.code]).toEqual([409, 'review_finished_often']);
  });

  test("counts its estimate against the workspace's monthly limit", async () => {
    const ws = await newTeam();
    const settings = { MODEL: 'openai:test@http://127.0.0.1:9/v1', MODEL_PRICE_IN: '3', MODEL_PRICE_OUT: '15' };
    const id = await partial(ws);
    const limit = (cents: number) =>
      call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body: { monthly_model_limit_cents: cents } });
    Object.assign(process.env, settings);
    try {
      await limit(0);
      const refused = await finish(ws, id);
      expect([refused.status, refused.body.code]).toEqual([409, 'monthly_limit']);
      await limit(1000);
      expect((await finish(ws, id)).status).toBe(200);
      const { estimate } = await read(ws, id);
      const reserved = (await table().get(keys.modelSpend(ws.id, monthOf(now()))))?.reserved;
      expect(estimate.cents).toBeCloseTo(Number(reserved) / 10_000);
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name];
    }
    const spend = async () => (await table().get(keys.modelSpend(ws.id, monthOf(now()))))?.reserved;
    expect(await spend()).toBeGreaterThan(0);
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [] })).model);
    expect(await spend()).toBe(0);
  });

  test('counts in the month in which it is finished, not in that of the review', async () => {
    const ws = await newTeam();
    const settings = { MODEL: 'openai:test@http://127.0.0.1:9/v1', MODEL_PRICE_IN: '3', MODEL_PRICE_OUT: '15' };
    const id = await partial(ws);
    const of = keys.modelSpend(ws.id, monthOf(now()));
    await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body: { monthly_model_limit_cents: 1000 } });
    await table().transact([{ update: of, add: { committed: 10_000_000 } }]);
    advance(31 * DAY);
    const finished = keys.modelSpend(ws.id, monthOf(now()));
    Object.assign(process.env, settings);
    try {
      expect((await finish(ws, id)).status).toBe(200);
    } finally {
      for (const name of Object.keys(settings)) delete process.env[name];
    }
    const reserved = async () => Number((await table().get(finished))?.reserved);
    expect(await reserved()).toBeGreaterThan(0);
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [] })).model);
    expect(await reserved()).toBe(0);
    expect(await table().get(of)).toMatchObject({ committed: 10_000_000 });
  });

  test('charges nothing', async () => {
    const ws = await newWorkspace();
    await table().transact([
      { update: keys.workspace(ws.id), set: { billing_mode: 'prepaid_micro', per_review_price_cents: 7 } },
      { put: { ...keys.wallet(ws.id), workspace_id: ws.id, balance_cents: 20, created_at: 1, updated_at: 1 } },
    ]);
    const id = await partial(ws);
    const balance = async () => (await table().get(keys.wallet(ws.id)))?.balance_cents;
    expect(await balance()).toBe(13);
    expect((await finish(ws, id)).status).toBe(200);
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [] })).model);
    expect(await balance()).toBe(13);
    expect((await call('POST', `/api/reviews/${id}/again`, { as: ws.owner })).status).toBe(200);
    expect(await balance()).toBe(6);
    await runWhole(ws.id, id, modelSaying(() => ({ faults: [] })).model);
    const poor = await call('POST', `/api/reviews/${id}/again`, { as: ws.owner });
    expect([poor.status, poor.body.code]).toEqual([402, 'wallet_empty']);
  });
});
