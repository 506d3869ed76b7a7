import { describe, expect, test } from '@jest/globals';
import { said as saying } from '../../../functions/codes/said.ts';
import { askPersona } from '../../../functions/reviews/ask/ask-persona.ts';
import { type Model, ModelBusy, ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { RunFailed } from '../../../functions/reviews/run/run-failed.ts';
import { seedPersona } from '../seed.ts';
import { answerTo, content, good, modelOf } from './scene.ts';

const NAMES = ['Clarity', 'Trust', 'Price & value', 'Tone'];
const persona = seedPersona('p1', NAMES);

const ask = (model: Model, more: object = {}) =>
  askPersona(model, {
    persona,
    content: content(),
    pictures: [],
    seed: 7,
    signal: AbortSignal.timeout(10_000),
    ...more,
  });

const said = (dimensions: object[], summary = 'All in all.') => JSON.stringify({ dimensions, summary });
const one = (dimension: string, score: unknown, comment = `About ${dimension}`) => ({ dimension, score, comment });

describe('samples', () => {
  test('ask for the dimensions in orders of their own, the same for the same seed', async () => {
    const orders = async (seed: number) => {
      const { model, calls } = good();
      await ask(model, { seed, samples: 5 });
      return calls.map(({ question }) => question.dimensions.map(({ name }) => name));
    };
    const [first, again, other] = [await orders(7), await orders(7), await orders(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first.map(String)).size).toBeGreaterThan(2);
    for (const order of first) expect([...order].sort()).toEqual([...NAMES].sort());
  });

  test('are kept each, and the words come from the one nearest to their mean that is grounded', async () => {
    const scores = [1, 4, 5];
    const { model } = modelOf((call, times) => {
      const score = scores[times - 1] ?? 0;
      const quote = score === 4 ? 'Nobody ever wrote these words' : 'tested for a week before';
      return answerTo(call, { score, quote, comment: `Because of ${score}.` });
    });
    const { findings, score } = await ask(model);
    expect(findings[0]).toMatchObject({ samples: scores, score: 10 / 3, comment: 'Because of 5.', grounded: true });
    expect(score).toBeCloseTo(10 / 3);
  });

  test('weigh dimensions by the persona', async () => {
    const { model } = modelOf(() =>
      said([one('Clarity', 5), one('Trust', 1), one('Price & value', 1), one('Tone', 1)]),
    );
    const heavy = {
      ...persona,
      evaluation_dimensions: persona.evaluation_dimensions.map((dimension) => ({
        ...dimension,
        weight: dimension.name === 'Clarity' ? 0.7 : 0.1,
      })),
    };
    expect((await ask(model, { persona: heavy })).score).toBeCloseTo(3.8);
  });
});

describe('an answer', () => {
  test.each([
    ['in fences', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ['between words', (json: string) => `Here you are:\n${json}\nI hope that helps.`],
    ['after thoughts', (json: string) => `<think>{"dimensions": maybe}</think>${json}`],
    ['with a byte order mark', (json: string) => `\uFEFF${json}`],
  ])('%s is read', async (_, wrap) => {
    const { model, calls } = modelOf((call) => wrap(answerTo(call)));
    expect((await ask(model)).samples).toBe(3);
    expect(calls).toHaveLength(3);
  });

  test('names dimensions in any case and spacing; those that nobody asked for are dropped', async () => {
    const { model } = modelOf(() =>
      said([
        one(' clarity', 4),
        one('TRUST', 4),
        one('price and value', 1),
        one('Price  &  Value.', 4),
        one('tone:', 4),
      ]),
    );
    const { findings } = await ask(model);
    expect(findings.map(({ dimension, score }) => [dimension, score])).toEqual(NAMES.map((name) => [name, 4]));
  });

  test('that cannot be used is asked for once more, with the fault', async () => {
    const { model, calls } = modelOf((call) => (call.repair ? answerTo(call) : 'I would rather not.'));
    expect(await ask(model)).toMatchObject({ samples: 3, tokens: { input: 600, output: 60 } });
    expect(calls.filter(({ repair }) => repair)).toHaveLength(3);
    expect(calls.at(-1)?.repair).toEqual({ answer: 'I would rather not.', fault: expect.stringContaining('JSON') });
  });

  test('without one of the dimensions counts for the others, when the repair lacks it too', async () => {
    const without = said(NAMES.slice(1).map((name) => one(name, 3)));
    const { model, calls } = modelOf((call, times) => (times === 1 || call.repair ? without : answerTo(call)));
    const { findings, samples } = await ask(model);
    expect(samples).toBe(3);
    expect(calls.find(({ repair }) => repair)?.repair?.fault).toContain('"Clarity"');
    expect(findings.find(({ dimension }) => dimension === 'Clarity')?.samples).toHaveLength(2);
    expect(findings.find(({ dimension }) => dimension === 'Trust')?.samples).toHaveLength(3);
  });

  test('that lacks a dimension in every sample fails the run, and names it', async () => {
    const { model } = modelOf(() => said(NAMES.slice(1).map((name) => one(name, 3))));
    const failure = ask(model);
    await expect(failure).rejects.toThrow(RunFailed);
    await expect(failure).rejects.toThrow('Clarity');
  });

  test('beyond the scale is clamped to it', async () => {
    const scores = [999, -3, 4];
    const { model } = modelOf((call, times) => answerTo(call, { score: scores[times - 1] ?? 0 }));
    expect((await ask(model)).findings[0]?.samples).toEqual([5, 1, 4]);
  });
});

describe('what passes and what does not', () => {
  test('all samples busy is ModelBusy, with the longest wait', async () => {
    const { model } = modelOf((_, times) => Promise.reject(new ModelBusy(saying('model_throttled'), times * 1000)));
    await expect(ask(model)).rejects.toMatchObject({ constructor: ModelBusy, retryAfterMs: 3000 });
  });

  test('a model that never answers is busy, whether it heeds the signal or not', async () => {
    const { model } = modelOf(() => new Promise(() => {}));
    await expect(ask(model, { askMs: 20 })).rejects.toThrow(ModelBusy);
    await expect(ask(model, { signal: AbortSignal.timeout(20) })).rejects.toThrow(ModelBusy);
  });

  test('a refusal is told in its words', async () => {
    const { model } = modelOf(() => Promise.reject(new ModelRefused(saying('model_access_denied'))));
    await expect(ask(model)).rejects.toEqual(new RunFailed(saying('model_access_denied')));
  });

  test('anything else is a RunFailed that gives nothing away', async () => {
    const { model } = modelOf(() => Promise.reject(new TypeError('x is undefined at /srv/secret.js')));
    await expect(ask(model)).rejects.toMatchObject({
      constructor: RunFailed,
      message: expect.not.stringContaining('secret'),
    });
  });

  test.each([
    ['of too many bytes', 4_000_000, {}],
    ['of too many pixels', 10, { height: 9000 }],
  ])('a picture %s is told of before anybody is asked', async (_, size, more) => {
    const { model, calls } = good();
    const pictures = [{ element: 'image-1', type: 'image/png' as const, bytes: new Uint8Array(size) }];
    const of = content({ text: '', pictures: [{ element: 'image-1', key: 'k', type: 'image/png', ...more }] });
    await expect(ask(model, { pictures, content: of })).rejects.toThrow('too large');
    expect(calls).toHaveLength(0);
  });

  test('content without text and picture is not asked about', async () => {
    const { model, calls } = good();
    await expect(ask(model, { content: content({ text: ' ' }) })).rejects.toThrow('nothing to judge');
    expect(calls).toHaveLength(0);
  });
});
