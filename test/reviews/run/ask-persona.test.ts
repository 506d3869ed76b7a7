import { mock } from 'node:test';
import { describe, expect, test } from '@jest/globals';
import { said as saying } from '../../../functions/codes/said.ts';
import { ModelSilent } from '../../../functions/reviews/ask/ask-once.ts';
import { askPersona, RunFailed } from '../../../functions/reviews/ask/ask-persona.ts';
import { type Model, ModelBusy, ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { seedPersona } from '../seed.ts';
import { answerTo, content, good, modelOf, personaOf } from './scene.ts';

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

const said = (scores: object[], findings: object[] = [found()], summary = 'All in all.') =>
  JSON.stringify({ findings, scores, summary });
const one = (dimension: string, score: unknown, reason: string | null = null) => ({ dimension, score, reason });
const found = (more: object = {}) => ({
  dimension: 'Trust',
  kind: 'fault',
  evidence: [{ quote: 'tested for a week before it leaves the house', element: null, region: null }],
  comment: 'The test has no proof.',
  severity: 2,
  fix: { before: null, after: 'Link the report.' },
  ...more,
});
const evidence = (quote: string) => [{ quote, element: null, region: null }];

describe('samples', () => {
  test('ask for the dimensions in orders of their own, the same for the same seed', async () => {
    const orders = async (seed: number) => {
      const { model, calls } = good();
      await ask(model, { seed, samples: 5 });
      return calls.map((call) => personaOf(call).dimensions.map(({ name }) => name));
    };
    const [first, again, other] = [await orders(7), await orders(7), await orders(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(new Set(first.map(String)).size).toBeGreaterThan(2);
    for (const order of first) expect([...order].sort()).toEqual([...NAMES].sort());
  });

  test('score each dimension by their mean', async () => {
    const scores = [1, 4, 5];
    const { model } = modelOf((call, times) => answerTo(call, { score: scores[times - 1] ?? 0 }));
    const verdict = await ask(model);
    expect(verdict.scores[0]).toMatchObject({ dimension: 'Clarity', samples: scores, score: 10 / 3, reason: null });
    expect(verdict.score).toBeCloseTo(10 / 3);
  });

  test('all give findings; one that several name is one, seen in so many of them, in the best words', async () => {
    const all = NAMES.map((name) => one(name, 3));
    const answers = [
      [found({ evidence: evidence('Nobody ever wrote these words'), comment: 'The week of tests has no proof.' })],
      [
        found({ severity: 3 }),
        found({ dimension: 'Tone', evidence: evidence('no questions asked'), comment: 'Slang.' }),
      ],
      [found({ severity: 3, comment: 'A week of tests without proof.' })],
    ];
    const { model } = modelOf((call, times) => said(all, call.repair ? answers[0] : answers[times - 1]));
    const { findings } = await ask(model);
    expect(findings.map(({ dimension, severity, seen_in }) => [dimension, severity, seen_in])).toEqual([
      ['Trust', 3, { samples: 3, of: 3 }],
      ['Tone', 2, { samples: 1, of: 3 }],
    ]);
    expect(findings[0]).toMatchObject({ comment: 'The test has no proof.', evidence: [{ grounded: true }] });
  });

  test.each([
    ['large', 'large'],
    ['a week', null],
    [undefined, null],
  ])('a fix with an effort of %p has the effort %p', async (effort, shown) => {
    const all = NAMES.map((name) => one(name, 3));
    const { model } = modelOf(() => said(all, [found({ fix: { before: null, after: 'Link the report.', effort } })]));
    const { findings } = await ask(model);
    expect(findings[0]?.fix).toEqual({ before: null, after: 'Link the report.', effort: shown });
  });

  test('two findings of one answer stay two, even under one dimension', async () => {
    const two = [found(), found({ evidence: evidence('no questions asked'), comment: 'Sounds like a scam.' })];
    const { model } = modelOf(() =>
      said(
        NAMES.map((name) => one(name, 3)),
        two,
      ),
    );
    expect((await ask(model)).findings.map(({ comment }) => comment)).toEqual([
      'The test has no proof.',
      'Sounds like a scam.',
    ]);
  });

  test('samples that name only one of two similar findings count for that one alone', async () => {
    const all = NAMES.map((name) => one(name, 3));
    const trust = found({ comment: 'The claim of a week has no proof.' });
    const tone = found({ dimension: 'Tone', comment: 'The claim of a week sounds like proof.' });
    const answers = [[tone], [trust], [trust, tone], [tone, trust]];
    const { model } = modelOf((_, times) => said(all, answers[times - 1]));
    const { findings } = await ask(model, { samples: 4 });
    expect(findings.map(({ dimension, seen_in }) => [dimension, seen_in?.samples]).sort()).toEqual([
      ['Tone', 3],
      ['Trust', 3],
    ]);
  });

  test('a dimension that most samples don’t judge has no score, and gets the reason', async () => {
    const { model } = modelOf((_, times) =>
      said([one('Clarity', times === 1 ? 3 : null, 'no picture'), ...NAMES.slice(1).map((name) => one(name, 5))]),
    );
    const verdict = await ask(model);
    expect(verdict.scores[0]).toEqual({
      dimension: 'Clarity',
      weight: 0.25,
      samples: [],
      score: null,
      reason: 'no picture',
    });
    expect(verdict.score).toBe(5);
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
    ['after thoughts', (json: string) => `<think>{"scores": maybe}</think>${json}`],
    ['with a byte order mark', (json: string) => `\uFEFF${json}`],
  ])('%s is read', async (_, wrap) => {
    const { model, calls } = modelOf((call) => wrap(answerTo(call)));
    expect((await ask(model)).samples).toBe(3);
    expect(calls).toHaveLength(3);
  });

  test('names dimensions in any case, spacing and numbering; scores of others are dropped', async () => {
    const { model } = modelOf(() =>
      said([
        one(' clarity', 4),
        one('TRUST', 4),
        one('price and value', 1),
        one('Price  &  Value.', 4),
        one('4. tone:', 4),
      ]),
    );
    const { scores } = await ask(model);
    expect(scores.map(({ dimension, score }) => [dimension, score])).toEqual(NAMES.map((name) => [name, 4]));
  });

  test.each([
    ['signs', ['C', 'C++', 'C#']],
    ['vowel signs', ['दिन', 'दीन']],
  ])('tells dimensions apart that differ only in %s', async (_, names) => {
    const { model, calls } = modelOf(() =>
      said(names.map((name, at) => one(`${at + 1}. ${name.toLowerCase()}`, at + 1))),
    );
    const { scores } = await ask(model, { persona: seedPersona('p1', names), samples: 1 });
    expect(calls).toHaveLength(1);
    expect(scores.map(({ dimension, score }) => [dimension, score])).toEqual(names.map((name, at) => [name, at + 1]));
  });

  test('an unusable answer is asked for once more, with the fault', async () => {
    const { model, calls } = modelOf((call) => (call.repair ? answerTo(call) : 'I would rather not.'));
    expect(await ask(model)).toMatchObject({ samples: 3, tokens: { input: 600, output: 60, cached: 240 } });
    expect(calls.filter(({ repair }) => repair)).toHaveLength(3);
    expect(calls.at(-1)?.repair).toEqual({ answer: 'I would rather not.', request: expect.stringContaining('JSON') });
  });

  test('an answer with a quote that the content doesn’t have is asked for once more, with the nearest passage', async () => {
    const made = 'Each one is tested for a month before it leaves';
    const { model, calls } = modelOf((call) => answerTo(call, call.repair ? {} : { quote: made }));
    const { findings } = await ask(model, { samples: 1 });
    expect(findings.every(({ evidence }) => evidence[0]?.grounded)).toBe(true);
    expect(calls.map(({ repair }) => repair?.request)).toEqual([
      undefined,
      expect.stringContaining(`"${made}". The nearest passages are "Each one is tested for a week before it leaves`),
    ]);
  });

  test('an answer whose quotes stay made up counts without its quotes', async () => {
    const { model, calls } = modelOf((call) => answerTo(call, { quote: 'Nobody ever wrote these words' }));
    const { findings, samples } = await ask(model);
    expect(samples).toBe(3);
    expect(calls).toHaveLength(6);
    expect(findings.some(({ evidence }) => evidence[0]?.grounded)).toBe(false);
  });

  test('an answer with a quote from a picture without a transcript isn’t asked for again, as no text has its words', async () => {
    const { model, calls } = modelOf((call) => answerTo(call, { quote: 'Words on a sign' }));
    const pictures = [{ element: 'image-1', type: 'image/png' as const, bytes: new Uint8Array(10) }];
    const of = content({ pictures: [{ element: 'image-1', key: 'k', type: 'image/png' }] });
    await ask(model, { pictures, content: of });
    expect(calls).toHaveLength(3);
    const read = { ...of, transcripts: [{ element: 'image-1', text: 'Words on a sign above the door' }] };
    const { findings } = await ask(model, { pictures, content: read });
    expect(calls).toHaveLength(6);
    expect(findings[0]?.evidence).toEqual([{ quote: 'Words on a sign', element: null, region: null, grounded: true }]);
  });

  test('an answer that explains a missing score only on the second request counts with that reason', async () => {
    const saidWith = (reason: string | null) =>
      said([one('Clarity', null, reason), ...NAMES.slice(1).map((name) => one(name, 4))]);
    const { model, calls } = modelOf((call) => saidWith(call.repair ? 'It has no text.' : null));
    const { scores } = await ask(model, { samples: 1 });
    expect(calls[1]?.repair?.request).toContain('"reason"');
    expect(scores[0]).toMatchObject({ dimension: 'Clarity', score: null, reason: 'It has no text.' });
  });

  test.each([
    ['a reason', one('Clarity', null), one('Clarity', null, 'It has no text.')],
    ['a score', one('Value', 4), one('Clarity', 4)],
  ])(
    'an answer that lacks only %s keeps its findings and summary if the second one has just scores',
    async (_, lacking, given) => {
      const rest = NAMES.slice(1).map((name) => one(name, 4));
      const { model, calls } = modelOf((call) =>
        call.repair ? JSON.stringify({ scores: [given, ...rest] }) : said([lacking, ...rest]),
      );
      const { scores, findings, summary } = await ask(model, { samples: 1 });
      expect(calls).toHaveLength(2);
      expect(scores[0]).toMatchObject(given);
      expect(findings.map(({ comment }) => comment)).toEqual(['The test has no proof.']);
      expect(summary).toBe('All in all.');
    },
  );

  test('an answer whose findings have no evidence loses them if the second one has none', async () => {
    const scores = NAMES.map((name) => one(name, 4));
    const { model } = modelOf((call) => (call.repair ? said(scores, []) : said(scores, [found({ evidence: [] })])));
    expect((await ask(model, { samples: 1 })).findings).toEqual([]);
  });

  test('an answer without one of the dimensions counts for the others if the repair lacks it too', async () => {
    const without = said(NAMES.slice(1).map((name) => one(name, 3)));
    const { model, calls } = modelOf((call, times) => (times === 1 || call.repair ? without : answerTo(call)));
    const { scores, samples } = await ask(model);
    expect(samples).toBe(3);
    expect(calls.find(({ repair }) => repair)?.repair?.request).toContain('"Clarity"');
    expect(scores.find(({ dimension }) => dimension === 'Clarity')?.samples).toHaveLength(2);
    expect(scores.find(({ dimension }) => dimension === 'Trust')?.samples).toHaveLength(3);
  });

  test('a dimension that every answer lacks stays unjudged', async () => {
    const { model } = modelOf(() => said(NAMES.slice(1).map((name) => one(name, 3))));
    const { scores, score } = await ask(model);
    expect(scores[0]).toMatchObject({ dimension: 'Clarity', score: null });
    expect(score).toBe(3);
  });

  test('an answer that breaks off keeps what is whole, and only the rest is asked for', async () => {
    const whole = said(NAMES.map((name) => one(name, 2)));
    const { model, calls } = modelOf((call) =>
      call.repair
        ? said([one('Tone', 4)], [found({ evidence: evidence('no questions asked'), comment: 'Second.' })])
        : whole.slice(0, whole.indexOf('"Tone"') - 13),
    );
    const { scores, findings } = await ask(model, { samples: 1 });
    expect(calls[1]?.repair?.request).toMatch(/Give only the rest.*"Tone"/s);
    expect(Object.fromEntries(scores.map(({ dimension, score }) => [dimension, score]))).toEqual({
      ...Object.fromEntries(calls[0] ? personaOf(calls[0]).dimensions.map(({ name }) => [name, 2]) : []),
      Tone: 4,
    });
    expect(findings.map(({ comment }) => comment)).toEqual(['The test has no proof.', 'Second.']);
  });

  test('an answer that breaks off and is repeated whole gives each finding once', async () => {
    const onImage = (region: number[]) =>
      found({ evidence: [{ quote: null, element: 'image-1', region }], comment: 'Too dark.' });
    const [first, second] = [onImage([0, 0, 0.5, 0.5]), onImage([0.5, 0.5, 0.5, 0.5])];
    const scores = NAMES.map((name) => one(name, 2));
    const broken = said(scores, [found(), first]);
    const { model } = modelOf((call) =>
      call.repair
        ? said(scores, [found({ comment: 'A test without a proof.' }), first, second])
        : broken.slice(0, broken.indexOf(',"scores"')),
    );
    const { findings } = await ask(model, { samples: 1 });
    expect(findings.map(({ comment, evidence: [at] }) => [comment, at?.region ?? null])).toEqual([
      ['The test has no proof.', null],
      ['Too dark.', null],
      ['Too dark.', null],
    ]);
  });

  test('an answer without any evidence is asked for once more', async () => {
    const lazy = said(
      NAMES.map((name) => one(name, 4)),
      [found({ evidence: [], comment: 'Good overall, could be improved.' })],
    );
    const { model, calls } = modelOf((call) => (call.repair ? answerTo(call) : lazy));
    const { findings } = await ask(model, { samples: 1 });
    expect(calls.map(({ repair }) => repair?.request)).toEqual([undefined, expect.stringContaining('no evidence')]);
    expect(findings.every(({ evidence: [first] }) => first?.grounded)).toBe(true);
  });

  test('a score beyond the scale is clamped to it', async () => {
    const scores = [999, -3, 4];
    const { model } = modelOf((call, times) => answerTo(call, { score: scores[times - 1] ?? 0 }));
    expect((await ask(model)).scores[0]?.samples).toEqual([5, 1, 4]);
  });
});

describe('a dimension that needs what the content lacks', () => {
  const needing = (needs: 'picture' | 'running_page') => ({
    ...persona,
    evaluation_dimensions: persona.evaluation_dimensions.map((one) => (one.name === 'Tone' ? { ...one, needs } : one)),
  });

  test('is not asked, and is not judged', async () => {
    const { model, calls } = good();
    const { scores } = await ask(model, { persona: needing('picture') });
    expect(personaOf(calls[0]!).dimensions.map(({ name }) => name)).not.toContain('Tone');
    const unjudged = { weight: 0.25, samples: [], score: null, reason: 'no picture', lacks: 'picture' };
    expect(scores.at(-1)).toEqual({ dimension: 'Tone', ...unjudged });
  });

  test('is asked for a demo, which shows numbers only', async () => {
    const { model, calls } = good();
    const { scores } = await ask(model, { persona: needing('running_page'), must_score: true });
    expect(personaOf(calls[0]!).dimensions).toHaveLength(4);
    expect(scores.every(({ score }) => score === 4)).toBe(true);
  });

  test('costs no call if a persona has no other', async () => {
    const { model, calls } = good();
    const all = {
      ...persona,
      evaluation_dimensions: persona.evaluation_dimensions.map((one) => ({ ...one, needs: 'picture' as const })),
    };
    expect(await ask(model, { persona: all })).toMatchObject({
      score: null,
      samples: 0,
      samples_asked: 0,
      findings: [],
    });
    expect(calls).toHaveLength(0);
  });
});

describe('failures of a model', () => {
  test('samples that are all busy are a ModelBusy with the longest wait', async () => {
    const { model } = modelOf((_, times) => Promise.reject(new ModelBusy(saying('model_throttled'), times * 1000)));
    await expect(ask(model)).rejects.toMatchObject({ constructor: ModelBusy, retryAfterMs: 3000 });
  });

  test.each([
    ['is lost, asks again later', () => Promise.reject(new ModelBusy(saying('model_throttled'))), ModelBusy],
    ['breaks off too, fails', (broken: string) => broken, RunFailed],
  ])('a run whose answer breaks off before its scores, and whose rest %s', async (_, restOf, kind) => {
    const whole = said(NAMES.map((name) => one(name, 3)));
    const broken = whole.slice(0, whole.indexOf('"scores"'));
    const { model, calls } = modelOf((call) => (call.repair ? restOf(broken) : broken));
    await expect(ask(model)).rejects.toMatchObject({
      constructor: kind,
      used: { output: 30 * (kind === RunFailed ? 2 : 1) },
    });
    expect(calls).toHaveLength(6);
  });

  test('a model that never answers is busy, whether it heeds the signal or not', async () => {
    const { model } = modelOf(() => new Promise(() => {}));
    await expect(ask(model, { askMs: 20 })).rejects.toThrow(ModelBusy);
    await expect(ask(model, { signal: AbortSignal.timeout(20) })).rejects.toThrow(ModelBusy);
  });

  test.each([
    [
      'lost under the default timeout',
      DEFAULT_SETTINGS.timeoutMs,
      expect.objectContaining({ constructor: ModelSilent }),
    ],
    ['used under a timeout of three minutes', 180_000, expect.objectContaining({ samples: 3, score: 4 })],
  ])('an answer after 66 seconds is %s', async (_, timeoutMs, outcome) => {
    const answered = Promise.withResolvers<void>();
    const { model, calls } = modelOf(
      async (call) => {
        await answered.promise;
        return answerTo(call);
      },
      { settings: { ...DEFAULT_SETTINGS, timeoutMs } },
    );
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const asked = ask(model, { signal: new AbortController().signal }).catch((error: unknown) => error);
      expect(calls).toHaveLength(3);
      mock.timers.tick(66_000);
      await new Promise((resolve) => setImmediate(resolve));
      answered.resolve();
      expect(await asked).toEqual(outcome);
    } finally {
      mock.timers.reset();
    }
  });

  test('a refusal fails the run with its words', async () => {
    const { model } = modelOf(() => Promise.reject(new ModelRefused(saying('model_access_denied'))));
    await expect(ask(model)).rejects.toEqual(new RunFailed(saying('model_access_denied')));
  });

  test('any other error is a RunFailed that gives nothing away', async () => {
    const { model } = modelOf(() => Promise.reject(new TypeError('x is undefined at /srv/secret.js')));
    await expect(ask(model)).rejects.toMatchObject({
      constructor: RunFailed,
      message: expect.not.stringContaining('secret'),
    });
  });

  test.each([
    ['of too many bytes', 4_000_000, {}],
    ['of too many pixels', 10, { height: 9000 }],
  ])('a picture %s is refused before a model is asked', async (_, size, more) => {
    const { model, calls } = good();
    const pictures = [{ element: 'image-1', type: 'image/png' as const, bytes: new Uint8Array(size) }];
    const of = content({ text: '', pictures: [{ element: 'image-1', key: 'k', type: 'image/png', ...more }] });
    await expect(ask(model, { pictures, content: of })).rejects.toThrow('too large');
    expect(calls).toHaveLength(0);
  });

  test('content without text and picture is refused before a model is asked', async () => {
    const { model, calls } = good();
    await expect(ask(model, { content: content({ text: ' ' }) })).rejects.toThrow('nothing to judge');
    expect(calls).toHaveLength(0);
  });
});
