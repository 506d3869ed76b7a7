import { describe, expect, test } from '@jest/globals';
import { heuristicModel } from '../../../functions/reviews/ask/model/heuristic.ts';
import type { Content } from '../../../functions/reviews/read/content.ts';
import {
  ask,
  askText,
  badLanding,
  conversation,
  customPersona,
  french,
  german,
  goodLanding,
  note,
  personaOf,
  personas,
  picture,
  readme,
  samples,
  text,
} from './heuristic-samples.ts';

const standsIn = (content: Content, quote: string): boolean =>
  content.text.includes(quote) || content.title === quote || content.elements.some(({ label }) => label === quote);

const asked = new Map<string, ReturnType<typeof ask>>();
/** The answer of a default to a sample; asked once for all tests. */
const answerOf = (persona: (typeof personas)[number], name: string) => {
  const key = `${persona.slug} ${name}`;
  const answer = asked.get(key) ?? ask(persona, samples[name]!);
  asked.set(key, answer);
  return answer;
};

describe('every default persona on every kind of content', () => {
  test.each(Object.keys(samples))('%s: each dimension is answered once, in whole, within the scale', async (name) => {
    for (const persona of personas) {
      const { dimensions } = await answerOf(persona, name);
      expect(dimensions.map(({ dimension }) => dimension)).toEqual(
        persona.evaluation_dimensions.map((dimension) => dimension.name),
      );
      for (const { score, comment, suggestion } of dimensions) {
        expect(score).toBeGreaterThanOrEqual(1);
        expect(score).toBeLessThanOrEqual(5);
        expect(comment).toMatch(/\w.*[.!?”)]$/s);
        expect(comment).not.toMatch(/undefined|NaN|\[object|null/);
        expect(suggestion ?? 'Yes.').not.toMatch(/undefined|NaN|\[object|null/);
      }
    }
  });

  test.each(Object.keys(samples))('%s: quotes stand in the content and elements are its own', async (name) => {
    const content = samples[name]!;
    for (const persona of personas)
      for (const { quote, element } of (await answerOf(persona, name)).dimensions) {
        if (quote) expect(standsIn(content, quote) ? '' : quote).toBe('');
        if (element) expect(content.elements.map(({ id }) => id)).toContain(element);
      }
  });

  test.each(Object.keys(samples))('%s: no two dimensions of a persona are answered alike', async (name) => {
    for (const persona of personas) {
      const comments = (await answerOf(persona, name)).dimensions.map(({ comment }) => comment);
      expect(new Set(comments).size).toBe(comments.length);
    }
  });

  test.each(Object.keys(samples))('%s: each summary says that no AI answered', async (name) => {
    for (const persona of personas)
      expect((await answerOf(persona, name)).summary).toMatch(/^Measured, not read: no AI answered;/);
  });

  test('on ordinary pages most is measured, and what is measured points at something', async () => {
    for (const content of [goodLanding, badLanding, readme]) {
      const all = (await Promise.all(personas.map((persona) => ask(persona, content)))).flatMap(
        ({ dimensions }) => dimensions,
      );
      const measured = all.filter(({ comment }) => !comment.startsWith('No heuristic speaks'));
      expect(measured.length / all.length).toBeGreaterThan(0.75);
      expect(measured.filter(({ quote, element }) => quote ?? element).length / measured.length).toBeGreaterThan(0.97);
    }
  });
});

describe('what is said', () => {
  test('the model names itself and is not live', () => {
    expect(heuristicModel()).toMatchObject({ id: 'heuristic-1', live: false, samples: 1 });
  });

  test('the same question gives the same bytes, and the order of dimensions changes only their order', async () => {
    const persona = personaOf('copy-editor');
    expect(await askText(persona, badLanding)).toBe(await askText(persona, badLanding));
    const turned = [...persona.evaluation_dimensions].reverse();
    const { dimensions, summary } = JSON.parse(await askText(persona, badLanding, turned));
    const straight = JSON.parse(await askText(persona, badLanding));
    expect(dimensions.reverse()).toEqual(straight.dimensions);
    expect(summary).toBe(straight.summary);
  });

  test('a subset of the dimensions is answered as in the whole', async () => {
    const persona = personaOf('marketer');
    const [, second] = persona.evaluation_dimensions;
    const { dimensions } = JSON.parse(await askText(persona, goodLanding, [second!]));
    expect(dimensions).toHaveLength(1);
    expect(dimensions[0].dimension).toBe(second!.name);
  });

  test('a long sentence is quoted with its number of words and with where to cut it', async () => {
    const { dimensions } = await ask(personaOf('non-native-reader'), badLanding);
    const found = dimensions.find(({ dimension }) => dimension === 'Sentence shape')!;
    expect(found.quote).toMatch(/^We are the world-class leading provider/);
    expect(found.comment).toMatch(/This sentence has \d\d words\./);
    expect(found.suggestion).toMatch(/^Split it/);
  });

  test('a vague link is quoted, and its target named', async () => {
    const content = text('Read our price list. It holds all prices of this year.\n\nClick here', {
      elements: [{ id: 'link-1', kind: 'link', label: 'Click here', href: '/files/price-list-2026.pdf' }],
    });
    const { dimensions } = await ask(personaOf('screen-reader-user'), content);
    const found = dimensions.find(({ dimension }) => dimension === 'Links and buttons in a list')!;
    expect(found).toMatchObject({ quote: 'Click here', element: 'link-1' });
    expect(found.suggestion).toContain('price list 2026');
  });

  test('what cannot be measured is said to be, and tells a person where to look', async () => {
    const { dimensions, summary } = await ask(personaOf('keyboard-navigator'), goodLanding);
    const found = dimensions.find(({ dimension }) => dimension === 'Focus order and visibility')!;
    expect(found.score).toBe(3);
    expect(found.comment).toContain('No heuristic speaks to “Focus order and visibility”');
    expect(found.comment).toContain('An AI or a person must judge it');
    expect(found.suggestion).toMatch(/^Look for the rule that hides focus/);
    expect(summary).toContain('cannot be measured');
  });

  test('text that was left to be filled in stands in every summary', async () => {
    expect((await ask(personaOf('busy-executive'), badLanding)).summary).toContain('1 placeholder left in the text');
  });

  test('a cut is told', async () => {
    const content = { ...goodLanding, cut: { kept: 1000, of: 4000 } };
    expect((await ask(personaOf('marketer'), content)).summary).toContain('Only the first 25 %');
  });

  test('German is measured by Amstad, and lists of words are German', async () => {
    const { dimensions, summary } = await ask(personaOf('plain-language-editor'), german);
    expect(summary).toContain('in German');
    expect(dimensions.find(({ dimension }) => dimension === 'Understandable')!.comment).toContain('Flesch by Amstad');
    const filler = (await ask(personaOf('copy-editor'), german)).dimensions[1]!;
    expect(filler.comment).toContain('“im rahmen”');
  });

  test('in other languages only what needs no language is measured, and that is said', async () => {
    const { dimensions, summary } = await ask(personaOf('non-native-reader'), french);
    expect(summary).toContain('in French');
    expect(summary).toContain('only measures that need no language');
    expect(dimensions.find(({ dimension }) => dimension === 'Vocabulary')!.comment).toContain('French');
  });

  test('a conversation is measured by its times and turns', async () => {
    const { dimensions } = await ask(personaOf('podcast-producer'), conversation);
    expect(dimensions.find(({ dimension }) => dimension === 'Questions and turns')!.comment).toContain('2 speakers');
    const pace = (await ask(personaOf('video-director'), conversation)).dimensions[0]!;
    expect(pace.comment).toMatch(/\d+ words a minute over 1\.3 minutes/);
  });

  test('a note is repeated, and its styles are measured', async () => {
    const { dimensions, summary } = await ask(personaOf('wcag-auditor'), note);
    expect(summary).toContain('The note says “I cannot read this button');
    const found = dimensions.find(({ dimension }) => dimension === 'Contrast and colour')!;
    expect(found.comment).toContain('2.3:1');
    expect(found.quote).toBe('color: rgb(170, 170, 170);');
    expect(found.score).toBeLessThan(2);
  });

  test('a secret is found and never shown whole', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(5)}`;
    const answer = await ask(
      personaOf('security-reviewer'),
      text(`Set the key first, then start:\n\n    export API_KEY=${key}\n\nIt takes a minute to start.`),
    );
    expect(answer.dimensions[0]).toMatchObject({ score: 1 });
    expect(JSON.stringify(answer)).not.toContain(key);
  });
});

describe('personas of one’s own', () => {
  test('are measured by the words of their dimensions', async () => {
    const persona = customPersona(
      ['Spelling', 'Whether spelling and punctuation are right.'],
      ['Alt texts', 'Whether each image has alternative text.'],
      ['Buzzwords', 'Free of hype and clichés, without worn slogans.'],
      ['Smell', 'How it smells.'],
    );
    const [spelling, images, buzz, smell] = (await ask(persona, badLanding)).dimensions;
    expect(spelling!.comment).toMatch(/slips?\b/);
    expect(images!.comment).toMatch(/^2 pictures: 1 without alternative text/);
    expect(buzz!.comment).toContain('worn phrases');
    expect(smell!.comment).toContain('No heuristic speaks to “Smell”');
  });

  test('two dimensions about the same are not given the same answer', async () => {
    const persona = customPersona(
      ['Links', 'Whether link texts are clear.'],
      ['Link targets', 'Whether each link text says its target.'],
    );
    const [one, other] = (await ask(persona, badLanding)).dimensions;
    expect(one!.comment).not.toBe(other!.comment);
  });

  test('a dimension without any texts is answered', async () => {
    expect((await ask(customPersona(['?', '']), picture({}))).dimensions).toHaveLength(1);
  });
});
