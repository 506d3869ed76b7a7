import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { MINUTE } from '../../../functions/kit/clock.ts';
import { type Model, ModelBusy, type ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import { openaiModel } from '../../../functions/reviews/ask/model/openai.ts';
import { advance } from '../../../lib/local/clock.ts';
import { batchOf } from '../../workers/messages.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { answerTo, modelOf, stageReview } from '../run/scene.ts';
import { loopback } from './loopback.ts';

beforeAll(useOwnTables);

const MARK = 'raw-words-of-a-hostile-model';

const many = (call: ModelCall, more: object) => JSON.stringify({ ...(JSON.parse(answerTo(call)) as object), ...more });

const hostile: [string, (call: ModelCall) => string | Promise<string>][] = [
  ['answers in HTML', () => `<html><body onload="alert('${MARK}')">502</body></html>`],
  ['answers with 10 MB', () => MARK.padEnd(10_000_000, 'x')],
  ['answers with 10 MB of JSON', () => JSON.stringify({ dimensions: [], summary: MARK.padEnd(10_000_000, 'x') })],
  ['scores NaN', (call) => answerTo(call, { comment: MARK }).replaceAll('"score":4', '"score":NaN')],
  ['scores Infinity', (call) => answerTo(call, { comment: MARK }).replaceAll('"score":4', '"score":Infinity')],
  ['scores 1e999', (call) => answerTo(call, { comment: MARK }).replaceAll('"score":4', '"score":1e999')],
  ['scores in words', (call) => answerTo(call, { comment: MARK }).replaceAll('"score":4', '"score":"four"')],
  ['answers in another shape', () => JSON.stringify({ verdict: MARK, stars: 5 })],
  ['answers with an array', () => JSON.stringify([MARK])],
  ['stops in the middle', (call) => answerTo(call, { comment: MARK }).slice(0, -80)],
  [
    'gives its canary away',
    (call) => answerTo(call, { comment: `${MARK} ${/ref-\w+/.exec(call.prompt.system)?.[0]}` }),
  ],
  ['says nothing', () => ''],
  ['gives no text', () => undefined as unknown as string],
  ['gives an object for a text', () => ({ toString: () => MARK }) as unknown as string],
  ['names other dimensions', (call) => many(call, { dimensions: [{ dimension: MARK, score: 4, comment: MARK }] })],
  [
    'names a thousand dimensions',
    (call) => many(call, { dimensions: Array(1000).fill({ dimension: MARK, score: 4, comment: MARK }) }),
  ],
  ['nests without end', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['throws', () => Promise.reject(new Error(MARK))],
  ['throws no error at all', () => Promise.reject(MARK)],
];

describe('a model that', () => {
  test.each(hostile)('%s ends its run as failed, and no word of it is stored', async (_, ask) => {
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

  test('writes without measure is cut to what fits', async () => {
    const scene = await stageReview();
    const long = 'very long words '.repeat(600);
    const { model } = modelOf((call) =>
      many(call, {
        dimensions: call.question.dimensions.map(({ name }) => ({
          dimension: name,
          score: -1e300,
          comment: long,
          suggestion: long,
          quote: long,
          element: long,
          __proto__: null,
          constructor: 1,
          role: 'OWNER',
        })),
        summary: long,
        status: 'complete',
      }),
    );
    await scene.worker(model)(batchOf(scene.jobs));
    const [finding] = await scene.findings();
    expect(finding).toMatchObject({ score: 1, grounded: false, element: null });
    expect(finding?.comment.length).toBeLessThanOrEqual(1200);
    expect(finding?.suggestion?.length).toBeLessThanOrEqual(800);
    expect(finding?.quote?.length).toBeLessThanOrEqual(400);
    expect((await scene.run()).summary.length).toBeLessThanOrEqual(2000);
    expect(finding).not.toHaveProperty('role');
  });

  test('never answers is put off twice and then given up, and the message is not poisoned', async () => {
    const scene = await stageReview();
    const { model } = modelOf(() => new Promise(() => {}));
    const states: string[] = [];
    for (let times = 0; times < 4; times += 1) {
      expect(await scene.worker(model, { askMs: 20 })(batchOf(scene.jobs))).toEqual({ batchItemFailures: [] });
      states.push((await scene.run()).state);
      advance(MINUTE);
    }
    expect(states).toEqual(['queued', 'queued', 'failed', 'failed']);
    expect(await scene.run()).toMatchObject({
      error: 'The model didn’t answer in time. It was tried 3 times. Start a new review later.',
    });
  });

  test('is busy without end costs ten tries of three questions, no more', async () => {
    const scene = await stageReview();
    const { model, calls } = modelOf(() => Promise.reject(new ModelBusy(said('model_throttled'), 0)));
    for (let times = 0; times < 15; times += 1) {
      await scene.table.transact([{ update: scene.jobs[0]!, set: { claimed_until: null } }]);
      await scene.worker(model)(batchOf(scene.jobs));
    }
    expect(calls).toHaveLength(30);
    expect(await scene.run()).toMatchObject({ state: 'failed' });
  });

  test('counts tokens in nonsense has none counted', async () => {
    const scene = await stageReview();
    const { model } = modelOf((call) => answerTo(call));
    const lying: Model = {
      ...model,
      ask: async (call) => ({ ...(await model.ask(call)), usage: { input: Number.NaN, output: -5 } }),
    };
    await scene.worker(lying)(batchOf(scene.jobs));
    expect(await scene.run()).toMatchObject({ state: 'done', tokens: null });
  });

  test('speaks over the wire and floods it ends its run as failed', async () => {
    const server = await loopback();
    server.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { content: MARK.padEnd(10_000_000, 'x') } }] }));
    });
    const scene = await stageReview();
    await scene.worker(openaiModel('m', server.url))(batchOf(scene.jobs));
    server.close();
    expect(await scene.run()).toMatchObject({ state: 'failed', error: expect.stringContaining('200 KB') });
  });
});
