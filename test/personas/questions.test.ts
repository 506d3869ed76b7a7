import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PANEL, PANELS } from '../../functions/reviews/api/panel.ts';

interface Asked {
  slug: string;
  question: string;
}

const FOLDER = join(import.meta.dirname, '../../functions/personas/catalog');

const asked: readonly Asked[] = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n## ')
    .slice(1)
    .flatMap((persona) => {
      const [intro = '', ...dimensions] = persona.split('\n### ');
      const slug = intro.slice(0, intro.indexOf(' '));
      return dimensions.map((text) => ({ slug, question: /^- Asks: (.+)$/m.exec(text)?.[1] ?? '' }));
    }),
);

const ofPersona = Map.groupBy(asked, ({ slug }) => slug);
const questionsOf = (slug: string): string[] => (ofPersona.get(slug) ?? []).map(({ question }) => question);
const twice = (list: readonly string[]) => list.filter((one, at) => list.indexOf(one) !== at);

describe('the question of a dimension', () => {
  test('is named for every dimension', () => {
    expect(asked.length).toBeGreaterThanOrEqual(240);
    expect(asked.filter(({ question }) => !/^[a-z]/i.test(question))).toEqual([]);
  });

  test('is asked by at most two personas, and never twice by one', () => {
    const sizes = Map.groupBy(asked, ({ question }) => question);
    expect([...sizes].filter(([, all]) => all.length > 2).map(([question]) => question)).toEqual([]);
    for (const slug of ofPersona.keys()) expect([slug, twice(questionsOf(slug))]).toEqual([slug, []]);
  });
});

describe.each(Object.entries(PANELS))('the panel for %s', (_, slugs) => {
  test('has five personas and two in reserve, all of them in the catalog', () => {
    expect(slugs.length).toBeGreaterThanOrEqual(PANEL + 2);
    expect(twice(slugs)).toEqual([]);
    expect(slugs.filter((slug) => !ofPersona.has(slug))).toEqual([]);
  });

  test('asks no question twice, whichever five personas remain', () => {
    expect(twice(slugs.flatMap(questionsOf))).toEqual([]);
  });
});
