import { beforeAll, describe, expect, test } from '@jest/globals';
import { said } from '../../../functions/codes/said.ts';
import { MINUTE } from '../../../functions/kit/clock.ts';
import { presentFeedbackList } from '../../../functions/reviews/api/present-feedback.ts';
import { presentShared } from '../../../functions/reviews/api/present-shared.ts';
import { wholeOf } from '../../../functions/reviews/api/review-reader.ts';
import { type Model, ModelBusy, type ModelCall } from '../../../functions/reviews/ask/model/model.ts';
import { DEFAULT_SETTINGS } from '../../../functions/reviews/ask/model/settings.ts';
import { FindingRow } from '../../../functions/reviews/finding-rows.ts';
import { judgeWhole } from '../../../functions/reviews/judge/judge-review.ts';
import type { Content } from '../../../functions/reviews/read/content.ts';
import { reportOf } from '../../../functions/reviews/report/report.ts';
import { ReviewRow } from '../../../functions/reviews/rows.ts';
import { type PersonaAsRun, RunRow } from '../../../functions/reviews/run-rows.ts';
import { advance } from '../../../lib/local/clock.ts';
import { batchOf } from '../../workers/messages.ts';
import { useOwnTables } from '../../workers/own-tables.ts';
import { seedPersona } from '../seed.ts';
import { answerTo, content, modelOf, stageReview } from './scene.ts';

beforeAll(useOwnTables);

const QUOTE = 'tested for a week before it leaves the house';

const finding = (more: object = {}) => ({
  dimension: 'Clarity',
  kind: 'fault',
  evidence: [{ quote: QUOTE, element: null, region: null }],
  comment: 'It does not say what is tested.',
  severity: 2,
  fix: { before: null, after: 'Say what is tested.' },
  ...more,
});

const SCORES = [
  { dimension: 'Clarity', score: 3, reason: null },
  { dimension: 'Trust', score: 4, reason: null },
];

const answer = (more: object = {}) => ({
  findings: [finding()],
  scores: SCORES,
  summary: 'It hides the price.',
  ...more,
});
const json = (more: object = {}) => JSON.stringify(answer(more));

interface Staged {
  personas?: readonly PersonaAsRun[];
  content?: Content;
}

type Ask = (call: ModelCall, times: number) => string | Promise<string>;

const stageWith = async (model: Model, staged: Staged = {}) => {
  const scene = await stageReview(staged);
  await scene.worker(model)(batchOf(scene.jobs));
  return scene;
};

/** The report of a staged review, as its reader gets it. */
const reportFor = async (scene: Awaited<ReturnType<typeof stageReview>>): Promise<string> => {
  const runs = (await scene.runs()).map((row) => RunRow.parse(row));
  const findings = (await scene.findings()).map((row) => FindingRow.parse(row));
  const whole = wholeOf(scene.ws, { row: ReviewRow.parse(await scene.review()), runs, findings });
  const judged = await judgeWhole(scene.table)(whole);
  const { items } = presentFeedbackList(whole, judged, '');
  return reportOf({ review: presentShared(whole, judged), feedback: items });
};

const reviewed = async (ask: Ask, staged: Staged = {}, more: Partial<Model> = {}) => {
  const { model, calls } = modelOf(ask, more);
  const scene = await stageWith(model, staged);
  const [run, findings, row] = await Promise.all([scene.run(), scene.findings(), scene.review()]);
  return { scene, calls, run, findings, row };
};

describe('an answer that needs no second call', () => {
  const whole = json();
  test.each([
    ['prose, then JSON', `Here is my review of the lamps.\n\n${whole}`],
    ['fenced JSON with braces after it', `\`\`\`json\n${whole}\n\`\`\`\nReplace {x} by your price.`],
    ['an unclosed thought', `<think>The text {is} short, so\n${whole}`],
    ['numeric strings', whole.replace('"score":3', '"score":"3"').replace('"severity":2', '"severity":"2"')],
    ['a trailing comma', whole.replace('"summary"', '"summary"').replace(/\}$/, ',}')],
    ['a raw line break in a text', whole.replace('does not say', 'does not\nsay')],
  ])('an answer with %s is read without a second call', async (_, text) => {
    const { calls, run, findings, row } = await reviewed(() => text);
    expect(calls).toHaveLength(3);
    expect(row).toMatchObject({ status: 'complete' });
    expect(run.scores).toMatchObject([{ samples: [3, 3, 3] }, { samples: [4, 4, 4] }]);
    expect(findings).toMatchObject([{ severity: 2, seen_in: { samples: 3, of: 3 }, evidence: [{ grounded: true }] }]);
  });

  test('an answer with typographic variants of a quote needs no second call, and shows the quote as the content has it', async () => {
    const quote = 'Buy now and pay\u00A0later - "no\nquestions asked"';
    const { calls, findings } = await reviewed(() => json({ findings: [finding({ evidence: [{ quote }] })] }));
    expect(calls).toHaveLength(3);
    expect(findings[0]?.evidence[0]).toMatchObject({
      quote: 'Buy now and pay later — “no questions asked”',
      grounded: true,
    });
  });

  test('an answer with two findings under one dimension keeps both', async () => {
    const other = finding({
      evidence: [{ quote: 'We build lamps by hand in our workshop in Graz.' }],
      comment: 'Nothing shows the workshop.',
      fix: null,
    });
    const { findings } = await reviewed(() => json({ findings: [finding(), other] }));
    expect(findings.map(({ comment }) => comment).sort()).toEqual([
      'It does not say what is tested.',
      'Nothing shows the workshop.',
    ]);
  });

  test('a dimension that an answer doesn’t judge leaves the score, is reported once and needs no second call', async () => {
    const scores = [SCORES[0], { dimension: 'Trust', score: null, reason: 'No customer is named.' }];
    const { scene, calls, run, row } = await reviewed(() => json({ scores }));
    expect(calls).toHaveLength(3);
    expect([row?.status, row?.score, run.score]).toEqual(['complete', 3, 3]);
    const report = await reportFor(scene);
    expect(report).toContain('## Not judged\n\n- Reader: Trust (No customer is named.)');
    expect(report.match(/No customer is named/g)).toHaveLength(1);
  });

  test('an answer that repeats a custom instruction of the workspace keeps its comment, without a second call', async () => {
    const custom_instructions = 'Always say whether the lamps can be dimmed and how many lumens each of them has.';
    const personas = [seedPersona(undefined, ['Clarity', 'Trust'], { custom_instructions })];
    const { calls, findings } = await reviewed(() => json({ findings: [finding({ comment: custom_instructions })] }), {
      personas,
    });
    expect(calls).toHaveLength(3);
    expect(findings).toMatchObject([{ comment: custom_instructions }]);
  });
});

describe('an answer that goes too far', () => {
  test('an answer with a comment of 6,000 characters is cut at a word, with an ellipsis', async () => {
    const comment = 'This sentence is about lamps. '.repeat(200);
    const { findings } = await reviewed(() => json({ findings: [finding({ comment })] }));
    expect(findings[0]?.comment).toMatch(
      /^(This sentence is about lamps\. )+(\S+ )*(This|sentence|is|about|lamps\.)…$/,
    );
    expect(findings[0]?.comment.length).toBeLessThanOrEqual(1500);
    expect(findings[0]?.comment.length).toBeGreaterThan(1400);
  });

  test('an answer of 260 KB fails its run with a reason, after one more attempt per sample', async () => {
    const { calls, run, row } = await reviewed(() => json({ summary: 'long '.repeat(52_000) }));
    expect(calls).toHaveLength(6);
    expect(run).toMatchObject({ state: 'failed', error: said('answer_unusable').text, samples: 0 });
    expect(row).toMatchObject({ status: 'failed' });
  });

  test('an answer with ten findings keeps the five most severe, and says how many it left out', async () => {
    const words = ['Lamps that last', 'by hand', 'workshop in Graz', 'a week', 'leaves the house'];
    const findings = Array.from({ length: 10 }, (_, at) =>
      finding({
        severity: at < 5 ? 1 : 3,
        evidence: [{ quote: at % 2 ? QUOTE : 'We build lamps by hand' }],
        comment: `Number ${at}: ${words[at % 5]}.`,
        fix: null,
      }),
    );
    const { calls, findings: kept, run, scene } = await reviewed(() => json({ findings }));
    expect(calls).toHaveLength(3);
    expect(kept.map(({ comment }) => comment.slice(0, 8)).sort()).toEqual(
      [5, 6, 7, 8, 9].map((number) => `Number ${number}`),
    );
    expect(run.left_out).toBe(15);
    expect(
      presentShared(wholeOf(scene.ws, { row: ReviewRow.parse(await scene.review()), runs: [run] }), undefined),
    ).toMatchObject({ personas: [{ left_out: 15 }] });
  });

  test('an answer with a dimension that the persona doesn’t have gives it no score', async () => {
    const { run, findings } = await reviewed(() =>
      json({
        findings: [finding({ dimension: 'Beauty' })],
        scores: [...SCORES, { dimension: 'Beauty', score: 1, reason: null }],
      }),
    );
    expect(run.scores.map(({ dimension }) => dimension)).toEqual(['Clarity', 'Trust']);
    expect(run.score).toBe(3.5);
    expect(findings).toMatchObject([{ dimension: 'Beauty' }]);
  });

  test('an answer with HTML in its texts stores nothing that acts, and the report shows it as text', async () => {
    const comment = 'See <script>alert(1)</script> and <img src=x onerror=alert(2)> here.';
    const { findings, scene } = await reviewed(() => json({ findings: [finding({ comment })] }));
    expect(findings[0]?.comment).toBe('See ‹script›alert(1)‹/script› and ‹img src=x onerror=alert(2)› here.');
    expect(await reportFor(scene)).not.toMatch(/<(script|img)/);
  });

  test('an answer with a region outside the picture keeps the quote and drops the region', async () => {
    const pictures = [{ element: 'image-1', key: 'pictures/1', type: 'image/png' as const, width: 800, height: 600 }];
    const seen = content({
      text: '',
      pictures,
      transcripts: [{ element: 'image-1', text: 'Free delivery from 50 euros' }],
    });
    const evidence = [{ quote: 'Free delivery from 50 euros', element: 'image-1', region: [1.2, 0.1, 0.2, 0.1] }];
    const { model } = modelOf(() => json({ findings: [finding({ evidence })] }));
    const scene = await stageReview({ content: seen });
    const objects = () => ({ read: async () => ({ bytes: new Uint8Array(8) }) });
    await scene.worker(model, { objects })(batchOf(scene.jobs));
    expect((await scene.findings())[0]?.evidence).toEqual([
      { quote: 'Free delivery from 50 euros', element: 'image-1', region: null, grounded: true },
    ]);
  });
});

describe('an answer that is asked for once more', () => {
  test('is a lazy one; a better second one counts', async () => {
    const lazy = JSON.stringify({
      findings: [finding({ evidence: [], comment: 'Good overall, could be improved.', fix: null })],
      scores: SCORES.map((one) => ({ ...one, score: 4 })),
      summary: 'Good overall, could be improved.',
    });
    const { calls, findings, run } = await reviewed((call) => (call.repair ? json() : lazy));
    expect(calls).toHaveLength(6);
    expect(findings).toMatchObject([{ comment: 'It does not say what is tested.', evidence: [{ grounded: true }] }]);
    expect(run.scores).toMatchObject([{ samples: [3, 3, 3] }, { samples: [4, 4, 4] }]);
  });

  test('stays lazy at most once, and the report says that the score says little', async () => {
    const lazy = json({ findings: [finding({ evidence: [], comment: 'Good overall.', fix: null })] });
    const { calls, scene } = await reviewed(() => lazy);
    expect(calls).toHaveLength(6);
    expect(await reportFor(scene)).toContain(
      '**1 of 1 finding has no evidence in the content**: the score says little.',
    );
  });

  test('is one with a paraphrased quote, told the nearest passage', async () => {
    const paraphrased = json({
      findings: [finding({ evidence: [{ quote: 'each is tested for one week in the house' }] })],
    });
    const { calls, findings } = await reviewed((call) => (call.repair ? json() : paraphrased));
    expect(calls).toHaveLength(6);
    expect(calls[3]?.repair?.request).toContain('Each one is tested for a week before it leaves the house.');
    expect(findings).toMatchObject([{ evidence: [{ quote: QUOTE, grounded: true }] }]);
  });

  test('is one that broke off: what is whole is kept, and only the rest is asked for', async () => {
    const text = JSON.stringify(answer());
    const broken = text.slice(0, text.indexOf('{"dimension":"Trust"') + 12);
    const rest = JSON.stringify({ findings: [], scores: [SCORES[1]], summary: 'The rest.' });
    const { calls, run, findings, row } = await reviewed((call) => (call.repair ? rest : broken));
    expect(calls).toHaveLength(6);
    expect(calls[3]?.repair?.request).toMatch(/broke off.*"scores" for "Trust"/s);
    expect(findings).toMatchObject([{ comment: 'It does not say what is tested.', seen_in: { samples: 3, of: 3 } }]);
    expect(run).toMatchObject({ scores: [{ score: 3 }, { score: 4 }], summary: 'The rest.' });
    expect(row).toMatchObject({ status: 'complete' });
  });

  test('is an empty one, as a model gives whose thoughts took all tokens', async () => {
    const { calls, row } = await reviewed((call) => (call.repair ? json() : ''));
    expect(calls).toHaveLength(6);
    expect(calls[3]?.repair?.request).toContain('It is empty.');
    expect(row).toMatchObject({ status: 'complete' });
  });
});

describe('a model that fails in part', () => {
  const down = new ModelBusy(said('model_unreachable'));

  test('a model that fails in two samples of three leaves one, and the report says so', async () => {
    const { run, scene, row } = await reviewed((_, times) => {
      if (times > 1) throw down;
      return json();
    });
    expect(run).toMatchObject({ state: 'done', samples: 1, samples_asked: 3 });
    expect(row).toMatchObject({ status: 'complete' });
    expect(await reportFor(scene)).toContain('Reader is based on 1 of 3 answers; the model failed to give the others.');
  });

  test('a model that fails in half of all samples loses no persona, and the report names each that is short', async () => {
    const personas = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => seedPersona(undefined, undefined, { name }));
    const { scene, row } = await reviewed(
      (_, times) => {
        if (times % 2 === 0) throw down;
        return json();
      },
      { personas },
    );
    const runs = await scene.runs();
    expect(runs.every(({ state, samples }) => state === 'done' && samples >= 1 && samples <= 2)).toBe(true);
    expect(runs.reduce((sum, { samples }) => sum + samples, 0)).toBe(6);
    expect(row).toMatchObject({ status: 'complete', runs_failed: 0 });
    const report = await reportFor(scene);
    for (const name of ['Ada', 'Bo', 'Cy', 'Di']) expect(report).toMatch(new RegExp(`${name} is based on [12] of 3`));
  });

  test('a model that throttles is waited for as long as it asks, and the review completes', async () => {
    const { model, calls } = modelOf((call, times) => {
      if (times <= 3) throw new ModelBusy(said('model_throttled'), MINUTE);
      return answerTo(call);
    });
    const scene = await stageWith(model);
    expect(await scene.run()).toMatchObject({ state: 'queued', wait_seconds: expect.any(Number) });
    expect((await scene.run()).wait_seconds).toBeGreaterThanOrEqual(60);
    advance(2 * MINUTE);
    await scene.worker(model)(batchOf(scene.jobs));
    expect(calls).toHaveLength(6);
    expect(await scene.review()).toMatchObject({ status: 'complete' });
  });

  test('a model that is slower than the timeout is put off; with a longer timeout its answer counts', async () => {
    const slow: Ask = async (call) => {
      // As long as the shorter timeout, whichever machine this is.
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
      return answerTo(call);
    };
    const hasty = await reviewed(slow, {}, { settings: { ...DEFAULT_SETTINGS, timeoutMs: 50 } });
    expect(hasty.run).toMatchObject({ state: 'queued', attempts: 1 });
    expect(hasty.row).toMatchObject({ status: 'running' });
    const patient = await reviewed(
      async (call) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return answerTo(call);
      },
      {},
      { settings: { ...DEFAULT_SETTINGS, timeoutMs: MINUTE } },
    );
    expect(patient.row).toMatchObject({ status: 'complete' });
  });

  test('a model that is replaced between two runs leaves each run its own judge', async () => {
    const personas = [seedPersona(), seedPersona()];
    const scene = await stageReview({ personas });
    const [first, second] = scene.jobs;
    await scene.worker(modelOf((call) => answerTo(call), { id: 'test-a' }).model)(batchOf([first]));
    await scene.worker(modelOf((call) => answerTo(call), { id: 'test-b' }).model)(batchOf([second]));
    expect([(await scene.run(0)).judge?.model, (await scene.run(1)).judge?.model]).toEqual(['test-a', 'test-b']);
    expect(await scene.review()).toMatchObject({ status: 'complete', judge: { model: 'test-b' } });
  });
});

describe('a chair', () => {
  const two = () =>
    json({
      findings: [
        finding({ severity: 3 }),
        finding({
          dimension: 'Trust',
          evidence: [{ quote: 'We build lamps by hand in our workshop in Graz.' }],
          comment: 'Nobody can visit the workshop.',
          severity: 2,
          fix: null,
        }),
      ],
    });
  const NOTHING = { groups: [], order: [1, 2], struck: [], verdict: [], disagreements: [] };

  const closedBy = async (chair: object) => {
    const { model } = modelOf(two);
    const chaired: Model = {
      ...model,
      ask: async (call) =>
        call.question.task === 'chair'
          ? { text: JSON.stringify({ chair: { ...NOTHING, ...chair } }) }
          : model.ask(call),
    };
    const scene = await stageWith(chaired);
    const conclusion = (await scene.review())?.conclusion;
    const ids = new Map((await scene.findings()).map(({ dimension, id }) => [dimension, id]));
    return { scene, conclusion, clarity: ids.get('Clarity'), trust: ids.get('Trust') };
  };

  test('a chair that invents findings is not followed, and the report says how often', async () => {
    const { scene, conclusion, clarity, trust } = await closedBy({
      order: [7, 2, 1],
      verdict: [
        { text: 'The price is missing.', findings: [99] },
        { text: 'The text says too little of its tests.', findings: [1] },
      ],
    });
    expect(conclusion).toMatchObject({ by: 'chair', order: [trust, clarity] });
    expect(conclusion?.verdict).toEqual([{ text: 'The text says too little of its tests.', findings: [clarity] }]);
    expect(await scene.findings()).toHaveLength(2);
    const [note] = conclusion?.notes ?? [];
    expect(note).toMatchObject({ code: 'chair_ignored', values: { count: 3 } });
    const report = await reportFor(scene);
    expect(report).toContain('had no evidence were ignored: 3.');
    expect(report).not.toContain('The price is missing.');
  });

  test('a chair that orders a deletion without disproof deletes nothing', async () => {
    const { conclusion, scene, clarity, trust } = await closedBy({
      struck: [{ finding: 1, quote: 'Every test is described on our page.', reason: 'The content says so.' }],
    });
    expect(conclusion).toMatchObject({ struck: {}, order: [clarity, trust], notes: [{ code: 'chair_ignored' }] });
    expect(await reportFor(scene)).not.toContain('Struck by the chair');
  });

  test('a chair that strikes a finding with words of the content is followed: the finding leaves the list and keeps its reason', async () => {
    const reason = 'The content names the workshop.';
    const { conclusion, scene, clarity, trust } = await closedBy({
      struck: [{ finding: 2, quote: 'our workshop in Graz', reason }],
    });
    expect(conclusion).toMatchObject({
      notes: [],
      order: [clarity],
      struck: { [trust ?? '']: { quote: 'our workshop in Graz', reason } },
    });
    const report = await reportFor(scene);
    const [first = '', rest = ''] = report.split('## Everything else');
    expect(first).not.toContain('Nobody can visit the workshop.');
    expect(rest).toContain('*Struck by the chair:* The content names the workshop.');
  });
});
