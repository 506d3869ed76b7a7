import { describe, expect, test } from '@jest/globals';
import { defaultPersonas } from '../../functions/personas/default-personas.ts';
import { preferredSlugs } from '../../functions/reviews/api/panel.ts';
import type { Question, Version } from '../../functions/reviews/ask/model/model.ts';
import { marksOf } from '../../functions/reviews/ask/prompt/marks.ts';
import { renderPrompt } from '../../functions/reviews/ask/prompt/render-prompt.ts';
import { textContent } from '../../functions/reviews/read/content.ts';
import type { PersonaAsRun } from '../../functions/reviews/run-rows.ts';
import { estimateTokens, PARTS } from '../../functions/reviews/spend/estimate.ts';
import { estimateReview } from '../../functions/reviews/spend/monthly-spend.ts';

const TEXT = 'Lamps that last for years and years. '.repeat(100);
const asked = {
  content: textContent('text', 'Lamps', TEXT),
  pictures: [],
  brief: { goal: 'Sell lamps that last', audience: 'Home owners', stage: 'live', inferred: [] },
};
const marks = marksOf('01M84K3GCH6TAZ7DCP0JPH38PC');
const panel = preferredSlugs('text')
  .slice(0, 5)
  .map((slug): PersonaAsRun => {
    const persona = defaultPersonas().find((one) => one.slug === slug)!;
    return { id: slug, custom_instructions: null, ...persona } as PersonaAsRun;
  });

const tokens = (text: string) => text.length / 4;
const sizesOf = (question: Question) => {
  const { system, shared, task, schema } = renderPrompt(question, marks);
  const texts = shared.map((part) => (part.type === 'text' ? part.text : ''));
  return { shared: tokens([system, JSON.stringify(schema), ...texts].join('')), task: tokens(task) };
};
const personaCalls = panel.map((persona) =>
  sizesOf({ ...asked, task: 'persona', persona, dimensions: persona.evaluation_dimensions }),
);
const brief = sizesOf({ ...asked, task: 'brief' });
const chair = sizesOf({ ...asked, task: 'chair', findings: [] });
const near = (value: number, expected: number) => expect(Math.abs(value / expected - 1)).toBeLessThan(0.15);

describe('the estimate', () => {
  test('knows the size of the beginning that all calls share', () => {
    for (const { shared } of [...personaCalls, brief, chair]) near(shared - tokens(TEXT), PARTS.rules);
  });

  test('knows the size of each task', () => {
    near(personaCalls.reduce((sum, { task }) => sum + task, 0) / panel.length, PARTS.persona);
    near(brief.task, PARTS.brief);
    near(chair.task, PARTS.chair);
  });

  test('is within 15% of the input of all calls of a review', () => {
    const samples = 3;
    const all = [...personaCalls.flatMap((one) => Array<typeof one>(samples).fill(one)), brief, chair];
    const measured = all.reduce((sum, { shared, task }) => sum + shared + task, 0) + panel.length * PARTS.findings;
    const planned = { characters: TEXT.length, pictures: 0, personas: panel.length, samples };
    near(estimateTokens(planned).input, measured);
  });

  test('counts one more call per persona if the content gives orders to its reviewers', () => {
    const planned = { characters: TEXT.length, pictures: 0, personas: panel.length, samples: 3 };
    const [plain, again] = [estimateTokens(planned), estimateTokens({ ...planned, again: true })];
    const more = personaCalls.reduce((sum, { shared, task }) => sum + shared + task, 0);
    near(again.input - plain.input, more);
    expect(again.output - plain.output).toBe(panel.length * 600);
    expect(again.cached).toBe(plain.cached);
    expect(again.input - again.cached - (again.written ?? 0)).toBeGreaterThan(0);
  });

  test('counts them for pages that are reviewed again, not for texts, which are judged as they were', () => {
    const sized = {
      ...{ characters: TEXT.length, title: null, words: 700, cut: null, notes: [], note_codes: [] },
      ...{ pictures: [], picture_elements: [], picture_sizes: [] },
    };
    const review = { id: 'r1', source: 'content', facts: sized, runs_total: 5, input_type: 'site' } as const;
    const url = 'https://shop.example.com/';
    const inputOf = (more: { url: string | null; previous_id?: string }) =>
      estimateReview({ ...review, ...more }, { samples: 3, prices: null }).tokens.input;
    const first = inputOf({ url });
    expect(inputOf({ url, previous_id: 'r0' })).toBeGreaterThan(first);
    expect(inputOf({ url: null, previous_id: 'r0' })).toBe(first);
  });

  test('counts one more call with both versions per persona if a page is reviewed again, two for one alone', () => {
    const planned = { characters: TEXT.length, pictures: 0, personas: panel.length, samples: 3 };
    const versions = [1, 2].map(() => ({ ...asked, is_cut: false })) as unknown as readonly [Version, Version];
    const measured = panel
      .map((persona) => sizesOf({ task: 'versions', persona, dimensions: persona.evaluation_dimensions, versions }))
      .reduce((sum, { shared, task }) => sum + shared + task, 0);
    const more = (personas: number) => {
      const [plain, compares] = [false, true].map((compares) => estimateTokens({ ...planned, personas, compares }));
      return { input: compares!.input - plain!.input, output: compares!.output - plain!.output };
    };
    near(more(5).input, measured);
    expect(more(5).output).toBe(5 * 600);
    expect(more(1).output).toBe(2 * 600);
  });
});
