import { beforeAll, describe, expect, test } from '@jest/globals';
import jpeg from 'jpeg-js';
import { contextRows } from '../../functions/annotations/rows.ts';
import type { Fact } from '../../functions/facts/fact.ts';
import { imageSize } from '../../functions/kit/files/image.ts';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { packJson } from '../../functions/kit/packed.ts';
import { type Key, keys, workspacePartition } from '../../functions/kit/table/keys.ts';
import { PANEL_ID } from '../../functions/reviews/the-panel.ts';
import { handler as renderPage } from '../../functions/workers/render-page.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { batchOf } from '../workers/messages.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, rowsOf } from './reviewed.ts';
import { modelSaying, panelOf, readAs, runWhole } from './run-whole.ts';

beforeAll(useOwnTables);

const PAGE = 'Lamps that last\n\nEach one is tested for a week before it leaves the house. Click here.';

const fact = (rule: string, state: Fact['state'], more: Partial<Fact> = {}): Fact => ({
  ...{ rule, state, view: null, measured: null, reason: null, count: 0, places: [] },
  ...more,
});

const CONTRAST = fact('contrast', 'failed', {
  view: 'wide',
  measured: '2 of 9 texts',
  count: 2,
  places: [
    { selector: 'main > p', quote: 'Click here.', value: '2.9:1', box: { x: 144, y: 100, width: 288, height: 50 } },
    { selector: 'footer', box: { x: 0, y: 5000, width: 10, height: 10 } },
  ],
});

const FACTS: readonly Fact[] = [
  fact('link-words', 'failed', { measured: '1 link', count: 1, places: [{ quote: 'Click here.' }] }),
  CONTRAST,
  { ...CONTRAST, view: 'narrow', measured: '3 of 9 texts' },
  fact('lcp', 'failed', { measured: '4.2 s' }),
  fact('page-title', 'passed'),
  fact('spelling', 'not_measured', {
    reason: 'There is no dictionary for this language.',
    reason_code: { code: 'no_dictionary' },
  }),
  fact('favicon', 'not_measured', { reason: 'A reason of another release.', reason_code: { code: 'long_gone' } }),
];

const SITE = { title: 'Shop', input_type: 'site', content: undefined, url: 'https://shop.example.com/' };

type Run = Parameters<typeof runWhole>[2];

const reviewed = async (ws: Workspace, model: Run, more: Record<string, unknown> = {}, facts = FACTS) => {
  const { body } = await create(ws.owner, { ...SITE, ...more });
  await readAs(ws.id, body.id, PAGE, { facts });
  await runWhole(ws.id, body.id, model);
  return body.id as string;
};

/** The worker gets the note's message, `times` in a batch. */
const cutPictures = async (context: Key, times = 1): Promise<void> => {
  const messages = Array(times).fill({ job: 'cut-picture', ...context });
  expect(await renderPage(batchOf(messages))).toEqual({ batchItemFailures: [] });
};

const get = async (ws: Workspace, path: string) => (await call('GET', path, { as: ws.owner })).body;

const idsOf = (items: { slug: string | null; persona_id: string }[]) =>
  Object.fromEntries(items.map(({ slug, persona_id }) => [slug, persona_id]));

describe('a review without a model', () => {
  test('is the failed facts, said by the personas who care, without a score', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined);
    const review = await get(ws, `/api/reviews/${id}`);
    expect(review).toMatchObject({
      status: 'complete',
      basis: 'facts',
      score: null,
      ai_live: false,
      calibration: null,
    });
    expect(review).toMatchObject({ runs_done: 5, runs_failed: 0, model: null, error: null });
    expect(review.personas.every((one: { score: unknown; state: string }) => one.score === null)).toBe(true);
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const persona = idsOf(review.personas);
    expect(items.map(({ rule }: { rule: string }) => rule).sort()).toEqual(['contrast', 'lcp', 'link-words']);
    const contrast = items.find(({ rule }: { rule: string }) => rule === 'contrast');
    expect(contrast).toMatchObject({
      ...{ kind: 'fault', severity: 3, score: null, p_useful: null, needs_human: false, grounded: true },
      ...{ persona_id: persona.designer, persona_ids: [persona.designer, persona['wcag-auditor']] },
      measured: '2 of 9 texts (1440 px), 3 of 9 texts (390 px)',
      link: expect.stringMatching(/^https:/),
    });
    expect(contrast.evidence[0]).toEqual({
      ...{ quote: 'Click here.', element: 'screenshot-wide', selector: 'main > p', value: '2.9:1', grounded: true },
      region: [0.1, 0.05, 0.2, 0.025],
    });
    expect(contrast.evidence[1]).toMatchObject({ element: null, region: null, selector: 'footer' });
    expect(review.conclusion.order[0]).toBe(contrast.id);
    expect(review.conclusion.order).toHaveLength(3);
  });

  test('keeps a fact that no persona of the panel cares about', async () => {
    const ws = await newWorkspace();
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const id = await reviewed(ws, undefined, { persona_ids });
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    expect(items).toHaveLength(3);
    for (const one of items) expect([one.persona_id, one.persona_ids]).toEqual(['0'.repeat(26), ['0'.repeat(26)]]);
    expect((await call('GET', `/api/reviews/${id}/markdown`, { as: ws.owner })).text).toContain('4.2 s');
    const german = await call('GET', `/api/reviews/${id}/markdown?language=de`, { as: ws.owner });
    expect(german.text).toContain('### 1. Barrierefreiheit, schwer (Das Gremium)');
  });

  test('names what a rule would change as code', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined, {}, [fact('html-lang', 'failed')]);
    const { text } = await call('GET', `/api/reviews/${id}/markdown`, { as: ws.owner });
    expect(text).toContain('Set `lang` on `<html>`, such as `lang="en"`.');
  });

  test('a review without a model is not judged if nothing could be measured', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined, {}, [fact('lcp', 'not_measured', { reason: 'There is no browser.' })]);
    expect(await get(ws, `/api/reviews/${id}`)).toMatchObject({ status: 'not_judged', basis: 'facts', score: null });
  });

  test('lists its findings by severity in Markdown, folds what passed, and says why something is not measured', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined);
    const read = async (language: string) =>
      (await call('GET', `/api/reviews/${id}/markdown?language=${language}`, { as: ws.owner })).text;
    const text = await read('en');
    expect(text).toContain('The checks are complete.');
    expect(text).not.toContain('personas have answered');
    expect(text).toContain('**No AI answered.** Every finding was measured by a rule');
    expect(text).toContain('3 failed, 1 passed, 2 not measured.');
    expect(text).toContain('There is no dictionary for this language.');
    expect(text.indexOf('Text has too little contrast.')).toBeLessThan(text.indexOf('4.2 s'));
    expect(text).not.toMatch(/of 5|Score/);
    const german = await read('de');
    expect(german).toContain('Text hat zu wenig Kontrast. (2 of 9 texts (1440 px), 3 of 9 texts (390 px))');
    expect(german).toContain('Für diese Sprache gibt es kein Wörterbuch mit freier Lizenz.');
    expect(german).toContain('A reason of another release.');
    const { items } = await get(ws, `/api/reviews/${id}/facts`);
    const codeOf = (rule: string) => items.find((one: { rule: string }) => one.rule === rule).reason_code;
    expect([codeOf('spelling'), codeOf('favicon')]).toEqual([{ code: 'no_dictionary' }, { code: 'long_gone' }]);
  });

  test('takes a rating of a fact, and learns nothing from it', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined);
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const rated = await call('POST', `/api/reviews/${id}/feedback/${items[0].id}/rate`, {
      as: ws.owner,
      body: { rating: 5 },
    });
    expect([rated.status, rated.body.rating, rated.body.p_useful]).toEqual([200, 5, null]);
    const labels = await table().query({ partition: workspacePartition(ws.id), sort: ['begins_with', 'LABEL#'] });
    expect(labels.items).toEqual([]);
  });
});

describe('the facts of a review', () => {
  test('are listed with failed ones first, their places on the picture and the personas who care', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined);
    const facts = await get(ws, `/api/reviews/${id}/facts`);
    expect([facts.failed, facts.passed, facts.not_measured]).toEqual([4, 1, 2]);
    expect(facts.items.map(({ state }: Fact) => state)).toEqual([
      ...['failed', 'failed', 'failed', 'failed', 'not_measured', 'not_measured', 'passed'],
    ]);
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const contrast = items.find(({ rule }: { rule: string }) => rule === 'contrast');
    expect(facts.items[0]).toMatchObject({
      rule: 'contrast',
      feedback_id: contrast.id,
      count: 2,
      topic: 'accessibility',
    });
    expect(facts.items[0].places[0]).toMatchObject({ element: 'screenshot-wide', region: [0.1, 0.05, 0.2, 0.025] });
    const { body } = await call('POST', `/api/reviews/${id}/share`, { as: ws.owner });
    expect((await call('GET', `/api/reviews/shared/${body.token}/facts`)).body).toEqual(facts);
  });

  test('are measured once: the worker that reads the page writes them', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, undefined);
    const before = await table().get(keys.reviewFacts(ws.id, id));
    await runWhole(ws.id, id, undefined);
    expect(await table().get(keys.reviewFacts(ws.id, id))).toEqual(before);
    expect((await rowsOf(ws.id, id)).get('REVIEW')).toMatchObject({ measured: 4, basis: 'facts' });
  });
});

describe('a review by a model', () => {
  const quote = 'tested for a week before it leaves the house';
  const opinion = (severity: number) => ({ quote, comment: 'Nothing proves it.', severity });

  test('gives the facts to the personas, and puts those that failed among what to fix by severity', async () => {
    const ws = await newWorkspace();
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const { model, calls } = modelSaying(() => ({ faults: [opinion(3), { ...opinion(1), comment: 'It is long.' }] }));
    const id = await reviewed(ws, model, { persona_ids });
    for (const { prompt } of calls) {
      const said = prompt.shared.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      expect(said).toContain(
        '- contrast (wide window): Text has too little contrast. 2 of 9 texts At "Click here." 2.9:1',
      );
      expect(said).toContain('not measured: spelling');
    }
    const review = await get(ws, `/api/reviews/${id}`);
    expect(review).toMatchObject({ status: 'complete', basis: 'model', ai_live: true });
    expect(review.score).not.toBeNull();
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const severities = new Map(items.map((one: { id: string; severity: number }) => [one.id, one.severity]));
    const order = review.conclusion.order.map((one: string) => severities.get(one));
    expect(order).toEqual([...order].sort((one, other) => other - one));
    expect(order).toHaveLength(5);
  });

  test('answers no score with a fact, though a persona scored its dimension', async () => {
    const ws = await newWorkspace();
    const id = await reviewed(ws, modelSaying(() => ({ faults: [opinion(3)] })).model);
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const scored = items.filter(({ score }: { score: unknown }) => score !== null);
    expect(scored.map(({ rule }: { rule: unknown }) => rule)).toEqual(Array(scored.length).fill(null));
    expect(scored.length).toBeGreaterThan(0);
    expect(items.length).toBeGreaterThan(scored.length);
  });
});

describe('a note of a fact', () => {
  test('a fact that no persona cares about becomes a note of the panel', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const id = await reviewed(ws, undefined, { persona_ids, widget_site_id: site.id });
    const [first] = (await get(ws, `/api/reviews/${id}/feedback`)).items;
    expect(first.persona_ids).toEqual([PANEL_ID]);
    const { body } = await call('POST', `/api/reviews/${id}/feedback/${first.id}/note`, { as: ws.owner });
    const note = await get(ws, `/api/v1/annotations/${body.annotation_id}`);
    expect(note.submitter).toMatchObject({ kind: 'persona', name: 'The panel' });
  });

  test('is made of a review whose personas all failed', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const id = await reviewed(ws, modelSaying(() => 'fails').model, { persona_ids, widget_site_id: site.id });
    expect((await get(ws, `/api/reviews/${id}`)).status).toBe('failed');
    const [first] = (await get(ws, `/api/reviews/${id}/feedback`)).items;
    const { status, body } = await call('POST', `/api/reviews/${id}/feedback/${first.id}/note`, { as: ws.owner });
    expect([status, body.site_id]).toEqual([200, site.id]);
  });

  test('has the words, the element and no permission to fix, and is made once', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const id = await reviewed(ws, undefined, { widget_site_id: site.id });
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const contrast = items.find(({ rule }: { rule: string }) => rule === 'contrast');
    const note = () => call('POST', `/api/reviews/${id}/feedback/${contrast.id}/note`, { as: ws.owner });
    const [{ body: first }, { body: second }] = [await note(), await note()];
    expect(second.annotation_id).toBe(first.annotation_id);
    const { body } = await call('GET', `/api/v1/annotations/${first.annotation_id}`, { as: ws.owner });
    expect(body.auto_fix).toBe(false);
    expect(body.body).toContain('Text has too little contrast.');
    expect(JSON.stringify(body)).toContain('main > p');
  });

  const noteOfContrast = async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const id = await reviewed(ws, undefined, { widget_site_id: site.id });
    const { items } = await get(ws, `/api/reviews/${id}/feedback`);
    const contrast = items.find(({ rule }: { rule: string }) => rule === 'contrast');
    const { body: made } = await call('POST', `/api/reviews/${id}/feedback/${contrast.id}/note`, { as: ws.owner });
    return { ws, made, context: keys.context(ws.id, made.annotation_id) };
  };

  test('gets the part of the screenshot at its place as its own', async () => {
    const { ws, made, context } = await noteOfContrast();
    const cut_from = String((await table().get(context))?.cut_from);
    const page = { width: 1440, height: 2000, data: Buffer.alloc(1440 * 2000 * 4, 200) };
    await openStorage().keep(cut_from, jpeg.encode(page, 60).data, 'image/jpeg');
    await cutPictures(context, 2);
    const row = await table().get(context);
    expect([row?.job, row?.cut_from]).toEqual([undefined, undefined]);
    const cut = await openStorage().read(String(row?.screenshot_key), 1e6);
    // 288 × 50 pixels at 144, 100, and up to 120 around them.
    expect(imageSize(cut?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toEqual({ width: 528, height: 270 });
    const { body } = await call('GET', `/api/v1/annotations/${made.annotation_id}`, { as: ws.owner });
    expect([body.has_screenshot, typeof body.screenshot_url, body.auto_fix]).toEqual([true, 'string', false]);
  });

  test('gets its part of a page that a phone lays out wider than its window', async () => {
    const { context } = await noteOfContrast();
    const { cut_from, captured } = contextRows.parse(await table().get(context));
    const box = { x: 600, y: 100, width: 200, height: 50 };
    const environment = { viewport: { width: 390, height: 844 }, scroll: { x: 0, y: 0 } };
    const narrow = packJson({ ...captured, anchor: { ...captured.anchor, box }, environment });
    await table().transact([{ update: context, set: { captured: narrow } }]);
    const page = { width: 980, height: 2000, data: Buffer.alloc(980 * 2000 * 4, 200) };
    await openStorage().keep(String(cut_from), jpeg.encode(page, 60).data, 'image/jpeg');
    await cutPictures(context);
    const cut = await openStorage().read(String((await table().get(context))?.screenshot_key), 1e6);
    expect(imageSize(cut?.bytes ?? Buffer.alloc(0), 'image/jpeg')).toEqual({ width: 440, height: 270 });
  });

  test('has no picture if the screenshot is gone', async () => {
    const { context } = await noteOfContrast();
    await table().transact([{ update: context, set: { cut_from: 'kept/gone' } }]);
    await cutPictures(context);
    expect(await table().get(context)).toMatchObject({ screenshot_key: null });
    expect(await table().get(context)).not.toHaveProperty('job');
  });
});

describe('a repeated review', () => {
  const compare = async (later: readonly Fact[], earlier: readonly Fact[] = [...FACTS, fact('favicon', 'passed')]) => {
    const ws = await newWorkspace();
    const before = await reviewed(ws, undefined, {}, earlier);
    const { body } = await call('POST', `/api/reviews/${before}/again`, { as: ws.owner });
    await readAs(ws.id, body.id, PAGE, { facts: later });
    await runWhole(ws.id, body.id, undefined);
    const rulesOf = async (id: string) =>
      new Map(
        (await get(ws, `/api/reviews/${id}/feedback`)).items.map((one: { id: string; rule: string }) => [
          one.id,
          one.rule,
        ]),
      );
    const rules = new Map([...(await rulesOf(before)), ...(await rulesOf(body.id))]);
    const { fixed, still, unnamed, new: added, facts } = await get(ws, `/api/reviews/${body.id}/compare`);
    const named = (ids: string[]) => ids.map((id) => rules.get(id)).sort();
    const idsOf = (pairs: { id: string }[]) => pairs.map(({ id }) => id);
    return {
      ...{ fixed: named(fixed), unnamed: named(unnamed), added: named(added), still: named(idsOf(still)) },
      facts: {
        ...{ gone: named(facts.gone), new: named(facts.new), still: named(idsOf(facts.still)) },
        unknown: { previous: named(facts.unknown.previous), current: named(facts.unknown.current) },
      },
    };
  };

  test('knows which facts are gone, new, and unchanged', async () => {
    const later = [
      ...[fact('contrast', 'passed'), fact('lcp', 'failed', { measured: '4.0 s' }), fact('favicon', 'failed')],
      fact('link-words', 'not_measured', { reason: 'It stopped.' }),
    ];
    expect(await compare(later)).toEqual({
      ...{ fixed: ['contrast'], still: ['lcp'], unnamed: ['link-words'], added: ['favicon'] },
      facts: {
        ...{ gone: ['contrast'], new: ['favicon'], still: ['lcp'] },
        unknown: { previous: ['link-words'], current: [] },
      },
    });
  });

  test('takes what was not measured before for no change', async () => {
    const later = [...FACTS, fact('spelling', 'failed', { places: [{ quote: 'befor', value: 'befor → before' }] })];
    const { added, facts } = await compare(later);
    expect([added, facts.new, facts.unknown.current]).toEqual([[], [], ['spelling']]);
  });

  test('does not file a fact again that has a note', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const before = await reviewed(ws, undefined, { widget_site_id: site.id });
    const contrastOf = async (id: string) =>
      (await get(ws, `/api/reviews/${id}/feedback`)).items.find(({ rule }: { rule: string }) => rule === 'contrast');
    const noteOf = async (id: string) =>
      (await call('POST', `/api/reviews/${id}/feedback/${(await contrastOf(id)).id}/note`, { as: ws.owner })).body;
    const { annotation_id } = await noteOf(before);
    const { body } = await call('POST', `/api/reviews/${before}/again`, { as: ws.owner });
    await readAs(ws.id, body.id, PAGE, { facts: FACTS });
    await runWhole(ws.id, body.id, undefined);
    expect(await contrastOf(body.id)).toMatchObject({ annotation_id });
    expect(await noteOf(body.id)).toMatchObject({ annotation_id });
    expect((await call('DELETE', `/api/widget/annotations/${annotation_id}`, { as: ws.owner })).status).toBe(200);
    expect(await contrastOf(body.id)).toMatchObject({ annotation_id: null });
    const again = await noteOf(body.id);
    expect(again.annotation_id).not.toBe(annotation_id);
    expect(await contrastOf(body.id)).toMatchObject({ annotation_id: again.annotation_id });
  });

  test.each([
    ['under 20%', '3.9 s', { fixed: [], unnamed: ['lcp'] }],
    ['of more', '2.0 s', { fixed: ['lcp'], unnamed: [] }],
  ])('takes a difference %s in a timing for what it is', async (_, measured, expected) => {
    const later = FACTS.filter(({ rule }) => rule !== 'lcp');
    expect(await compare([...later, fact('lcp', 'passed', { measured })])).toMatchObject(expected);
  });
});
