import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { askVersions, lettersOf } from '../../functions/reviews/ask/ask-versions.ts';
import { ModelBusy, type VersionsQuestion } from '../../functions/reviews/ask/model/model.ts';
import { replayModel } from '../../functions/reviews/ask/model/replay.ts';
import { renderPrompt } from '../../functions/reviews/ask/prompt/render-prompt.ts';
import { shownVersions } from '../../functions/reviews/ask/shown-versions.ts';
import { compareVersions } from '../../functions/reviews/judge/compare-versions.ts';
import { type Content, textContent } from '../../functions/reviews/read/content.ts';
import type { Blind, BlindAnswer, RunRow } from '../../functions/reviews/run-rows.ts';
import { PARTS } from '../../functions/reviews/spend/estimate.ts';
import { MARKS } from './model/question.ts';
import { recording } from './model/recording.ts';
import { modelOf } from './run/scene.ts';
import { seedPersona } from './seed.ts';

const REVIEW = '01M84K3GCH6TAZ7DCP0JPH38PC';
const OLD = 'Lamps that last\n\nShips at some point.';
const NEW = 'Lamps that last\n\nShips within two days.';
const of = (text: string, more: Partial<Content> = {}): Content => ({ ...textContent('site', 'Lamps', text), ...more });
const persona = seedPersona('p1', ['Clarity', 'Trust']);
const seen = (content: Content) => ({ content, pictures: [] });

type Said = { better: string; by?: number; quote_a?: string | null; quote_b?: string | null };
const answer = (names: readonly string[], { better, by = 2, quote_a = null, quote_b = null }: Said) =>
  JSON.stringify({
    versions: names.map((dimension) => ({ dimension, quote_a, quote_b, why: 'It names a day.', better, by })),
  });

const namesOf = (dimensions: VersionsQuestion['dimensions']) => dimensions.map(({ name }) => name);

const asking = (more: Partial<Parameters<typeof askVersions>[1]> = {}) => ({
  ...{ persona, previous: seen(of(OLD)), new: seen(of(NEW)), brief: undefined, letters: ['A'] as const, marks: MARKS },
  signal: AbortSignal.timeout(10_000),
  ...more,
});

const judge = (ask: (question: VersionsQuestion, times: number) => string) => {
  const questions: VersionsQuestion[] = [];
  const { model } = modelOf(() => '');
  return {
    questions,
    model: {
      ...model,
      ask: async ({ question }: { question: Parameters<typeof renderPrompt>[0] }) => {
        if (question.task !== 'versions') throw new Error('Only versions are asked about.');
        questions.push(question);
        return { text: ask(question, questions.length), usage: { input: 100, output: 10, cached: 0 } };
      },
    },
  };
};

describe('asking about two versions', () => {
  test('fences both, and tells neither address, date, reading notes nor inferred purpose', async () => {
    const { model, questions } = judge(({ dimensions }) => answer(namesOf(dimensions), { better: 'A' }));
    const notes = [{ text: 'Read on Monday', code: 'page_cut' }];
    const telling = { url: 'https://shop.example.com/v2', notes, cut: { kept: 1, of: 2 } };
    const brief = { goal: 'Sell fast delivery', audience: 'Gifts', stage: '', inferred: ['goal' as const] };
    await askVersions(model, asking({ new: seen(of(NEW, telling)), brief }));
    const { system, shared, task } = renderPrompt(questions[0]!, MARKS);
    const words = [system, ...shared.map((part) => (part.type === 'text' ? part.text : '')), task].join('\n');
    for (const hint of ['/v2', 'Monday', 'Sell fast delivery', 'previous', 'revis']) expect(words).not.toContain(hint);
    expect(words).toContain('Gifts');
    const inside = (letter: string) =>
      new RegExp(`<version-${letter} ${MARKS.nonce}>([^]*)</version-${letter} ${MARKS.nonce}>`).exec(
        shared.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
      )?.[1];
    expect(inside('a')).toContain('Ships within two days.');
    expect(inside('b')).toContain('Ships at some point.');
  });

  test('translates letters back, and keeps only quotes that their version has', async () => {
    const words = { better: 'Version B', quote_a: 'Ships at some point.', quote_b: 'Ships the same minute.' };
    const { model } = judge(({ dimensions }) => answer(namesOf(dimensions), words));
    const { blind, tokens } = await askVersions(model, asking({ letters: ['B'] }));
    expect(blind).toEqual({
      state: 'judged',
      cut: { new: null, previous: null },
      answers: [
        {
          new_as: 'B',
          dimensions: ['Clarity', 'Trust'].map((dimension) => ({
            ...{ dimension, better: 'new', by: 2, why: 'It names a day.' },
            quotes: { new: null, previous: 'Ships at some point.' },
          })),
        },
      ],
    });
    expect(tokens).toMatchObject({ input: 100, output: 10 });
  });

  test('asks again once for dimensions that are missing, and counts both answers', async () => {
    const { model, questions } = judge((_, times) =>
      answer(times === 1 ? ['1. clarity'] : ['Clarity', 'Trust'], { better: 'same', by: 3 }),
    );
    const { blind, tokens } = await askVersions(model, asking());
    expect(questions.length).toBe(2);
    expect(tokens?.input).toBe(200);
    expect(blind).toMatchObject({
      answers: [
        {
          dimensions: [
            { dimension: 'Clarity', better: 'same', by: 0 },
            { dimension: 'Trust', better: 'same', by: 0 },
          ],
        },
      ],
    });
  });

  test('asks nothing about versions that read the same', async () => {
    const { model, questions } = judge(() => '');
    const url = 'https://shop.example.com/other';
    const { blind } = await askVersions(model, asking({ previous: seen(of(NEW, { url })) }));
    expect([blind, questions.length]).toEqual([{ state: 'unchanged' }, 0]);
  });

  test('shows pictures that both versions have, as pictures of A and B', async () => {
    const { model, questions } = judge(({ dimensions }) => answer(namesOf(dimensions), { better: 'B' }));
    const taken = (byte: number, ...elements: string[]) => ({
      content: of('', { pictures: elements.map((element) => ({ element, key: '', type: 'image/png' })) }),
      pictures: elements.map((element) => ({ element, type: 'image/png' as const, bytes: new Uint8Array([byte]) })),
    });
    const both = { previous: taken(1, 'screenshot-wide'), new: taken(2, 'screenshot-wide', 'screenshot-narrow') };
    const { blind } = await askVersions(model, asking(both));
    const { shared } = renderPrompt(questions[0]!, MARKS);
    const bytes = shared.flatMap((part) => (part.type === 'image' ? [...part.bytes] : []));
    expect(bytes).toEqual([2, 1]);
    expect(blind).toMatchObject({ answers: [{ dimensions: [{ better: 'previous' }, { better: 'previous' }] }] });
    const same = await askVersions(model, asking({ previous: taken(2, 'a'), new: taken(2, 'a') }));
    expect(same.blind).toEqual({ state: 'unchanged' });
  });

  test('is recorded and replayed like any question', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'versions-'));
    const { model, questions } = judge(({ dimensions }) => answer(namesOf(dimensions), { better: 'A' }));
    const first = await askVersions(recording(model, folder), asking());
    const replayed = replayModel(folder, model.settings);
    expect(await askVersions(replayed, asking())).toEqual(first);
    expect(questions.length).toBe(1);
    expect(await askVersions(replayed, asking({ letters: ['B'] }))).toMatchObject({
      blind: { state: 'failed', error: { code: 'model_not_recorded' } },
    });
    await rm(folder, { recursive: true });
  });

  test('says why there is no answer, without failing', async () => {
    const { model } = judge(() => {
      throw new ModelBusy(said('model_unreachable'));
    });
    expect(await askVersions(model, asking())).toEqual({
      blind: { state: 'failed', error: { code: 'model_unreachable' } },
      tokens: null,
    });
  });

  test('costs about what the estimate says', async () => {
    const { model, questions } = judge(() => answer(['Clarity', 'Trust'], { better: 'A' }));
    await askVersions(model, asking());
    const { system, shared, schema } = renderPrompt(questions[0]!, MARKS);
    const texts = [system, JSON.stringify(schema), ...shared.map((part) => (part.type === 'text' ? part.text : ''))];
    const tokens = (texts.join('').length - OLD.length - NEW.length) / 4;
    expect(Math.abs(tokens / PARTS.versions - 1)).toBeLessThan(0.15);
  });
});

describe('the letters', () => {
  test('show half of a panel the new version as A, other members in another review', () => {
    const drawn = Array.from({ length: 50 }, (_, at) =>
      Array.from({ length: 5 }, (_, position) => lettersOf({ review: `${REVIEW}${at}`, position, total: 5 })),
    );
    for (const letters of drawn) expect(letters.flat().filter((letter) => letter === 'A').length).toBe(3);
    for (let position = 0; position < 5; position += 1)
      expect(new Set(drawn.map((letters) => letters[position]?.[0])).size).toBe(2);
  });

  test('are both for a persona alone', () => {
    expect(lettersOf({ review: REVIEW, position: 0, total: 1 })).toEqual(['A', 'B']);
  });
});

describe('long versions', () => {
  const blocks = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name} ${at} ${'ä'.repeat(100)}`);

  test('are cut to the parts that differ, and say so', () => {
    const [head, tail] = [blocks(200, 'head'), blocks(200, 'tail')];
    const old = of([...head, OLD, ...tail].join('\n\n'));
    const next = of([...head, NEW, ...tail].join('\n\n'));
    const shown = shownVersions(old, next);
    expect(shown.new.content.text).toContain('Ships within two days.');
    expect(shown.previous.content.text).toContain('Ships at some point.');
    expect(shown.new.content.text).toContain('head 199');
    expect(shown.new.content.text).not.toContain('head 100');
    expect(shown.new.cut).toEqual({ kept: shown.new.content.text.length, of: next.text.length });
  });

  test('versions that differ throughout end after 32,000 bytes, at a whole word', () => {
    const [old, next] = [of(blocks(300, 'old').join('\n\n')), of(blocks(300, 'new').join('\n\n'))];
    const { text } = shownVersions(old, next).new.content;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32_000);
    expect(next.text.startsWith(text)).toBe(true);
    expect(next.text.slice(text.length)).toMatch(/^\s/);
    expect(shownVersions(of('灯'.repeat(20_000)), of('亮'.repeat(20_000))).new.cut?.kept).toBe(10_666);
  });
});

type Side = 'new' | 'previous' | 'same';
const answered = (new_as: 'A' | 'B', better: Side, by = better === 'same' ? 0 : 2): BlindAnswer => ({
  new_as,
  dimensions: ['Clarity', 'Trust'].map((dimension) => ({
    ...{ dimension, better, by, why: 'It names a day.' },
    quotes: { new: 'within two days', previous: null },
  })),
});
const runOf = (blind: Blind | undefined, at = 0): RunRow =>
  ({ persona_id: `p${at}`, persona: seedPersona(`p${at}`, ['Clarity', 'Trust']), ...(blind && { blind }) }) as RunRow;
const panelSaying = (...answers: readonly BlindAnswer[]) =>
  answers.map((one, at) => runOf({ state: 'judged', answers: [one], cut: { new: null, previous: null } }, at));

describe('comparing versions', () => {
  test('is clear if personas of both orders agree', () => {
    const panel = panelSaying(
      answered('A', 'new'),
      answered('B', 'new'),
      answered('A', 'new'),
      answered('B', 'new'),
      answered('A', 'previous'),
    );
    const found = compareVersions(panel, [])!;
    expect(found).toMatchObject({ outcome: 'better', prefer_new: 4, prefer_previous: 1, prefer_neither: 0 });
    expect(found.chance).toBe(0.375);
    expect(found.personas[0]?.dimensions[0]?.noise).toEqual([]);
    const worse = panelSaying(...(['A', 'B', 'A', 'B'] as const).map((letter) => answered(letter, 'previous')));
    expect(compareVersions(worse, [])).toMatchObject({ outcome: 'worse', chance: 0.125 });
  });

  test('takes answers that follow the order of the versions for noise', () => {
    const favorsA = (letter: 'A' | 'B') => answered(letter, letter === 'A' ? 'new' : 'previous');
    const found = compareVersions(panelSaying(favorsA('A'), favorsA('B'), favorsA('A'), favorsA('A')), [])!;
    expect(found).toMatchObject({ outcome: 'unclear', follows_order: true, prefer_new: 3 });
    for (const { dimensions } of found.personas) for (const { noise } of dimensions) expect(noise).toEqual(['order']);
  });

  test('takes a persona that contradicts itself for noise', () => {
    const both = [answered('A', 'new'), answered('B', 'previous')];
    const found = compareVersions([runOf({ state: 'judged', answers: both, cut: { new: null, previous: null } })], [])!;
    expect(found).toMatchObject({ outcome: 'unclear', follows_order: true, prefer_neither: 1 });
    expect(found.personas[0]).toMatchObject({
      new_shown_as: ['A', 'B'],
      dimensions: [{ better: 'same', by: 0, noise: ['order'] }, { noise: ['order'] }],
    });
  });

  test('names slight differences, missing quotes, and scores that say the opposite', () => {
    const slight = answered('A', 'new', 1);
    slight.dimensions[1]!.quotes = { new: null, previous: null };
    const moved = [{ persona_id: 'p0', dimension: 'Clarity', from: 4, to: 3 }];
    const [first] = compareVersions(panelSaying(slight), moved)!.personas;
    expect(first?.dimensions.map(({ noise }) => noise)).toEqual([
      ['slight', 'scores_differ'],
      ['slight', 'no_quote'],
    ]);
  });

  test('is unclear if tossed coins would be as one-sided', () => {
    const panel = panelSaying(answered('A', 'new'), answered('B', 'new'), answered('A', 'same'));
    expect(compareVersions(panel, [])).toMatchObject({ outcome: 'unclear', chance: 0.5, follows_order: false });
  });

  test('tells versions that read the same from those that no one judged', () => {
    expect(compareVersions([runOf(undefined)], [])).toBe(null);
    expect(compareVersions([runOf({ state: 'unchanged' })], [])).toMatchObject({ state: 'unchanged', outcome: null });
    const failed = compareVersions([runOf({ state: 'failed', error: { code: 'model_unreachable' } })], []);
    expect(failed).toMatchObject({
      state: 'failed',
      personas: [{ prefers: null, error: { code: 'model_unreachable' } }],
    });
  });
});
