import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newWorkspace } from '../driver.ts';
import { DOCUMENTS, readReview, review, reviewFile, type Sent, serveContent, untilEnded } from './documents.ts';
import { bare, saidIn } from './said-in.ts';

const MAX_MS = 120_000;

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
  }, MAX_MS);

  describe.each([...documents, ...sites.map(siteName)])('%s', (name) => {
    test('content is reviewed by facts, without a score', () => {
      const { review: one, feedback } = of(name);
      const { status, runs_done, runs_total, runs_failed, basis, score, calibration, ai_live } = one;
      expect([basis, score, calibration, ai_live, runs_total, runs_failed]).toEqual(['facts', null, null, false, 5, 0]);
      expect([status, runs_done]).toEqual([of(name).content.input_type === 'image' ? 'not_judged' : 'complete', 5]);
      for (const { rule, kind, severity, score: given, struck } of feedback) {
        expect([rule, kind, given, struck]).toEqual([expect.stringMatching(/^[a-z-]+$/), 'fault', null, null]);
        expect([1, 2, 3, 4]).toContain(severity);
      }
    });

    test('findings are quoted from the content', async () => {
      const { feedback } = of(name);
      const said = await saidIn(name);
      for (const { rule, evidence } of feedback)
        for (const { quote } of evidence) {
          // A long quote is cut, maybe within a word.
          const parts = (quote ?? '').split('…').filter((part) => bare(part) !== '');
          expect([rule, parts.filter((part) => !said.some((text) => text.includes(bare(part).slice(0, 60))))]).toEqual([
            rule,
            [],
          ]);
        }
    });

    test('the report holds every finding', () => {
      const { feedback, markdown } = of(name);
      for (const { id } of feedback) expect(markdown).toContain(`| ${id} |`);
      expect(markdown).not.toMatch(/\b(undefined|null|NaN|\[object)\b/);
    });
  });

  return of;
};

export const faultsOf = ({ feedback }: Read): number => feedback.length;

/** Notes on how the content was read: why it failed, or its limits. */
export const toldOf = ({ review: one }: Read): string => [one.error ?? '', ...(one.content?.notes ?? [])].join(' ');
