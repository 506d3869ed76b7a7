import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { DAY, HOUR, MINUTE, now } from '../../../functions/kit/clock.ts';
import { newId } from '../../../functions/kit/ids.ts';
import { keys } from '../../../functions/kit/table/keys.ts';
import { OWED, owed } from '../../../functions/owed/jobs.ts';
import { type Model, ModelBusy, ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { PROMPT_VERSION } from '../../../functions/reviews/ask/prompt/prompt-version.ts';
import { doRunJob } from '../../../functions/reviews/run/run-one-persona.ts';
import { advance } from '../../../lib/local/clock.ts';
import { batchOf } from '../../workers/messages.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { until } from '../../workers/until.ts';
import { seedPersona } from '../seed.ts';
import { answerTo, content, good, modelOf, personaOf, stageReview, TEXT } from './scene.ts';

beforeAll(useOwnTables);

const panel = (size: number) => Array.from({ length: size }, () => seedPersona());

const done = (row: object) => OWED.every((name) => !(name in row));

describe('a run', () => {
  test('ends with its findings, its score, who judged, and what it cost', async () => {
    const scene = await stageReview();
    const { model, calls, others } = good();
    expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    expect(calls).toHaveLength(3);
    const run = await scene.run();
    expect(run).toMatchObject({
      state: 'done',
      score: 4,
      samples: 3,
      attempts: 1,
      claim: null,
      error: null,
      judge: { model: 'test-1', prompt: PROMPT_VERSION },
      ai_live: true,
      samples_asked: 3,
      tokens: { input: 300, output: 30, cached: 120 },
      scores: [
        { dimension: 'Clarity', weight: 0.5, samples: [4, 4, 4], score: 4, reason: null },
        { dimension: 'Trust', weight: 0.5, samples: [4, 4, 4], score: 4, reason: null },
      ],
      summary: 'Concrete, but it hides the price.',
    });
    expect(done(run)).toBe(true);
    const findings = await scene.findings();
    expect(findings.map(({ dimension }) => dimension).sort()).toEqual(['Clarity', 'Trust']);
    expect(findings[0]).toMatchObject({
      kind: 'fault',
      severity: 2,
      evidence: [{ quote: 'tested for a week before it leaves the house', element: null, grounded: true }],
      fix: { before: null, after: 'Say what is tested.' },
      seen_in: { samples: 3, of: 3 },
    });
    expect(await scene.review()).toMatchObject({
      status: 'complete',
      runs_done: 1,
      runs_failed: 0,
      score: 4,
      ai_live: true,
      judge: { model: 'test-1' },
      completed_at: expect.any(Number),
      conclusion: { by: 'chair', order: findings.map(({ id }) => id) },
      tokens: { input: 100, output: 10, cached: 40 },
    });
    expect(others.map(({ question }) => question.task)).toEqual(['chair']);
  });

  test('shows the review as running while its model is at work', async () => {
    const scene = await stageReview();
    const seen: unknown[] = [];
    const { model } = modelOf(async (call) => {
      await until(async () => (await scene.review())?.status === 'running');
      seen.push((await scene.run()).state);
      return answerTo(call);
    });
    await scene.worker(model)(batchOf(scene.jobs));
    expect(seen).toEqual(['running', 'running', 'running']);
  });

  test('asks once, writes one outcome, though its message comes 20 times', async () => {
    const scene = await stageReview();
    const { model, calls } = modelOf(async (call) => {
      await new Promise((resolve) => setImmediate(resolve));
      return answerTo(call);
    });
    const worker = scene.worker(model);
    for (let times = 0; times < 2; times += 1) {
      const answers = await Promise.all([
        worker(batchOf(Array(5).fill(scene.jobs[0]))),
        worker(batchOf(Array(5).fill(scene.jobs[0]))),
      ]);
      expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
    }
    expect(calls).toHaveLength(3);
    expect(await scene.findings()).toHaveLength(2);
    expect(await scene.review()).toMatchObject({ runs_done: 1, status: 'complete' });
  });

  test('a run that was killed midway resumes once its claim has expired, and not before', async () => {
    const scene = await stageReview();
    const killed = Promise.withResolvers<string>();
    const dying = scene.worker(modelOf(() => killed.promise).model)(batchOf(scene.jobs));
    let run = await scene.run();
    while (run.attempts === 0) run = await scene.run();
    const { model, calls } = good();
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(0);
    run = await scene.run();
    expect(run.due_at).toBe(run.claimed_until);
    advance(5 * MINUTE);
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(3);
    expect(await scene.run()).toMatchObject({ state: 'done', attempts: 2 });
    killed.reject(new ModelBusy(said('model_timeout')));
    expect(await dying).toEqual({ batchItemFailures: [] });
    expect(await scene.run()).toMatchObject({ state: 'done', attempts: 2 });
    expect(await scene.review()).toMatchObject({ status: 'complete', runs_done: 1 });
  });

  test('keeps its claim for two answers of the model’s timeout', async () => {
    const scene = await stageReview();
    const seen: number[] = [];
    const { model, calls } = modelOf(
      async (call, times) => {
        if (times === 1) {
          advance(6 * MINUTE);
          const other = good();
          await scene.worker(other.model)(batchOf(scene.jobs));
          seen.push(other.calls.length);
        }
        return answerTo(call);
      },
      { settings: { ...DEFAULT_SETTINGS, timeoutMs: 3 * MINUTE } },
    );
    await scene.worker(model)(batchOf(scene.jobs));
    expect(seen).toEqual([0]);
    expect(calls).toHaveLength(3);
    expect(await scene.run()).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('a run that is always killed fails with a reason, without another question', async () => {
    const scene = await stageReview();
    await scene.table.transact([{ update: scene.jobs[0]!, set: { attempts: 10, claimed_until: now() - 1 } }]);
    const { model, calls } = good();
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(0);
    expect(await scene.run()).toMatchObject({ state: 'failed', error: expect.stringContaining('10 times') });
    expect(await scene.review()).toMatchObject({ status: 'failed', runs_failed: 1, score: null });
  });

  test('a run whose outcome arrives after another worker took over its claim changes nothing', async () => {
    const scene = await stageReview();
    const slow = Promise.withResolvers<void>();
    const { model: late, calls } = modelOf(async (call) => {
      await slow.promise;
      return answerTo(call, { score: 1 });
    });
    const first = scene.worker(late)(batchOf(scene.jobs));
    while (calls.length < 3) await new Promise((resolve) => setImmediate(resolve));
    advance(5 * MINUTE);
    await scene.worker(good().model)(batchOf(scene.jobs));
    slow.resolve();
    expect(await first).toEqual({ batchItemFailures: [] });
    expect(await scene.run()).toMatchObject({ state: 'done', score: 4 });
    expect(await scene.review()).toMatchObject({ runs_done: 1, score: 4 });
  });
});

describe('a panel', () => {
  test('a panel of ten that end at once is counted exactly, and ends once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const scene = await stageReview({ personas: panel(10) });
      const { model, calls } = good();
      const worker = scene.worker(model);
      const answers = await Promise.all(scene.jobs.map((job) => worker(batchOf([job, job]))));
      expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
      expect(calls).toHaveLength(30);
      expect(await scene.review()).toMatchObject({ status: 'complete', runs_done: 10, runs_failed: 0, score: 4 });
      expect(await scene.findings()).toHaveLength(20);
    }
  });

  test('loses nobody to one that fails, and says so', async () => {
    const personas = [...panel(2), seedPersona(newId(), ['Other'])];
    const scene = await stageReview({ personas });
    const { model } = modelOf((call) =>
      personaOf(call).dimensions[0]?.name === 'Other' ? '<html>502 Bad Gateway</html>' : answerTo(call, { score: 2 }),
    );
    const worker = scene.worker(model);
    await Promise.all(scene.jobs.map((job) => worker(batchOf([job]))));
    expect(await scene.review()).toMatchObject({ status: 'partial', runs_done: 3, runs_failed: 1, score: 2 });
    expect(await scene.run(2)).toMatchObject({
      state: 'failed',
      score: null,
      error: expect.stringContaining('no usable answer'),
      error_codes: [{ code: 'answer_unusable' }],
    });
  });

  test('scores what all its personas found, whoever comes last', async () => {
    const personas = panel(3);
    const scene = await stageReview({ personas });
    const worker = (score: number) => scene.worker(modelOf((call) => answerTo(call, { score })).model);
    for (const [index, score] of [1, 2, 5].entries()) await worker(score)(batchOf([scene.jobs[index]]));
    expect((await scene.review())?.score).toBeCloseTo(8 / 3, 5);
  });

  test('shows how far it is while it runs', async () => {
    const scene = await stageReview({ personas: panel(2) });
    await scene.worker(good().model)(batchOf([scene.jobs[0]]));
    expect(await scene.review()).toMatchObject({ status: 'running', runs_done: 1, score: null, completed_at: null });
  });
});

describe('the end of a review', () => {
  const unended = async (personas = panel(2)) => {
    const scene = await stageReview({ personas });
    await Promise.all(scene.jobs.map((job) => scene.worker(good().model)(batchOf([job]))));
    const [whole, key] = [await scene.review(), keys.review(scene.ws, scene.id)];
    const owes = owed('end-review', key, now());
    const set = { ...owes, status: 'running', completed_at: null, score: null, judge: null };
    await scene.table.transact([{ update: key, set }]);
    return { scene, whole };
  };

  test('is written by the job that the review owes if the worker of its last run could not', async () => {
    const { scene, whole } = await unended();
    const { model, calls } = good();
    await scene.worker(model)(batchOf([scene.endJob, scene.endJob]));
    const { status, score, judge } = whole ?? {};
    expect(await scene.review()).toMatchObject({ status, score, judge, completed_at: expect.any(Number) });
    expect(await scene.review()).not.toHaveProperty('job');
    expect(calls).toEqual([]);
  });

  test('waits for runs that are still owed, each time longer', async () => {
    const scene = await stageReview({ personas: panel(2) });
    await scene.worker(good().model)(batchOf([scene.jobs[0]]));
    const due = async () => Number((await scene.review())?.due_at) - now();
    advance(HOUR);
    await scene.worker(good().model)(batchOf([scene.endJob]));
    expect(await scene.review()).toMatchObject({ status: 'running', job: 'end-review', completed_at: null });
    const first = await due();
    expect(first).toBeGreaterThan(HOUR / 2);
    advance(DAY);
    await scene.worker(good().model)(batchOf([scene.endJob]));
    expect(await due()).toBeGreaterThan(2 * first);
  });

  test('comes to nothing for a deleted review', async () => {
    const { scene } = await unended();
    await scene.table.transact([{ update: keys.review(scene.ws, scene.id), set: { deleted_at: now() } }]);
    await scene.worker(good().model)(batchOf([scene.endJob]));
    expect(await scene.review()).toMatchObject({ status: 'running', completed_at: null });
  });
});

describe('a busy model', () => {
  test('is asked again later, after what it asks for, and not by an early message', async () => {
    const scene = await stageReview();
    const { model, calls } = modelOf(() => Promise.reject(new ModelBusy(said('model_throttled'), 30_000)));
    const worker = scene.worker(model);
    expect(await worker(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    const run = await scene.run();
    expect(run).toMatchObject({ state: 'queued', attempts: 1, job: 'run-persona', claim: null });
    expect(run.wait_seconds).toBeGreaterThanOrEqual(30);
    expect(run.due_at).toBeGreaterThanOrEqual(now() + 29_000);
    expect(calls).toHaveLength(3);
    await worker(batchOf(scene.jobs));
    expect(calls).toHaveLength(3);
    advance(MINUTE);
    await scene.worker(good().model)(batchOf(scene.jobs));
    expect(await scene.run()).toMatchObject({ state: 'done', attempts: 2 });
  });

  test('is waited for longer each time, and given up in words', async () => {
    const scene = await stageReview();
    const worker = scene.worker(modelOf(() => Promise.reject(new ModelBusy(said('model_throttled')))).model);
    const waits: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      expect(await worker(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
      waits.push((await scene.run()).wait_seconds ?? 0);
      advance(10 * MINUTE);
    }
    for (const [index, wait] of waits.slice(0, 9).entries()) {
      const least = Math.min(300, 2 ** (index + 1));
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(Math.ceil(least * 1.25));
    }
    expect(await scene.run()).toMatchObject({
      state: 'failed',
      error: 'The model is throttled. It was tried 10 times. Start a new review later.',
      error_codes: [{ code: 'model_throttled' }, { code: 'tried', values: { count: 10 } }],
    });
    expect(await scene.review()).toMatchObject({ status: 'failed', runs_done: 1 });
  });

  test('a model that is busy in one sample of three costs that sample only', async () => {
    const scene = await stageReview();
    const { model } = modelOf((call, times) => {
      if (times === 2) throw new ModelBusy(said('model_throttled'));
      return answerTo(call);
    });
    await scene.worker(model)(batchOf(scene.jobs));
    expect(await scene.run()).toMatchObject({ state: 'done', samples: 2 });
  });

  test('a refusal by the model ends the run at once, with its words', async () => {
    const scene = await stageReview();
    await scene.worker(modelOf(() => Promise.reject(new ModelRefused(said('content_too_long')))).model)(
      batchOf(scene.jobs),
    );
    expect(await scene.run()).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: 'The content is too long for the model. Send a part of it.',
    });
    expect(await scene.review()).toMatchObject({ status: 'failed', error: expect.stringContaining('too long') });
  });

  test('counts as busy where the pictures are out of reach', async () => {
    const picture = { element: 'image-1', key: 'kept/x', type: 'image/png' as const };
    const scene = await stageReview({
      content: content({ pictures: [picture] }),
    });
    const objects = () => ({ read: () => Promise.reject(new Error('storage')) });
    const { model, calls } = good();
    await scene.worker(model, { objects })(batchOf(scene.jobs));
    expect(calls).toHaveLength(0);
    expect(await scene.run()).toMatchObject({ state: 'queued', job: 'run-persona' });
  });

  test.each(['brief', 'chair'] as const)('the %s is put off while the pictures are out of reach', async (task) => {
    const picture = { element: 'image-1', key: 'kept/x', type: 'image/png' as const };
    const scene = await stageReview({ content: content({ pictures: [picture] }) });
    const key = keys.review(scene.ws, scene.id);
    let isDown = task === 'brief';
    const objects = () => ({ read: async () => (isDown ? Promise.reject(new Error('storage')) : undefined) });
    const { model, others } = good();
    const failing: Model = {
      ...model,
      ask: (one) => {
        isDown = true;
        return model.ask(one);
      },
    };
    const begin = task === 'brief' ? { job: 'brief-review' as const, ...key } : scene.endJob;
    if (task === 'brief') await scene.table.transact([{ update: key, set: { job: 'brief-review', due_at: now() } }]);
    const jobs = task === 'brief' ? [begin] : [...scene.jobs, begin];
    expect(await scene.worker(failing, { objects })(batchOf(jobs))).toEqual({ batchItemFailures: [] });
    expect(await scene.review()).toMatchObject({ job: begin.job, completed_at: null });
    expect((await scene.review())?.due_at).toBeGreaterThan(now());
    expect(others.filter(({ question }) => question.task === task)).toHaveLength(0);
    isDown = false;
    advance(MINUTE);
    await scene.worker(model, { objects })(batchOf([begin]));
    expect(others.filter(({ question }) => question.task === task)).toHaveLength(1);
  });
});

describe('deleted reviews, sites and workspaces', () => {
  test.each<[string, { deleted_at?: number; widget_site_id?: string }]>([
    ['a deleted review', { deleted_at: 1 }],
    ['a review of a deleted site', { widget_site_id: 'site-1' }],
  ])('no model is asked about %s', async (_, more) => {
    const scene = await stageReview();
    await scene.table.transact([{ update: keys.review(scene.ws, scene.id), set: more }]);
    await scene.table.transact([{ update: keys.workspace(scene.ws), set: { deleted_sites: new Set(['site-1']) } }]);
    const { model, calls } = good();
    expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    expect(calls).toHaveLength(0);
  });

  test('a review that is deleted while its model is at work gets no outcome', async () => {
    const scene = await stageReview();
    const { model } = modelOf(async (call) => {
      await scene.table.transact([{ update: keys.review(scene.ws, scene.id), set: { deleted_at: now() } }]);
      return answerTo(call);
    });
    expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    expect(await scene.findings()).toEqual([]);
    expect(await scene.review()).toMatchObject({ runs_done: 0 });
  });

  test('a review that is purged while its model is at work leaves no row', async () => {
    const scene = await stageReview();
    const { model } = modelOf(async (call) => {
      const { items } = await scene.table.query({ partition: scene.jobs[0]!.pk });
      await scene.table.removeMany(items as never);
      return answerTo(call);
    });
    expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    expect((await scene.table.query({ partition: scene.jobs[0]!.pk, consistent: true })).items).toEqual([]);
  });

  test('a run of a deleted workspace is put off by an hour', async () => {
    const scene = await stageReview();
    await scene.table.transact([{ update: keys.workspace(scene.ws), set: { deleted_at: now() } }]);
    const { model, calls } = good();
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(0);
    const run = await scene.run();
    expect(run).toMatchObject({ state: 'queued', attempts: 0, job: 'run-persona' });
    expect(run.due_at).toBeGreaterThan(now() + HOUR - MINUTE);
  });

  describe('the end of a review', () => {
    const judged = async () => {
      const scene = await stageReview();
      await scene.table.transact([
        { update: keys.review(scene.ws, scene.id), set: { widget_site_id: 'site-1', due_at: now() + HOUR } },
      ]);
      const { model, others } = good();
      const needs = { table: scene.table, model, objects: () => ({ read: async () => undefined }) };
      await doRunJob(needs, scene.jobs[0]!, { remainingMs: () => MINUTE });
      const end = () => doRunJob(needs, scene.endJob, { remainingMs: () => MINUTE });
      const mark = (set: object) => scene.table.transact([{ update: keys.workspace(scene.ws), set: { ...set } }]);
      return { scene, end, mark, others };
    };

    test('the end of a review waits while its workspace is deleted, an hour at a time, and goes on once it is restored', async () => {
      const { scene, end, mark, others } = await judged();
      await mark({ deleted_at: now() });
      await end();
      expect(others).toHaveLength(0);
      const review = await scene.review();
      expect(review).toMatchObject({ job: 'end-review', completed_at: null });
      expect(review?.due_at).toBeGreaterThan(now() + HOUR - MINUTE);
      expect(review).not.toHaveProperty('wait_seconds');
      await scene.table.transact([{ update: keys.workspace(scene.ws), remove: ['deleted_at'] }]);
      await end();
      expect(others).toHaveLength(1);
      expect(await scene.review()).toMatchObject({ status: 'complete' });
    });

    test('the end of a review asks no model if its site was deleted', async () => {
      const { scene, end, mark, others } = await judged();
      await mark({ deleted_sites: new Set(['site-1']) });
      await end();
      expect(others).toHaveLength(0);
      expect(await scene.review()).toMatchObject({ completed_at: null });
    });
  });

  test('a message that names no run harms no other one', async () => {
    const scene = await stageReview();
    const { model } = good();
    const event = batchOf([{ job: 'run-persona', pk: 'x', sk: 'RUN#y' }, 'no job', ...scene.jobs]);
    const { batchItemFailures } = await scene.worker(model)(event);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(
      event.Records.slice(0, 2).map(({ messageId }) => messageId),
    );
    expect(await scene.review()).toMatchObject({ status: 'complete' });
  });
});

test('a run stores the persona as it ran, and its text is what was judged', async () => {
  const persona = seedPersona(newId(), ['Clarity'], { custom_instructions: 'Be strict about prices.' });
  const scene = await stageReview({ personas: [persona] });
  const { model, calls } = good();
  await scene.worker(model)(batchOf(scene.jobs));
  expect((await scene.run()).persona).toEqual(persona);
  expect(personaOf(calls[0]!).content.text).toBe(TEXT);
});
