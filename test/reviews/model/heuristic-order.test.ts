import { describe, expect, test } from '@jest/globals';
import type { Content } from '../../../functions/reviews/read/content.ts';
import { ask, badLanding, goodLanding, personas, picture, scoreOf, text } from './heuristic-samples.ts';

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const overall = async (content: Content) =>
  mean(
    (await Promise.all(personas.map((persona) => ask(persona, content)))).flatMap(({ scores }) =>
      scores.flatMap(({ score }) => score ?? []),
    ),
  );

const repeat = (sentence: string, times: number) => Array.from({ length: times }, () => sentence).join(' ');
const around = (sentence: string) =>
  text(
    `The library moves on 4 May. The new house stands at the market.\n\n${sentence}\n\nBooks that you have can be brought to either house. Ask at the desk if you are not sure about a date.`,
  );

describe('better contents score better', () => {
  test('a clean landing page stands well above a bad one, over all personas', async () => {
    expect((await overall(goodLanding)) - (await overall(badLanding))).toBeGreaterThan(0.6);
  });

  test.each([
    ['copy-editor', 'Correctness'],
    ['copy-editor', 'Concision'],
    ['wcag-auditor', 'Text alternatives'],
    ['wcag-auditor', 'Structure'],
    ['wcag-auditor', 'Names and labels'],
    ['brand-voice-keeper', 'Freedom from cliché'],
    ['headline-writer', 'Specific'],
    ['skeptical-buyer', 'Total cost'],
    ['skeptical-buyer', 'Verifiable claims'],
    ['skeptical-buyer', 'Way out'],
    ['skeptical-buyer', 'Candour about limits'],
    ['marketer', 'Whose problem'],
    ['consumer-lawyer', 'Identity of the seller'],
    ['older-adult', 'A person to ask'],
    ['older-adult', 'Signs of honesty'],
    ['first-time-visitor', 'Is it for me'],
    ['fact-checker', 'Claim strength'],
    ['cognitive-accessibility', 'Calm'],
    ['non-native-reader', 'Sentence shape'],
  ])('%s, %s: the good landing page is above the bad one', async (slug, dimension) => {
    expect(await scoreOf(slug, dimension, goodLanding)).toBeGreaterThan(await scoreOf(slug, dimension, badLanding));
  });

  test.each<[string, string, Content, Content]>([
    [
      'copy-editor',
      'Concision',
      around('You can borrow ten books for four weeks.'),
      around(
        'In order to borrow books it is important to note that you are actually able to simply take ten of them, basically for four weeks.',
      ),
    ],
    [
      'copy-editor',
      'Correctness',
      around('You can renew each book twice.'),
      around('You can recieve the the book ,and renew it!!'),
    ],
    [
      'non-native-reader',
      'Sentence shape',
      text(repeat('The house opens at nine. You find us at the market.', 5)),
      text(
        repeat(
          'The house, which stands at the market and which was built by an architect of whom little is known, opens at nine unless the warden, who lives far away and comes by bus, is late again because of snow.',
          4,
        ),
      ),
    ],
    [
      'plain-language-editor',
      'Understandable',
      text(repeat('You must send the form to us by 4 May. We will write to you in a week.', 4)),
      text(
        repeat(
          'Submission of documentation necessitates authorisation by administrative representatives. Notification subsequently materialises electronically.',
          4,
        ),
      ),
    ],
    [
      'fact-checker',
      'Precision',
      around('Of 120 readers, 84 came twice in March.'),
      around('Many readers often come again, various studies show, and soon several more will.'),
    ],
    [
      'inclusive-language',
      'Terms with a history',
      around('The primary copies to its replica.'),
      around('The master and slave servers use a blacklist.'),
    ],
    [
      'inclusive-language',
      'Assumptions about people',
      around('The chair asks everyone.'),
      around('The chairman asks the guys.'),
    ],
    [
      'contract-reader',
      'Duties and deadlines',
      around('You must return the key within 14 days.'),
      around('The key must be returned in due time, where appropriate.'),
    ],
    [
      'skeptical-buyer',
      'Verifiable claims',
      around('Our scanner is the fastest: 42 pages a minute, measured by the university in 2025 (report linked).'),
      around('Our scanner is the fastest on the market. It is proven and the best.'),
    ],
  ])('%s, %s: the better of two texts is above the worse', async (slug, dimension, better, worse) => {
    expect(await scoreOf(slug, dimension, better)).toBeGreaterThan(await scoreOf(slug, dimension, worse));
  });

  test('more long sentences never raise the score', async () => {
    const long =
      'This sentence goes on and on with one more part after the other so that nobody who reads it aloud could say where it began or what it was about in the end.';
    const scores = await Promise.all(
      [0, 1, 2, 4, 8].map((n) =>
        scoreOf(
          'non-native-reader',
          'Sentence shape',
          text(`${repeat('The house opens at nine on each day.', 8)} ${repeat(long, n)}`),
        ),
      ),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBeGreaterThan(3);
  });

  test('the more pictures have an alternative, the better', async () => {
    const withBare = (bare: number) =>
      text('Five pictures of our house, with the garden in May.', {
        elements: Array.from({ length: 5 }, (_, n) => ({
          id: `image-${n}`,
          kind: 'image' as const,
          label: n < bare ? '' : `The garden in May, seen from window ${n}`,
        })),
      });
    const scores = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((bare) => scoreOf('wcag-auditor', 'Text alternatives', withBare(bare))),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores[0]).toBe(5);
    expect(scores[5]).toBe(1);
  });

  test('contrast and calm of a picture raise its scores', async () => {
    const good = picture({ contrast: 12, edges: 0.04, colours: 8, background_share: 0.7 });
    const bad = picture({ contrast: 1.9, edges: 0.24, colours: 44, background_share: 0.07 });
    for (const [slug, dimension] of [
      ['wcag-auditor', 'Contrast and colour'],
      ['designer', 'Visual hierarchy'],
      ['designer', 'Layout and spacing'],
      ['consistency-checker', 'Look of like parts'],
    ] as const)
      expect(await scoreOf(slug, dimension, good)).toBeGreaterThan(await scoreOf(slug, dimension, bad));
  });
});
