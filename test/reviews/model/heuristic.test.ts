import { describe, expect, test } from '@jest/globals';
import { askPersona } from '../../../functions/reviews/ask/ask-persona.ts';
import { heuristicModel } from '../../../functions/reviews/ask/model/heuristic.ts';
import { ModelRefused } from '../../../functions/reviews/ask/model/model.ts';
import type { Content } from '../../../functions/reviews/read/content.ts';
import {
  about,
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
import { briefQuestion, callFor, chairQuestion } from './question.ts';

const standsIn = (content: Content, quote: string): boolean =>
  content.text.includes(quote) || content.title === quote || content.elements.some(({ label }) => label === quote);

/** Only a picture or the running page shows it. */
const isSeen = ({ needs = 'text' }: (typeof personas)[number]['evaluation_dimensions'][number]): boolean =>
  needs !== 'text' && needs !== 'markup';

const asked = new Map<string, ReturnType<typeof ask>>();
/** The answer of a default to a sample; asked once for all tests. */
const answerOf = (persona: (typeof personas)[number], name: string, must_score = false) => {
  const key = `${persona.slug} ${name} ${must_score}`;
  const answer = asked.get(key) ?? ask(persona, samples[name]!, { must_score });
  asked.set(key, answer);
  return answer;
};

describe('every default persona on every kind of content', () => {
  test.each(Object.keys(samples))(
    '%s: each dimension has one score on the scale, with a finding, or none, with the reason',
    async (name) => {
      for (const persona of personas) {
        const names = persona.evaluation_dimensions.map((dimension) => dimension.name);
        const answer = await answerOf(persona, name);
        expect(answer.scores.map(({ dimension }) => dimension)).toEqual(names);
        const measured = answer.scores.filter(({ score }) => score !== null);
        expect(answer.findings.map(({ dimension }) => dimension)).toEqual(measured.map(({ dimension }) => dimension));
        for (const { dimension, score, reason } of answer.scores) {
          if (score === null) expect(reason).toMatch(/^No heuristic speaks to .*[.…]$/s);
          else {
            expect(reason).toBeNull();
            expect(score).toBeGreaterThanOrEqual(1);
            expect(score).toBeLessThanOrEqual(5);
          }
          expect(`${dimension} ${reason ?? ''}`).not.toMatch(/undefined|NaN|\[object|null/);
        }
        for (const { comment, fix } of answer.findings) {
          expect(comment).toMatch(/\w.*[.!?”)]$/s);
          expect(comment).not.toMatch(/undefined|NaN|\[object|null/);
          expect(fix?.after ?? 'Yes.').not.toMatch(/undefined|NaN|\[object|null/);
        }
      }
    },
  );

  test.each(Object.keys(samples))(
    '%s: a finding of 4.5 or better is a strength without a fix, any other a fault with a severity',
    async (name) => {
      for (const persona of personas) {
        const answer = await answerOf(persona, name);
        for (const { dimension, kind, severity, fix } of answer.findings) {
          const score = about(answer, dimension).score!;
          const mildest = score < 2 ? 3 : score < 3 ? 2 : 1;
          if (score >= 4.5) expect([kind, severity, fix]).toEqual(['strength', null, null]);
          else expect([kind, severity]).toEqual(['fault', mildest]);
        }
      }
    },
  );

  test.each(Object.keys(samples))('%s: with must_score, each dimension has a number and a finding', async (name) => {
    for (const persona of personas) {
      const [free, bound] = [await answerOf(persona, name), await answerOf(persona, name, true)];
      for (const { dimension, score } of free.scores) {
        const one = about(bound, dimension);
        expect([one.score, one.reason]).toEqual([score ?? 3, null]);
        const finding = about(free, dimension).finding;
        if (score !== null) expect(one.finding).toEqual(finding);
        else expect(one.finding?.comment).toContain('An AI or a person must judge it');
      }
      expect(bound.summary).toBe(free.summary);
    }
  });

  test.each(Object.keys(samples))('%s: quotes are in the content and elements are its own', async (name) => {
    const content = samples[name]!;
    for (const persona of personas)
      for (const { evidence } of (await answerOf(persona, name)).findings) {
        expect(evidence.length).toBeLessThanOrEqual(1);
        for (const { quote, element, region } of evidence) {
          expect(region).toBeNull();
          if (quote) expect(standsIn(content, quote) ? '' : quote).toBe('');
          if (element) expect(content.elements.map(({ id }) => id)).toContain(element);
        }
      }
  });

  test.each(Object.keys(samples))('%s: no two dimensions of a persona are answered alike', async (name) => {
    for (const persona of personas)
      for (const must_score of [false, true]) {
        const { scores, findings } = await answerOf(persona, name, must_score);
        const said = [...findings.map(({ comment }) => comment), ...scores.flatMap(({ reason }) => reason ?? [])];
        expect(said).toHaveLength(scores.length);
        expect(new Set(said).size).toBe(said.length);
      }
  });

  test.each(Object.keys(samples))('%s: each summary says that no AI answered', async (name) => {
    for (const persona of personas)
      expect((await answerOf(persona, name)).summary).toMatch(/^Measured, not read: no AI answered;/);
  });

  test('on ordinary pages most is measured, and what is measured points at something', async () => {
    for (const content of [goodLanding, badLanding, readme]) {
      const all = await Promise.all(personas.map((persona) => ask(persona, content)));
      const rated = all.flatMap(({ scores }, at) =>
        scores.filter((_, place) => !isSeen(personas[at]!.evaluation_dimensions[place]!)),
      );
      expect(rated.filter(({ score }) => score !== null).length / rated.length).toBeGreaterThan(0.75);
      const measured = all.flatMap(({ findings }) => findings);
      const pointing = measured.filter(({ evidence: [first] }) => first?.quote ?? first?.element);
      expect(pointing.length / measured.length).toBeGreaterThan(0.97);
    }
  });
});

describe('what is said', () => {
  test('the model names itself and is not live', () => {
    expect(heuristicModel()).toMatchObject({ id: 'heuristic-1', live: false, settings: { samples: 1 } });
  });

  test.each([briefQuestion(), chairQuestion()])(
    'a $task is refused, because rules neither infer nor weigh',
    async (one) => {
      await expect(heuristicModel().ask(callFor(one))).rejects.toBeInstanceOf(ModelRefused);
    },
  );

  test('the same question gives the same bytes, and the order of dimensions changes only their order', async () => {
    const persona = personaOf('copy-editor');
    expect(await askText(persona, badLanding)).toBe(await askText(persona, badLanding));
    const turned = [...persona.evaluation_dimensions].reverse();
    const { scores, findings, summary } = JSON.parse(await askText(persona, badLanding, { dimensions: turned }));
    const straight = JSON.parse(await askText(persona, badLanding));
    expect(scores.reverse()).toEqual(straight.scores);
    expect(findings.reverse()).toEqual(straight.findings);
    expect(summary).toBe(straight.summary);
  });

  test('a subset of the dimensions is answered as in the whole', async () => {
    const persona = personaOf('marketer');
    const [, second] = persona.evaluation_dimensions;
    const { scores, findings } = JSON.parse(await askText(persona, goodLanding, { dimensions: [second!] }));
    const whole = await ask(persona, goodLanding);
    expect(scores).toEqual(whole.scores.filter(({ dimension }) => dimension === second!.name));
    expect(findings.map(({ dimension }: { dimension: string }) => dimension)).toEqual([second!.name]);
  });

  test('a long sentence is quoted with its number of words and with where to cut it', async () => {
    const long = text(badLanding.text.split('\n\n').slice(1, 3).join('\n\n'));
    const { finding } = about(await ask(personaOf('non-native-reader'), long), 'Sentence shape');
    expect(finding?.kind).toBe('fault');
    expect(finding?.evidence[0]?.quote).toMatch(/^We are the world-class leading provider/);
    expect(finding?.comment).toMatch(/This sentence has \d\d words\./);
    expect(finding?.fix?.after).toMatch(/^Split it/);
  });

  test('a vague link is quoted, and its target named', async () => {
    const content = text('Read our price list. It holds all prices of this year.\n\nClick here', {
      elements: [{ id: 'link-1', kind: 'link', label: 'Click here', href: '/files/price-list-2026.pdf' }],
    });
    const { finding } = about(await ask(personaOf('screen-reader-user'), content), 'Links and buttons in a list');
    expect(finding?.evidence).toEqual([{ quote: 'Click here', element: 'link-1', region: null }]);
    expect(finding?.fix?.after).toContain('price list 2026');
  });

  test('what cannot be measured has no score, and says why', async () => {
    const answer = await ask(personaOf('wcag-auditor'), goodLanding);
    expect(about(answer, 'Keyboard')).toMatchObject({
      score: null,
      reason: expect.stringContaining('No heuristic speaks to “Keyboard”'),
      finding: undefined,
    });
    expect(answer.summary).toContain('cannot be measured');
  });

  test('what cannot be measured but must have a score has a 3, which says so and where a person must look', async () => {
    const answer = await ask(personaOf('wcag-auditor'), goodLanding, { must_score: true });
    const { score, reason, finding } = about(answer, 'Keyboard');
    expect([score, reason]).toEqual([3, null]);
    expect(finding).toMatchObject({ kind: 'fault', evidence: [], severity: 1 });
    expect(finding?.comment).toContain('No heuristic speaks to “Keyboard”');
    expect(finding?.comment).toContain('An AI or a person must judge it');
    expect(finding?.fix?.after).toMatch(/^Look for the control that keys cannot reach/);
    expect(answer.summary).toContain('cannot be measured');
  });

  test('what is not measured counts neither for nor against a persona', async () => {
    const persona = personaOf('wcag-auditor');
    const { scores, score, samples, calls } = await askPersona(heuristicModel(), {
      persona: {
        ...persona,
        evaluation_dimensions: persona.evaluation_dimensions.map(({ needs: _, ...dimension }) => dimension),
      },
      content: goodLanding,
      pictures: [],
      seed: 1,
      signal: AbortSignal.timeout(5000),
    });
    expect([samples, calls]).toEqual([1, 1]);
    expect(scores.map(({ dimension }) => dimension)).toEqual(persona.evaluation_dimensions.map(({ name }) => name));
    const judged = scores.filter((one) => one.score !== null);
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.length).toBeLessThan(scores.length);
    const weight = judged.reduce((sum, one) => sum + one.weight, 0);
    expect(score).toBeCloseTo(judged.reduce((sum, one) => sum + one.weight * one.score!, 0) / weight, 6);
    for (const one of scores)
      if (one.score === null)
        expect(one).toMatchObject({ samples: [], reason: expect.stringContaining('No heuristic speaks to') });
  });

  test('text that was left to be filled in stands in every summary', async () => {
    expect((await ask(personaOf('busy-executive'), badLanding)).summary).toContain('1 placeholder left in the text');
  });

  test('a cut is told', async () => {
    const content = { ...goodLanding, cut: { kept: 1000, of: 4000 } };
    expect((await ask(personaOf('marketer'), content)).summary).toContain('Only the first 25 %');
  });

  test('German is measured by Amstad, and lists of words are German', async () => {
    const answer = await ask(personaOf('plain-language-editor'), german);
    expect(answer.summary).toContain('in German');
    expect(about(answer, 'Understandable').finding?.comment).toContain('Flesch by Amstad');
    const editor = personaOf('copy-editor');
    const filler = about(await ask(editor, german), editor.evaluation_dimensions[1]!.name);
    expect(filler.finding?.comment).toContain('“im rahmen”');
  });

  test('in other languages only what needs no language is measured, and that is said', async () => {
    const answer = await ask(personaOf('non-native-reader'), french);
    expect(answer.summary).toContain('in French');
    expect(answer.summary).toContain('only measures that need no language');
    expect(about(answer, 'Vocabulary')).toMatchObject({ score: null, reason: expect.stringContaining('French') });
  });

  test('a conversation is measured by its times and turns', async () => {
    const turns = about(await ask(personaOf('podcast-producer'), conversation), 'Questions and turns');
    expect(turns.finding?.comment).toContain('2 speakers');
    const director = personaOf('video-director');
    const pace = about(await ask(director, conversation), director.evaluation_dimensions[0]!.name);
    expect(pace.finding?.comment).toMatch(/\d+ words a minute over 1\.3 minutes/);
  });

  test('a note is repeated, and its styles are measured', async () => {
    const answer = await ask(personaOf('wcag-auditor'), note);
    expect(answer.summary).toContain('The note says “I cannot read this button');
    const { score, finding } = about(answer, 'Contrast and colour');
    expect(finding?.comment).toContain('2.3:1');
    expect(finding?.evidence[0]?.quote).toBe('color: rgb(170, 170, 170);');
    expect(score).toBeLessThan(2);
    expect(finding).toMatchObject({ kind: 'fault', severity: 3 });
  });

  test('a secret is found and never shown whole', async () => {
    const key = `sk-${'a1B2c3D4'.repeat(5)}`;
    const answer = await ask(
      personaOf('security-reviewer'),
      text(`Set the key first, then start:\n\n    export API_KEY=${key}\n\nIt takes a minute to start.`),
    );
    expect(answer.scores[0]).toMatchObject({ score: 1 });
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
    const answer = await ask(persona, badLanding);
    const commentOn = (dimension: string) => about(answer, dimension).finding?.comment;
    expect(commentOn('Spelling')).toMatch(/slips?\b/);
    expect(commentOn('Alt texts')).toMatch(/^2 pictures: 1 without alternative text/);
    expect(commentOn('Buzzwords')).toContain('worn phrases');
    expect(about(answer, 'Smell')).toMatchObject({
      score: null,
      reason: expect.stringContaining('No heuristic speaks to “Smell”'),
    });
  });

  test('two dimensions about the same are not given the same answer', async () => {
    const persona = customPersona(
      ['Links', 'Whether link texts are clear.'],
      ['Link targets', 'Whether each link text says its target.'],
    );
    const answer = await ask(persona, badLanding);
    const said = answer.scores.map(({ dimension, reason }) => reason ?? about(answer, dimension).finding?.comment);
    expect(said[0]).toMatch(/\w/);
    expect(said[0]).not.toBe(said[1]);
  });

  test('a dimension without any texts is answered', async () => {
    expect((await ask(customPersona(['?', '']), picture({}))).scores).toHaveLength(1);
  });
});
