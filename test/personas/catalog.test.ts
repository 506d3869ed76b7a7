import { describe, expect, test } from '@jest/globals';
import { RULE_IDS } from '../../functions/facts/properties.ts';
import { defaultPersonas, parseCatalog } from '../../functions/personas/default-personas.ts';
import { PersonaCreate } from '../../functions/personas/schema.ts';

const all = defaultPersonas();
const named = all.map((persona) => ({ slug: persona.slug, persona }));
const twice = (list: readonly string[]) => list.filter((one, index) => list.indexOf(one) !== index);
const words = (text: string) => text.split(/\s+/).length;

describe('the catalog', () => {
  test('holds 60 personas in at least 10 categories, none of them alone in its category', () => {
    expect(all).toHaveLength(60);
    const sizes = Map.groupBy(all, ({ category }) => category);
    expect(sizes.size).toBeGreaterThanOrEqual(10);
    expect([...sizes].filter(([, { length }]) => length < 3)).toEqual([]);
  });

  test('gives each persona a unique slug, name and title', () => {
    for (const field of ['slug', 'name', 'title', 'description'] as const) {
      expect(twice(all.map((persona) => persona[field]))).toEqual([]);
    }
    expect(all.filter(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 32)).toEqual([]);
  });

  test('contains the three personas of the demo', () => {
    const slugs = all.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(['designer', 'marketer', 'copy-editor']));
  });

  test('names only rules of facts that exist, and each of them at least once', () => {
    const cared = all.flatMap(({ evaluation_dimensions }) => evaluation_dimensions.flatMap(({ rules = [] }) => rules));
    expect([...new Set(cared)].sort()).toEqual([...RULE_IDS].sort());
  });

  test('has no two personas with similar dimensions', () => {
    const sets = all.map(({ slug, evaluation_dimensions }) => ({
      slug,
      names: new Set(evaluation_dimensions.map(({ name }) => name.toLowerCase())),
    }));
    const alike = sets.flatMap((one, index) =>
      sets
        .slice(index + 1)
        .filter((other) => [...one.names].filter((name) => other.names.has(name)).length > 1)
        .map((other) => [one.slug, other.slug]),
    );
    expect(alike).toEqual([]);
  });

  test('uses every anchor text only once', () => {
    const anchors = all.flatMap(({ evaluation_dimensions }) =>
      evaluation_dimensions.flatMap(({ anchors }) => Object.values(anchors ?? {})),
    );
    expect(twice(anchors)).toEqual([]);
  });
});

describe('the form of a catalog file', () => {
  const written = (line: string) =>
    [
      '# Design',
      '',
      '## designer · Designer · Looks',
      'Judges looks.',
      '### Layout (0.5)',
      'Whether it holds.',
      '- 1: It does not.',
      '- 3: It half does.',
      '- 5: It does.',
      '- Quote: the edge.',
      line,
    ].join('\n');

  test.each([
    ['', undefined],
    ['- Needs: text', 'text'],
    ['- Needs: narrow_picture', 'narrow_picture'],
  ])('reads "%s" as a need of %s', (line, needs) => {
    const [persona] = parseCatalog('design', written(line));
    expect(persona?.evaluation_dimensions[0]?.needs).toBe(needs);
  });

  test.each(['- Needs: pictures', '- Needs:', '- Needs: picture, markup'])('refuses "%s"', (line) => {
    expect(() => parseCatalog('design', written(line))).toThrow('no content to need');
  });
});

describe('the needs of dimensions', () => {
  const needsOf = (wanted: string) =>
    all.find(({ slug }) => slug === wanted)?.evaluation_dimensions.map(({ needs }) => needs);

  test('layout needs a picture, phones a narrow one, and a copy editor words', () => {
    expect(needsOf('designer')).toContain('picture');
    expect(needsOf('mobile-designer')).toContain('narrow_picture');
    expect(needsOf('interaction-designer')).toContain('running_page');
    expect(needsOf('wcag-auditor')).toContain('markup');
    expect(needsOf('copy-editor')?.filter(Boolean)).toEqual([]);
  });
});

describe.each(named)('$slug', ({ persona }) => {
  test("passes the validation of a workspace's own personas", () => {
    expect(PersonaCreate.safeParse(persona).error?.issues).toBeUndefined();
  });

  test('has 4 to 6 dimensions whose weights sum to 1', () => {
    const weights = persona.evaluation_dimensions.map(({ weight }) => weight);
    expect(weights.length).toBeGreaterThanOrEqual(4);
    expect(weights.length).toBeLessThanOrEqual(6);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    expect(Math.min(...weights)).toBeGreaterThan(0);
  });

  test('describes scores 1, 3 and 5 of each dimension, and what to quote', () => {
    for (const { description, anchors, evidence } of persona.evaluation_dimensions) {
      expect(Object.keys(anchors ?? {})).toEqual(['1', '3', '5']);
      const texts = [description, ...Object.values(anchors ?? {}), evidence ?? ''];
      expect(texts.filter((text) => words(text) < 2 || text.length > 300)).toEqual([]);
      expect(texts.filter((text) => !text.endsWith('.'))).toEqual([]);
    }
  });
});
