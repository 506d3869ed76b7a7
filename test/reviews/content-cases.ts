import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace } from '../driver.ts';
import { DOCUMENTS, readReview, review, reviewFile, type Sent, serveContent, untilEnded } from './documents.ts';
import { bare, saidIn } from './said-in.ts';

const MOST_MS = 120_000;

/** Why a dimension isn't judged: the content can't show it, or no rule measures it. */
const NOT_JUDGED = /^(?:No heuristic speaks to |no (?:text|markup|picture|running page))/;

type Read = Awaited<ReturnType<typeof readReview>>;

export interface Asked {
  /** Files of test/content that stand among DOCUMENTS. */
  documents: readonly string[];
  /** Files that a site serves. */
  sites: readonly string[];
  /** Files and pages that cannot be read. */
  unreadable: readonly (Sent | { site: string })[];
  /** Texts that are pasted. */
  texts?: Readonly<Record<string, string>>;
}

interface Judged {
  name: string;
  score: number | null;
  not_judged: string | null;
}

const dimensionsOf = ({ review: one }: Read): (Judged & { persona_id: string })[] =>
  one.personas.flatMap(({ persona_id, dimensions }: { persona_id: string; dimensions: Judged[] }) =>
    dimensions.map((dimension) => ({ ...dimension, persona_id })),
  );

export const siteName = (file: string) => `site ${file}`;

/**
 * Has all of it reviewed before the tests of a file, through the API, and looks at each report that must be complete.
 * Gives the review of a name: a file's, a site's or a text's.
 */
export const reviewed = ({ documents, sites, unreadable, texts = {} }: Asked): ((name: string) => Read) => {
  const read = new Map<string, Read>();
  const of = (name: string): Read => read.get(name)!;

  const serving = serveContent();
  afterAll(async () => (await serving).close());
  beforeAll(async () => {
    const ws = await newWorkspace();
    const { origin } = await serving;
    const site = (file: string) => ({
      name: siteName(file),
      id: review(ws.owner, { title: file, input_type: 'site', url: `${origin}/${file}` }),
    });
    const sent = (one: Sent) => ({ name: one.file, id: reviewFile(ws.owner, one) });
    const asked = [
      ...DOCUMENTS.filter(({ file }) => documents.includes(file)).map(sent),
      ...sites.map(site),
      ...unreadable.map((one) => ('site' in one ? site(one.site) : sent(one))),
      ...Object.entries(texts).map(([name, content]) => ({
        name,
        id: review(ws.owner, { title: name, input_type: 'text', content }),
      })),
    ];
    const ids = await Promise.all(asked.map(({ id }) => id));
    await untilEnded(ws);
    for (const [at, id] of ids.entries()) read.set(asked[at]!.name, await readReview(ws.owner, id));
  }, MOST_MS);

  describe.each([...documents, ...sites.map(siteName)])('%s', (name) => {
    test('is reviewed by five personas; each dimension has a score with a finding, or a reason', () => {
      const { review: one, feedback } = of(name);
      const { status, runs_done, runs_total, runs_failed, error } = one;
      expect([status, runs_done, runs_total, runs_failed, error]).toEqual(['complete', 5, 5, 0, null]);
      const dimensions = dimensionsOf(of(name));
      expect(dimensions.length).toBeGreaterThanOrEqual(20);
      const judged = dimensions.filter(({ score }) => score !== null);
      const keyOf = (persona: string, dimension: string) => `${persona} ${dimension}`;
      expect(feedback.map(({ persona_id, dimension }) => keyOf(persona_id, dimension)).sort()).toEqual(
        judged.map((dimension) => keyOf(dimension.persona_id, dimension.name)).sort(),
      );
      for (const { score, not_judged } of dimensions)
        if (score === null) expect(not_judged).toMatch(NOT_JUDGED);
        else expect(not_judged).toBeNull();
    });

    test('what is found is quoted from it or named in it', async () => {
      const { feedback, content } = of(name);
      const said = await saidIn(name);
      const elements = new Set<string | null>([
        ...content.elements.map(({ id }) => id),
        ...content.pictures.map(({ element }) => element),
      ]);
      for (const { evidence, comment } of feedback) {
        expect([comment, evidence.length]).toEqual([comment, 1]);
        const [{ quote, element, grounded }] = evidence as [(typeof evidence)[number]];
        const parts = (quote ?? '').split('…').filter((part) => bare(part) !== '');
        const stands = (part: string) => said.some((text) => text.includes(bare(part)));
        // Numbers of lists are the reader's own in documents that only mark them.
        const missing = parts.filter((part) => !stands(part) && !stands(part.replace(/^\s*\d+\. /, '')));
        expect([comment, grounded, missing]).toEqual([comment, true, []]);
        expect(parts.length > 0 || elements.has(element)).toBe(true);
      }
      // Of a picture little can be measured without an eye.
      const most = content.input_type === 'image' ? 0.9 : 0.35;
      const unmeasured = dimensionsOf(of(name)).filter((one) => one.not_judged?.startsWith('No heuristic'));
      expect(unmeasured.length / (feedback.length + unmeasured.length)).toBeLessThan(most);
    });

    test('its scores are on the scale, differ, and say that no AI gave them and no rating supports them', () => {
      const { review: one, feedback, content } = of(name);
      expect(one.ai_live).toBe(false);
      expect(one.calibration).toMatchObject({ calibrated: false, labels: 0 });
      expect(one.calibration.note).toMatch(/^Not calibrated/);
      const scores = dimensionsOf(of(name)).flatMap(({ score }) => score ?? []);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...scores)).toBeLessThanOrEqual(5);
      expect(new Set(scores).size).toBeGreaterThan(content.input_type === 'image' ? 0 : 2);
      for (const { needs_human } of feedback) expect(needs_human).toBe(true);
    });

    test('a finding of 4.5 or better is a strength, any other a fault with a severity; none is struck', () => {
      const { review: one, feedback } = of(name);
      for (const { kind, severity, fix, score, suggestion, struck, seen_in } of feedback) {
        if (kind === 'strength') expect([severity, fix, suggestion, struck]).toEqual([null, null, null, null]);
        else expect([1, 2, 3]).toContain(severity);
        expect(kind).toBe((score ?? 0) >= 4.5 ? 'strength' : 'fault');
        expect(suggestion).toBe(fix?.after ?? null);
        expect([struck, seen_in]).toEqual([null, { samples: 1, of: 1 }]);
      }
      expect(one.conclusion).toMatchObject({ by: 'rule', disagreements: [] });
    });

    test('comments say something of their own, and the report holds every finding', () => {
      const { feedback, markdown } = of(name);
      const comments = feedback.map(({ comment }) => comment);
      for (const comment of comments) expect(comment.split(/\s+/).length).toBeGreaterThan(3);
      expect(new Set(comments).size).toBeGreaterThan(comments.length / 2);
      expect(markdown).toContain('**No AI answered.**');
      expect(markdown).toContain('Not calibrated');
      for (const { id } of feedback) expect(markdown).toContain(`| ${id} |`);
      expect(markdown).not.toMatch(/\b(undefined|null|NaN|\[object)\b/);
    });
  });

  return of;
};

export const scoreOf = ({ review: one }: Read): number => one.score.value;

/** Notes on how the content was read: why it failed, or its limits. */
export const toldOf = ({ review: one }: Read): string => [one.error ?? '', ...(one.content?.notes ?? [])].join(' ');
