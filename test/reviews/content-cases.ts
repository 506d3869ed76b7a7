import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace } from '../driver.ts';
import { DOCUMENTS, readReview, review, reviewFile, type Sent, serveContent, untilEnded } from './documents.ts';
import { bare, saidIn } from './said-in.ts';

const MOST_MS = 120_000;

/** The text of a rule-based persona for a dimension that it can't measure. */
const NOT_MEASURED = /^No heuristic speaks to /;

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
    test('is reviewed by five personas, each dimension of each', () => {
      const { review: one, feedback } = of(name);
      const { status, runs_done, runs_total, runs_failed, error } = one;
      expect([status, runs_done, runs_total, runs_failed, error]).toEqual(['complete', 5, 5, 0, null]);
      const dimensions = one.personas.flatMap((persona: { persona_id: string; dimensions: { name: string }[] }) =>
        persona.dimensions.map((dimension) => [persona.persona_id, dimension.name]),
      );
      expect(feedback.map(({ persona_id, dimension }) => [persona_id, dimension])).toEqual(dimensions);
      expect(feedback.length).toBeGreaterThanOrEqual(20);
    });

    test('what is found is quoted from it or named in it', async () => {
      const { feedback, content } = of(name);
      const said = await saidIn(name);
      const elements = new Set<string | null>([
        ...content.elements.map(({ id }) => id),
        ...content.pictures.map(({ element }) => element),
      ]);
      const pointing = feedback.filter(({ comment }) => !NOT_MEASURED.test(comment));
      for (const { quote, element, grounded, comment } of pointing) {
        const parts = (quote ?? '').split('…').filter((part) => bare(part) !== '');
        const stands = (part: string) => said.some((text) => text.includes(bare(part)));
        // Numbers of lists are the reader's own in documents that only mark them.
        const missing = parts.filter((part) => !stands(part) && !stands(part.replace(/^\s*\d+\. /, '')));
        expect([comment, grounded, missing]).toEqual([comment, true, []]);
        expect(parts.length > 0 || elements.has(element)).toBe(true);
      }
      // Of a picture little can be measured without an eye.
      const most = content.input_type === 'image' ? 0.85 : 0.25;
      expect(1 - pointing.length / feedback.length).toBeLessThan(most);
    });

    test('its scores are on the scale, differ, and say that no AI gave them and no rating stands behind them', () => {
      const { review: one, feedback } = of(name);
      expect(one.ai_live).toBe(false);
      expect(one.calibration).toMatchObject({ calibrated: false, labels: 0 });
      expect(one.calibration.note).toMatch(/^Uncalibrated/);
      const scores = feedback.map(({ score }) => score);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(1);
      expect(Math.max(...scores)).toBeLessThanOrEqual(5);
      expect(new Set(scores).size).toBeGreaterThan(2);
      for (const { needs_human } of feedback) expect(needs_human).toBe(true);
    });

    test('comments say something of their own, and the report holds every finding', () => {
      const { feedback, markdown } = of(name);
      const comments = feedback.map(({ comment }) => comment);
      for (const comment of comments) expect(comment.split(/\s+/).length).toBeGreaterThan(3);
      expect(new Set(comments).size).toBeGreaterThan(comments.length / 2);
      expect(markdown).toContain('**No AI answered.**');
      expect(markdown).toContain('Uncalibrated');
      for (const { id } of feedback) expect(markdown).toContain(`| ${id} |`);
      expect(markdown).not.toMatch(/\b(undefined|null|NaN|\[object)\b/);
    });
  });

  return of;
};

export const scoreOf = ({ review: one }: Read): number => one.score.value;

/** Notes on how the content was read: why it failed, or its limits. */
export const toldOf = ({ review: one }: Read): string => [one.error ?? '', ...(one.content?.notes ?? [])].join(' ');
