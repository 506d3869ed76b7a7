import { describe, expect, test } from '@jest/globals';
import { BUSY, STUCK } from '../../functions/browser/rendered.ts';
import { said } from '../../functions/codes/said.ts';
import { answerByFacts } from '../../functions/demo/answer-by-facts.ts';
import { DAY, SECOND } from '../../functions/kit/clock.ts';
import { textContent } from '../../functions/reviews/read/content.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, freshIp } from '../driver.ts';
import { until } from '../workers/until.ts';
import { FACTS } from './facts.ts';
import { serveDemo } from './served.ts';
import { PLAIN, useWeb } from './web.ts';

const web = useWeb();

describe('a stage without a model', () => {
  test('answers with the share of checks that passed: 1 + 4 × the share', async () => {
    const url = web.fresh('/plain');
    const run = serveDemo({ seePage: async () => ({ url, html: PLAIN, facts: FACTS }) });
    const { status, body } = await run(url, { persona_slug: 'copy-editor' });
    expect([status, body.ai_live]).toEqual([200, false]);
    expect(body.top_dimensions).toEqual([
      {
        name: 'Concision',
        score: 1,
        comment: expect.stringContaining('(2 links)'),
        checks: { passed: 0, of: 1 },
      },
      {
        name: 'Correctness',
        score: 3.7,
        comment: expect.stringContaining('“the the lamps”'),
        checks: { passed: 2, of: 3 },
      },
      { name: 'Clarity', score: 5, comment: 'The only check passed.', checks: { passed: 1, of: 1 } },
    ]);
    expect(body.paragraph).toMatch(/^3 of the 5 checks that Copy editor cares about passed\. /);
    expect(body.paragraph).not.toContain('contrast');
  });

  test('opens the route that a router keeps in the fragment, and keeps its answer apart', async () => {
    const url = web.fresh('/plain');
    const opened: string[] = [];
    const run = serveDemo({
      seePage: async (address) => {
        opened.push(address);
        return { url, html: PLAIN, facts: FACTS };
      },
    });
    for (const place of ['', '#prices', '#/prices', '#!/prices', '#/prices'])
      expect((await run(`${url}${place}`)).status).toBe(200);
    expect(opened).toEqual([url, `${url}#/prices`, `${url}#!/prices`]);
  });

  test('tells its visitor alone which windows have been seen, until it ends', async () => {
    const url = web.fresh('/plain');
    const ip = freshIp();
    const progress = async (of = ip) => (await call('GET', '/api/demo/progress', { ip: of })).body;
    const seen: unknown[] = [await progress()];
    const run = serveDemo({
      seePage: async (_url, _ms, tell) => {
        seen.push(await progress());
        tell(['narrow']);
        const first = await until(async () => {
          const told = await progress();
          return told.views.length > 0 && told;
        }, 'the first window');
        seen.push(first);
        expect(await progress(freshIp())).toEqual({ step: null, views: [] });
        return { url, html: PLAIN, facts: FACTS };
      },
    });
    expect((await run(url, { persona_slug: 'copy-editor', ip })).status).toBe(200);
    seen.push(await progress());
    expect(seen).toEqual([
      { step: null, views: [] },
      { step: 'open', views: [] },
      { step: 'open', views: ['narrow'] },
      { step: null, views: [] },
    ]);
    // The allowance is kept for a day; its last seconds look like those of a reservation.
    advance(DAY - 20 * SECOND);
    expect(await progress()).toEqual({ step: null, views: [] });
  });

  test('answers in German on request', async () => {
    const url = web.fresh('/plain');
    const run = serveDemo({ seePage: async () => ({ url, html: PLAIN, facts: FACTS }) });
    const { body } = await run(url, { persona_slug: 'copy-editor', language: 'de' });
    expect(body.paragraph).toMatch(/^3 von 5 Prüfungen, auf die Copy editor achtet, bestanden\. /);
    expect(body.paragraph).toContain('Ein Wort steht doppelt');
    expect(body.top_dimensions[2].comment).toBe('Die einzige Prüfung bestanden.');
    const content = { ...textContent('site', null, ''), notes: [said('page_cut')] };
    const { paragraph } = answerByFacts('copy-editor', { facts: FACTS, content }, 'de') ?? {};
    expect(paragraph).toContain('Die Seite hat mehr als 1 MB HTML');
  });

  test('says that it could not measure the page if fewer than three dimensions were measured', async () => {
    const facts = FACTS.filter(({ rule }) => rule !== 'reading-ease');
    expect(answerByFacts('copy-editor', { facts, content: textContent('site', null, '') })).toBeUndefined();
    const url = web.fresh('/plain');
    const run = serveDemo({ seePage: async () => ({ url, html: PLAIN, facts }) });
    const { status, body } = await run(url, { persona_slug: 'copy-editor' });
    expect([status, body.detail[0].code]).toEqual([422, 'page_not_measured']);
  });

  test('says what the browser met if nothing else can read the page either', async () => {
    const privatePage = 'http://10.1.2.3/';
    const late = await serveDemo({ seePage: async () => BUSY })(privatePage);
    expect([late.status, late.body.code]).toEqual([503, 'pages_unavailable']);
    const stuck = await serveDemo({ seePage: async () => STUCK })(privatePage);
    expect([stuck.status, stuck.body.detail[0].code]).toEqual([422, 'page_stuck']);
  });

  test('reads what is served if the browser can’t see the page in time', async () => {
    const { status, body } = await serveDemo({ seePage: async () => BUSY })(web.fresh('/plain'));
    expect([status, body.ai_live]).toEqual([200, false]);
  });
});
