import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { MINUTE } from '../../../functions/kit/clock.ts';
import { type Model, ModelBusy, type ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import { openaiModel } from '../../../functions/reviews/ask/model/openai.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { advance } from '../../../lib/local/clock.ts';
import { batchOf } from '../../workers/messages.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { answerTo, modelOf, personaOf, stageReview } from '../run/scene.ts';
import { loopback } from './loopback.ts';

beforeAll(useOwnTables);

const MARK = 'raw-words-of-a-hostile-model';

const many = (call: ModelCall, more: object) => JSON.stringify({ ...(JSON.parse(answerTo(call)) as object), ...more });

const hostile: [string, (call: ModelCall) => string | Promise<string>][] = [
  ['answers in HTML', () => `<html><body onload="alert('${MARK}')">502</body></html>`],
  ['answers with 10 MB', () => MARK.padEnd(10_000_000, 'x')],
  [
    'answers with 10 MB of JSON',
    () => JSON.stringify({ findings: [], scores: [], summary: MARK.padEnd(10_000_000, 'x') }),
  ],
  ['answers in another shape', () => JSON.stringify({ verdict: MARK, stars: 5 })],
  ['answers with an array', () => JSON.stringify([MARK])],
  ['stops in its first entry', (call) => answerTo(call, { comment: MARK }).split('}')[0] ?? ''],
  [
    'gives its canary away',
    (call) => answerTo(call, { comment: `${MARK} ${/ref-\w+/.exec(call.prompt.system)?.[0]}` }),
  ],
  ['says nothing', () => ''],
  ['gives no text', () => undefined as unknown as string],
  ['gives an object for a text', () => ({ toString: () => MARK }) as unknown as string],
  ['names other dimensions', (call) => many(call, { findings: [], scores: [{ dimension: MARK, score: 4 }] })],
  [
    'names a thousand dimensions',
    (call) => many(call, { findings: [], scores: Array(1000).fill({ dimension: MARK, score: 4, reason: MARK }) }),
  ],
  ['answers as a chair', () => JSON.stringify({ chair: { verdict: [{ text: MARK, findings: [1] }], order: [1] } })],
  ['answers in the former form', () => JSON.stringify({ dimensions: [{ dimension: MARK, score: 4, comment: MARK }] })],
  ['nests without end', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['throws', () => Promise.reject(new Error(MARK))],
  ['throws no error at all', () => Promise.reject(MARK)],
];

describe('a hostile model', () => {
  test.each(hostile)('a model that %s fails its run, and no word of it is stored', async (_, ask) => {
    const scene = await stageReview();
    const { model, calls } = modelOf(ask);
    expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
    expect(calls.length).toBeLessThanOrEqual(6);
    const { items } = await scene.table.query({ partition: scene.jobs[0]!.pk, consistent: true });
    expect(JSON.stringify(items)).not.toContain(MARK);
    expect(await scene.run()).toMatchObject({ state: 'failed', error: expect.stringMatching(/\w+ .*\.$/) });
    expect(await scene.review()).toMatchObject({ status: 'failed', score: null, runs_done: 1 });
    expect(await scene.findings()).toEqual([]);
  });

  const UNREADABLE = ['NaN', 'Infinity', '1e999', '"four"', 'true', '[4]'];
  const scoring = (score: string) =>
    modelOf((call) => answerTo(call, { score: 4 }).replaceAll('"score":4', `"score":${score}`));

  test.each(UNREADABLE)('a model that scores %s gives no score, but its findings count', async (score) => {
    const scene = await stageReview();
    await scene.worker(scoring(score).model)(batchOf(scene.jobs));
    const run = await scene.run();
    expect(run).toMatchObject({ state: 'done', score: null });
    expect(run.scores.map((one) => [one.score, one.samples])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(await scene.review()).toMatchObject({ score: null });
    expect(await scene.findings()).toHaveLength(2);
  });

  test.each(UNREADABLE)('a model that scores %s is asked again, because that is no judgment', async (score) => {
    const scene = await stageReview();
    const { model, calls } = scoring(score);
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(6);
    expect(calls.filter(({ repair }) => repair?.request.includes('"Clarity"'))).toHaveLength(3);
  });

  test('a model’s endless texts are cut to what fits', async () => {
    const scene = await stageReview();
    const long = 'very long words '.repeat(110);
    const { model } = modelOf((call) =>
      many(call, {
        findings: personaOf(call).dimensions.flatMap(({ name }) =>
          Array(4).fill({
            dimension: name,
            kind: long,
            evidence: Array(4).fill({ quote: long, element: long, region: [-1e300, 1e300, 1e300, 1e300] }),
            comment: long,
            severity: 1e300,
            fix: { before: long, after: long },
            __proto__: null,
            constructor: 1,
            role: 'OWNER',
          }),
        ),
        scores: personaOf(call).dimensions.map(({ name }) => ({ dimension: name, score: -1e300, reason: long })),
        summary: long + long,
        status: 'complete',
      }),
    );
    await scene.worker(model)(batchOf(scene.jobs));
    const findings = await scene.findings();
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThanOrEqual(5);
    for (const finding of findings) {
      expect(finding).toMatchObject({ kind: 'fault', severity: 4 });
      expect(finding.evidence.length).toBeGreaterThan(0);
      expect(finding.evidence.length).toBeLessThanOrEqual(3);
      for (const { quote, ...place } of finding.evidence) {
        expect(place).toEqual({ element: null, region: null, grounded: false });
        expect(quote?.length).toBeLessThanOrEqual(400);
      }
      expect(finding.comment.length).toBeLessThanOrEqual(1500);
      expect(finding.fix?.before?.length).toBeLessThanOrEqual(600);
      expect(finding.fix?.after.length).toBeLessThanOrEqual(1000);
      expect(finding).not.toHaveProperty('role');
    }
    const run = await scene.run();
    expect(run.scores.map(({ score, reason }) => [score, reason])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(run.summary.length).toBeLessThanOrEqual(2000);
    expect(run.left_out).toBeGreaterThan(0);
    expect((await scene.review())?.status).toBe('complete');
  });

  test('a model’s endless reasons for what it doesn’t judge are cut', async () => {
    const scene = await stageReview();
    const reason = 'very long words '.repeat(600);
    const { model } = modelOf((call) =>
      many(call, {
        findings: [],
        scores: personaOf(call).dimensions.map(({ name }) => ({ dimension: name, score: null, reason })),
      }),
    );
    await scene.worker(model)(batchOf(scene.jobs));
    const { scores, score } = await scene.run();
    expect(score).toBeNull();
    expect(scores).toHaveLength(2);
    for (const one of scores) {
      expect(one).toMatchObject({ samples: [], score: null });
      expect(one.reason?.length).toBeLessThanOrEqual(300);
      expect(one.reason).toMatch(/^very long words/);
    }
  });

  test('a model that never answers is put off twice and then given up, without a poison message', async () => {
    const scene = await stageReview();
    const { model } = modelOf(() => new Promise(() => {}), { settings: { ...DEFAULT_SETTINGS, timeoutMs: 20 } });
    const states: string[] = [];
    for (let times = 0; times < 4; times += 1) {
      expect(await scene.worker(model)(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
      states.push((await scene.run()).state);
      advance(MINUTE);
    }
    expect(states).toEqual(['queued', 'queued', 'failed', 'failed']);
    expect(await scene.run()).toMatchObject({
      error: 'The model didn’t answer in time. It was tried 3 times. Start a new review later.',
    });
  });

  test('a model that is always busy costs ten attempts of three questions, no more', async () => {
    const scene = await stageReview();
    const { model, calls } = modelOf(() => Promise.reject(new ModelBusy(said('model_throttled'), 0)));
    for (let times = 0; times < 15; times += 1) {
      await scene.table.transact([{ update: scene.jobs[0]!, set: { claimed_until: null } }]);
      await scene.worker(model)(batchOf(scene.jobs));
    }
    expect(calls).toHaveLength(30);
    expect(await scene.run()).toMatchObject({ state: 'failed' });
  });

  test('a model that reports nonsense tokens has none counted', async () => {
    const scene = await stageReview();
    const { model } = modelOf((call) => answerTo(call));
    const lying: Model = {
      ...model,
      ask: async (call) => ({
        ...(await model.ask(call)),
        usage: { input: Number.NaN, output: -5, cached: Number.NaN },
      }),
    };
    await scene.worker(lying)(batchOf(scene.jobs));
    expect(await scene.run()).toMatchObject({ state: 'done', tokens: null });
  });

  test('a model that reports more cached tokens than input has no more than the input counted', async () => {
    const scene = await stageReview();
    const { model } = modelOf((call) => answerTo(call));
    const lying: Model = {
      ...model,
      ask: async (call) => ({ ...(await model.ask(call)), usage: { input: 100, output: 10, cached: 1e300 } }),
    };
    await scene.worker(lying)(batchOf(scene.jobs));
    expect(await scene.run()).toMatchObject({ tokens: { input: 300, output: 30, cached: 300 } });
  });

  test('a model that floods the connection fails its run', async () => {
    const server = await loopback();
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { content: MARK.padEnd(10_000_000, 'x') } }] }));
    });
    const scene = await stageReview();
    await scene.worker(openaiModel('m', server.url, DEFAULT_SETTINGS))(batchOf(scene.jobs));
    server.close();
    expect(await scene.run()).toMatchObject({ state: 'failed', error: expect.stringContaining('200 KB') });
  });
});
