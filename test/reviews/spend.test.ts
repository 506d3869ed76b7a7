import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { DAY, MINUTE, monthOf, now } from '../../functions/kit/clock.ts';
import { newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { queueWorker } from '../../functions/owed/queue-worker.ts';
import { type Model, ModelBusy } from '../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../functions/reviews/ask/model/settings.ts';
import { writeFailure } from '../../functions/reviews/run/extract-outcome.ts';
import { doRunJob } from '../../functions/reviews/run/run-one-persona.ts';
import type { Tokens } from '../../functions/reviews/run-rows.ts';
import { ModelSpendRow } from '../../functions/reviews/spend/monthly-spend.ts';
import { costOf, pricesOf } from '../../functions/reviews/spend/prices.ts';
import { sumOf } from '../../functions/reviews/tokens.ts';
import { advance } from '../../lib/local/clock.ts';
import { type Caller, call, newTeam, signIn, table, type Workspace } from '../driver.ts';
import { newAgent } from '../wallet/agent.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, rowsOf } from './reviewed.ts';
import { answerTo, good, modelOf, stageReview, TEXT } from './run/scene.ts';
import { seedPersona } from './seed.ts';

beforeAll(useOwnTables);

const MODEL = { MODEL: 'openai:test@http://127.0.0.1:9/v1', MODEL_PRICE_IN: '3', MODEL_PRICE_OUT: '15' };
beforeEach(() => void Object.assign(process.env, MODEL));
afterEach(() => {
  for (const name of Object.keys(MODEL)) delete process.env[name];
});

const PRICED = { ...DEFAULT_SETTINGS, priceIn: 3, priceOut: 15 };
const spendOf = async (ws: string, at = now()) =>
  ModelSpendRow.parse((await table().get(keys.modelSpend(ws, monthOf(at)))) ?? {});
const usageOf = async (as: Caller) => (await call('GET', '/api/model-usage', { as })).body;
const setLimit = (as: Caller, ws: string, cents: number | null) =>
  call('PATCH', `/api/workspaces/${ws}`, { as, body: { monthly_model_limit_cents: cents } });
/** The estimate of a short review, in micro-dollars. */
const estimated = async (): Promise<number> => {
  const { id, owner } = await newTeam();
  await setLimit(owner, id, 10_000);
  await create(owner);
  return (await spendOf(id)).reserved;
};
const spentAlready = (ws: string, microdollars: number) =>
  table().transact([{ update: keys.modelSpend(ws, monthOf(now())), add: { committed: microdollars } }]);

/** Tokens and cost that a review's rows hold, in the form of the month's row. */
const heldBy = async (ws: string, id: string) => {
  const rows = [...(await rowsOf(ws, id))].filter(([sk]) => sk === 'REVIEW' || sk.startsWith('RUN#'));
  const tokens = sumOf(rows.map(([, row]) => row.tokens as Tokens | null));
  const committed = rows.reduce((sum, [, row]) => sum + Number(row.cost_microdollars ?? 0), 0);
  return { input: 0, cached: 0, output: 0, ...tokens, committed, reserved: 0 };
};

const answers = () => modelOf((call) => answerTo(call), { settings: PRICED }).model;

describe('a review by a live model', () => {
  test('adds its tokens and its cost to the month and to its own rows', async () => {
    const scene = await stageReview();
    await scene.worker(answers())(batchOf([...scene.jobs, scene.endJob]));
    const run = await scene.run();
    expect([run.state, run.cost_microdollars]).toEqual(['done', costOf(run.tokens!, pricesOf(PRICED)!)]);
    expect(run.cost_microdollars).toBeGreaterThan(0);
    expect(await spendOf(scene.ws, timeOfId(scene.id))).toEqual(await heldBy(scene.ws, scene.id));
  });

  test('counts tokens without a price, and then no cost', async () => {
    const scene = await stageReview();
    await scene.worker(good().model)(batchOf([...scene.jobs, scene.endJob]));
    const spend = await spendOf(scene.ws, timeOfId(scene.id));
    expect([spend.input > 0, spend.committed]).toEqual([true, 0]);
    expect(spend).toEqual(await heldBy(scene.ws, scene.id));
  });

  test('is counted once in a panel of ten that ends at once, each message delivered twice and again afterward', async () => {
    const scene = await stageReview({ personas: Array.from({ length: 10 }, () => seedPersona()) });
    const worker = scene.worker(answers());
    await Promise.all(scene.jobs.map((job) => worker(batchOf([job, job]))));
    await worker(batchOf([...scene.jobs, scene.endJob, scene.endJob, ...scene.jobs]));
    const runs = await scene.runs();
    expect(runs.map(({ cost_microdollars: cost }) => cost)).toEqual(Array(10).fill(runs[0]?.cost_microdollars));
    expect(await spendOf(scene.ws, timeOfId(scene.id))).toEqual(await heldBy(scene.ws, scene.id));
  });

  test.each(['brief', 'chair'] as const)(
    'counts an attempt of the %s that is put off because it is busy',
    async (task) => {
      const scene = await stageReview();
      const answering = answers();
      let asked = 0;
      const model: Model = {
        ...answering,
        ask: async (one) => {
          if (one.question.task !== task) return answering.ask(one);
          asked += 1;
          if (asked === 2) throw new ModelBusy(said('model_throttled'));
          return asked === 1
            ? { text: 'no answer', usage: { input: 700, output: 7, cached: 0, written: 600 } }
            : answering.ask(one);
        },
      };
      const worker = scene.worker(model);
      const key = keys.review(scene.ws, scene.id);
      if (task === 'brief') {
        await table().transact([{ update: key, set: { job: 'brief-review', due_at: now() } }]);
        await worker(batchOf([{ job: 'brief-review', ...key }]));
      } else await worker(batchOf([...scene.jobs, scene.endJob]));
      const putOff = await scene.review();
      expect(putOff?.tokens).toEqual({ input: 700, output: 7, cached: 0, written: 600 });
      expect(putOff?.cost_microdollars).toBe(100 * 3 + 600 * 3.75 + 7 * 15);
      advance(MINUTE);
      if (task === 'brief') await worker(batchOf([{ job: 'brief-review', ...key }]));
      await worker(batchOf([...scene.jobs, scene.endJob]));
      expect(await scene.review()).toMatchObject({ status: 'complete', tokens: { written: 600 } });
      expect((await scene.review())?.tokens).not.toEqual(putOff?.tokens);
      const { written: _, ...held } = (await heldBy(scene.ws, scene.id)) as Record<string, number>;
      expect(await spendOf(scene.ws, timeOfId(scene.id))).toEqual(held);
    },
  );

  test('counts answers that are of no use', async () => {
    const scene = await stageReview();
    await scene.worker(modelOf(() => 'no answer', { settings: PRICED }).model)(batchOf([...scene.jobs, scene.endJob]));
    const run = await scene.run();
    expect(run.state).toBe('failed');
    expect(run.cost_microdollars).toBeGreaterThan(0);
    expect(await spendOf(scene.ws, timeOfId(scene.id))).toEqual(await heldBy(scene.ws, scene.id));
  });

  test('costs nothing by rules', async () => {
    const scene = await stageReview();
    await scene.worker({ ...answers(), live: false })(batchOf([...scene.jobs, scene.endJob]));
    expect(await table().get(keys.modelSpend(scene.ws, monthOf(timeOfId(scene.id))))).toBeUndefined();
  });

  test('adds no request to the store', async () => {
    const counted = async (model: Model) => {
      const scene = await stageReview();
      const { transact } = scene.table;
      let count = 0;
      scene.table.transact = (writes) => {
        count += 1;
        return transact.call(scene.table, writes);
      };
      const work = scene.worker(model);
      // Runs that end at the same moment write the review's counter more often.
      for (const job of [...scene.jobs, scene.endJob]) await work(batchOf([job]));
      return { count, isCounted: (await spendOf(scene.ws, timeOfId(scene.id))).input > 0 };
    };
    const model = answers();
    const silent: Model = { ...model, ask: async (call) => ({ text: (await model.ask(call)).text }) };
    const [spent, unspent] = [await counted(model), await counted(silent)];
    expect([spent.isCounted, unspent.isCounted]).toEqual([true, false]);
    expect(spent.count).toBe(unspent.count);
  });
});

describe('a monthly limit', () => {
  let ws: Workspace;
  beforeEach(async () => {
    ws = await newTeam();
  });

  test('is set and removed by an OWNER, and by no one else', async () => {
    const [member, guest, token] = await Promise.all([ws.member(), ws.guest(), ws.token()]);
    const set = await setLimit(ws.owner, ws.id, 2000);
    expect([set.status, set.body.monthly_model_limit_cents]).toEqual([200, 2000]);
    for (const as of [member, guest]) expect((await setLimit(as, ws.id, null)).status).toBe(403);
    expect((await setLimit(token, ws.id, null)).status).toBe(403);
    expect((await setLimit((await newTeam()).owner, ws.id, null)).status).toBe(404);
    expect((await usageOf(member)).limit_cents).toBe(2000);
    expect((await call('GET', '/api/model-usage', { as: guest })).status).toBe(403);
    const seen = await call('GET', `/api/workspaces/${ws.id}`, { as: guest });
    expect(seen.body.monthly_model_limit_cents).toBeNull();
    expect((await setLimit(ws.owner, ws.id, null)).body.monthly_model_limit_cents).toBeNull();
    expect((await usageOf(member)).limit_cents).toBeNull();
  });

  test.each([-1, 1.5, 10_000_001, '20'])('a monthly limit of %j cents is refused with 422', async (cents) => {
    const body = { monthly_model_limit_cents: cents };
    expect((await call('PATCH', `/api/workspaces/${ws.id}`, { as: ws.owner, body })).status).toBe(422);
  });

  test('lets a review start that exactly meets it, and refuses the next with 409 and writes nothing', async () => {
    const cost = await estimated();
    await setLimit(ws.owner, ws.id, 100);
    await spentAlready(ws.id, 1_000_000 - cost);
    const { status, body } = await create(ws.owner);
    expect(status).toBe(200);
    const { body: usage } = await call('GET', '/api/model-usage', { as: ws.owner });
    expect(usage.reserved_cents).toBeCloseTo(cost / 10_000);
    const refused = await create(ws.owner);
    expect([refused.status, refused.body.code, typeof refused.body.detail]).toEqual([409, 'monthly_limit', 'string']);
    expect(refused.body.values).toEqual({ limit: '1.00', estimate: (Math.ceil(cost / 10_000) / 100).toFixed(2) });
    const { body: list } = await call('GET', '/api/reviews', { as: ws.owner });
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });

  test('refuses a review that would exceed it by a micro-dollar', async () => {
    const cost = await estimated();
    await setLimit(ws.owner, ws.id, 100);
    await spentAlready(ws.id, 1_000_001 - cost);
    expect((await create(ws.owner)).status).toBe(409);
  });

  test('refuses before a wallet is asked for money that would not help', async () => {
    const agent = await newAgent();
    const owner = await signIn({ email: agent.contact_email });
    await setLimit({ ...owner, workspace_id: agent.id }, agent.id, 0);
    const { status, body } = await create(agent.as);
    expect([status, body.code]).toEqual([409, 'monthly_limit']);
  });

  test('a monthly limit below one review refuses even the first', async () => {
    for (const cents of [0, 1]) {
      await setLimit(ws.owner, ws.id, cents);
      expect((await create(ws.owner)).body.code).toBe('monthly_limit');
    }
  });

  test('lets through as many of ten that start at once as it has money for', async () => {
    const cost = await estimated();
    const cents = Math.ceil((3.5 * cost) / 10_000);
    const fitting = Math.floor((cents * 10_000) / cost);
    await setLimit(ws.owner, ws.id, cents);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(ws.owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(fitting).fill(200),
      ...Array(10 - fitting).fill(409),
    ]);
    expect(await spendOf(ws.id)).toMatchObject({ committed: fitting * cost, reserved: fitting * cost });
  });

  test('answers a repeated Idempotency-Key as before, and counts it once', async () => {
    const cost = await estimated();
    await setLimit(ws.owner, ws.id, Math.ceil(cost / 10_000));
    const headers = { 'idempotency-key': newId() };
    const first = await create(ws.owner, {}, { headers });
    const again = await create(ws.owner, {}, { headers });
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id]);
    expect((await spendOf(ws.id)).committed).toBe(cost);
  });

  test('holds on both paths that review a note', async () => {
    await setLimit(ws.owner, ws.id, 0);
    const note = await ws.note(await ws.site());
    for (const prefix of ['/api/v1', '/api/widget']) {
      const { status, body } = await call('POST', `${prefix}/annotations/${note.id}/run-personas`, { as: ws.owner });
      expect([status, body.code]).toEqual([409, 'monthly_limit']);
    }
    const found = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    expect(found.body.replies ?? []).toEqual([]);
  });

  test('starts over in the next month, in which running reviews of the last one do not count', async () => {
    const cost = await estimated();
    await setLimit(ws.owner, ws.id, Math.ceil(cost / 10_000));
    const last = now();
    const { body } = await create(ws.owner);
    expect((await create(ws.owner)).status).toBe(409);
    advance(Number((await usageOf(ws.owner)).next_month_at) - now());
    expect(monthOf(now())).not.toBe(monthOf(last));
    expect((await create(ws.owner)).status).toBe(200);
    expect((await spendOf(ws.id)).committed).toBe(cost);
    expect(await spendOf(ws.id, last)).toMatchObject({ committed: cost, reserved: cost });
    expect(body.status).toBe('queued');
  });

  test('has no effect without prices, or with rule-based checks', async () => {
    await setLimit(ws.owner, ws.id, 0);
    delete process.env.MODEL_PRICE_IN;
    delete process.env.MODEL_PRICE_OUT;
    expect((await create(ws.owner)).status).toBe(200);
    Object.assign(process.env, MODEL, { MODEL: 'none' });
    expect((await create(ws.owner)).status).toBe(200);
    expect((await usageOf(ws.owner)).model).toBeNull();
  });

  test('is not counted for a workspace without one', async () => {
    await create(ws.owner);
    expect(await table().get(keys.modelSpend(ws.id, monthOf(now())))).toBeUndefined();
  });
});

describe('an estimate that counts against the limit', () => {
  const jobsOf = async (ws: string, id: string) =>
    [...(await rowsOf(ws, id)).keys()]
      .filter((sk) => sk.startsWith('RUN#'))
      .map((sk) => ({ job: 'run-persona', ...keys.reviewRun(ws, id, sk.slice('RUN#'.length)) }));
  const started = async (more: Record<string, unknown> = {}) => {
    const ws = await newTeam();
    await setLimit(ws.owner, ws.id, 10_000);
    const { body } = await create(ws.owner, { content: TEXT, ...more });
    return { ws, id: body.id as string, reserved: (await spendOf(ws.id)).reserved };
  };
  const work = (model: Model, jobs: readonly object[]) =>
    queueWorker((job, delivery) =>
      doRunJob({ table: table(), model, objects: () => ({ read: async () => undefined }) }, job, delivery),
    )(batchOf(jobs));

  test('is replaced by the cost of each run as it ends, once each', async () => {
    const { ws, id, reserved } = await started();
    const jobs = await jobsOf(ws.id, id);
    expect(jobs).toHaveLength(5);
    const model = answers();
    await work(model, [{ job: 'brief-review', ...keys.review(ws.id, id) }]);
    await work(model, jobs.slice(0, 2));
    const halfway = await spendOf(ws.id);
    expect(halfway.committed - halfway.reserved).toBe((await heldBy(ws.id, id)).committed);
    expect(Math.abs(halfway.reserved - (3 / 5) * reserved)).toBeLessThan(5);
    const running = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
    expect(running.body.estimate.cents).toBeCloseTo(reserved / 10_000);
    expect(running.body.cost_cents).toBeCloseTo((halfway.committed - halfway.reserved) / 10_000);
    await Promise.all(jobs.map((job) => work(model, [job, job])));
    await work(model, [...jobs, { job: 'end-review', ...keys.review(ws.id, id) }]);
    const spend = await spendOf(ws.id);
    expect(spend).toEqual(await heldBy(ws.id, id));
    const { body } = await call('GET', `/api/reviews/${id}`, { as: ws.owner });
    expect([body.status, body.estimate]).toEqual(['complete', null]);
    expect(body.cost_cents).toBeCloseTo(spend.committed / 10_000);
    const usage = await usageOf(ws.owner);
    expect([usage.reserved_cents, usage.months[0].cents]).toEqual([0, spend.committed / 10_000]);
  });

  test('no longer counts for a run that fails', async () => {
    const { ws, id } = await started();
    const { model } = modelOf(() => 'no answer', { settings: PRICED });
    await work(model, [{ job: 'brief-review', ...keys.review(ws.id, id) }]);
    await work(model, await jobsOf(ws.id, id));
    expect(await spendOf(ws.id, timeOfId(id))).toEqual(await heldBy(ws.id, id));
  });

  test('no longer counts if the content cannot be read', async () => {
    const { ws, id, reserved } = await started({
      input_type: 'site',
      content: undefined,
      url: 'https://shop.example.com/',
    });
    expect(reserved).toBeGreaterThan(0);
    const ids = { ws: ws.id, review: id };
    for (let times = 0; times < 2; times += 1) await writeFailure(table(), ids, said('page_empty'));
    expect(await spendOf(ws.id)).toEqual({ input: 0, cached: 0, output: 0, committed: 0, reserved: 0 });
  });

  test('counts in the month in which the review was started, though a run ends in the next', async () => {
    const { ws, id } = await started();
    const at = now();
    advance(31 * DAY);
    const model = answers();
    await work(model, [{ job: 'brief-review', ...keys.review(ws.id, id) }]);
    await work(model, await jobsOf(ws.id, id));
    await work(model, [{ job: 'end-review', ...keys.review(ws.id, id) }]);
    expect(await spendOf(ws.id, at)).toEqual(await heldBy(ws.id, id));
    expect(await table().get(keys.modelSpend(ws.id, monthOf(now())))).toBeUndefined();
    const { months } = await usageOf(ws.owner);
    expect(months.map(({ month }: { month: string }) => month)).toEqual([monthOf(at)]);
  });
});
