import { describe, expect, test } from '@jest/globals';
import type { Content, Element } from '../../functions/reviews/read/content.ts';
import { INPUT_TYPES } from '../../functions/reviews/read/content.ts';
import { processorMs } from '../processor-time.ts';
import { ask, askText, goodLanding, personas, readme, text } from '../reviews/model/heuristic-samples.ts';

const SEED = Number(process.env.HEURISTIC_SEED ?? 20261);

/** Mulberry32. */
const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const PIECES = [
  'The ',
  'we ',
  'must ',
  'free ',
  '99 % ',
  '€1.200,50 ',
  '\n\n',
  '\n',
  '. ',
  '!!! ',
  '? ',
  '# ',
  '- ',
  '1. ',
  '```\n',
  '| a | b |\n',
  '“Well”, ',
  '(',
  '[here](',
  ')',
  '![](',
  'https://a.example/%E0%A4%A ',
  '\u0000',
  '\ud83d\ude00',
  '\ud83d',
  '\udc00',
  'שלום ',
  'مرحبا ',
  '漢字。',
  'ü',
  'ß',
  'İ',
  '\u202e',
  '\u200b',
  'e\u0301',
  '\t',
  '[00:12] Ada: ',
  'Error 500 ',
  'lorem ipsum ',
  'x'.repeat(60),
  '...',
  '…',
  '—',
  '$ npm install\n',
  '{{name}}',
  'Total: 12 € ',
  '2026 ',
  '-',
  '=',
];
const KINDS: Element['kind'][] = [
  'heading',
  'link',
  'image',
  'button',
  'field',
  'table',
  'list',
  'code',
  'page',
  'screenshot',
  'other',
];

const someContent = (next: (below: number) => number): Content => {
  const words = (most: number) => Array.from({ length: next(most) }, () => PIECES[next(PIECES.length)]).join('');
  return text(words(300), {
    input_type: INPUT_TYPES[next(INPUT_TYPES.length)]!,
    title: next(3) === 0 ? null : words(6),
    url: next(2) === 0 ? null : `https://${words(2)}`,
    language: [null, 'en', 'de', 'de-AT', 'fr', '', '??', 'EN-us'][next(8)]!,
    elements: Array.from({ length: next(12) }, (_, at) => {
      const kind = KINDS[next(KINDS.length)]!;
      return {
        id: `${kind}-${at}`,
        kind,
        label: words(5),
        ...(kind === 'link' ? { href: words(3) } : {}),
        ...(kind === 'heading' ? { level: 1 + next(6) } : {}),
      };
    }),
    pictures:
      next(4) === 0
        ? [
            {
              element: 'p',
              key: 'k',
              type: 'image/png',
              width: next(5000),
              height: next(3),
              contrast: next(22),
              edges: 0,
              colours: next(60),
              background_share: 1,
            },
          ]
        : [],
    cut: next(5) === 0 ? { kept: next(9), of: next(9) } : null,
    comment: next(5) === 0 ? words(20) : null,
  });
};

const isSound = async (content: Content, persona = personas[0]!) => {
  const { scores, findings, summary } = await ask(persona, content);
  expect(summary.isWellFormed()).toBe(true);
  expect(summary.length).toBeLessThan(2000);
  expect(scores.map(({ dimension }) => dimension)).toEqual(persona.evaluation_dimensions.map(({ name }) => name));
  const measured = scores.filter(({ score }) => score !== null);
  expect(findings.map(({ dimension }) => dimension)).toEqual(measured.map(({ dimension }) => dimension));
  for (const { score, reason } of scores) {
    expect(score ?? 1).toBeGreaterThanOrEqual(1);
    expect(score ?? 5).toBeLessThanOrEqual(5);
    expect(reason === null).toBe(score !== null);
    expect(reason).not.toBe('');
  }
  for (const { comment, evidence } of findings) {
    expect(comment).not.toBe('');
    for (const { quote } of evidence)
      if (quote)
        expect(
          [content.text, content.title ?? '', ...content.elements.map(({ label }) => label)].some((one) =>
            one.includes(quote),
          ),
        ).toBe(true);
  }
};

describe('whatever the content', () => {
  test(`some hundred random contents are answered (HEURISTIC_SEED=${SEED})`, async () => {
    const next = random(SEED);
    for (let at = 0; at < 200; at += 1) {
      const content = someContent(next);
      await isSound(content, personas[at % personas.length]);
      await isSound(content, personas[next(personas.length)]);
    }
  });

  test.each([
    ['nothing', ''],
    ['one word', 'Hello'],
    ['one giant word', 'a'.repeat(80_000)],
    ['only spaces', ' '.repeat(80_000)],
    ['only line breaks', '\n'.repeat(80_000)],
    ['only emoji', '😀'.repeat(20_000)],
    ['half an emoji', `Look ${'\ud83d'} here. `.repeat(50)],
    ['right to left', 'שלום עולם. זה משפט. '.repeat(500)],
    ['only quotation marks', '“'.repeat(5_000)],
    ['only digits', '1'.repeat(20_000)],
    ['only brackets', '[('.repeat(20_000)],
    ['only full stops', '.'.repeat(80_000)],
    ['open fences', '```\n\n'.repeat(4_000)],
    ['only times', '[00:00] A: b\n\n'.repeat(3_000)],
    ['bytes', Array.from({ length: 20_000 }, (_, at) => String.fromCharCode((at * 7919) % 65_536)).join('')],
  ])('%s is answered by every persona', async (_name, words) => {
    for (const input_type of ['text', 'audio'] as const)
      for (const persona of personas.filter((__, at) => at % 6 === 0))
        await isSound(text(words, { input_type }), persona);
  });

  test('80,000 characters take every persona well under what a person would notice', async () => {
    for (const source of [
      goodLanding.text,
      readme.text,
      'We must pay 12 % in 2026, because it is 3 times as much as before. ',
    ]) {
      const content = text(`${source}\n\n`.repeat(Math.ceil(80_000 / source.length)).slice(0, 80_000));
      const times: number[] = [];
      for (const persona of personas) {
        times.push(await processorMs(() => askText(persona, content)));
      }
      times.sort((a, b) => a - b);
      expect(times[Math.floor(times.length / 2)]).toBeLessThan(150);
    }
  });
});
