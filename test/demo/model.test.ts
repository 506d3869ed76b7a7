import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { said } from '../../functions/codes/said.ts';
import { MINUTE } from '../../functions/kit/clock.ts';
import { advance } from '../../lib/local/clock.ts';
import { call, freshIp } from '../driver.ts';
import { json, loopback } from '../reviews/model/loopback.ts';
import { runDemo } from './run.ts';
import { serveDemo } from './served.ts';
import { PLAIN, useWeb } from './web.ts';

const web = useWeb();

interface Said {
  score: number;
  comment?: string;
  quote?: string;
}

/** The task, which is the last part of the first message of a user. */
const taskOf = ({ messages }: Record<string, unknown>): string =>
  (messages as { role: string; content: { text?: string }[] }[]).find(({ role }) => role === 'user')?.content.at(-1)
    ?.text ?? '';

/** The answer of an AI about each dimension that it is asked about. */
const verdict = (
  body: Record<string, unknown>,
  say: (name: string, index: number) => Said,
  summary = 'A fine page.',
) => {
  const names = [...taskOf(body).matchAll(/^\d+\. ([^:\n]+): /gm)].map(([, name = '']) => name);
  if (names.length < 3) throw new Error('The task names no dimensions.');
  const said = names.map((dimension, index) => ({ dimension, ...say(dimension, index) }));
  const findings = said.map(({ dimension, comment = `Of ${dimension}.`, quote = null }) => ({
    dimension,
    kind: 'fault',
    evidence: [{ quote, element: null, region: null }],
    comment,
    severity: 2,
    fix: null,
  }));
  const scores = said.map(({ dimension, score }) => ({ dimension, score, reason: null }));
  const content = JSON.stringify({ findings, scores, summary, brief: null, chair: null });
  return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] };
};

describe('a stage with a model', () => {
  let server: Awaited<ReturnType<typeof loopback>>;
  beforeAll(async () => {
    server = await loopback();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    process.env.MODEL = `openai:some/model@${server.url}/v1`;
  });
  afterEach(() => {
    process.env.MODEL = '';
    jest.restoreAllMocks();
  });

  test('says that an AI answered, and calls it once with the page’s text', async () => {
    server.answer(({ body }, response) =>
      json(
        response,
        200,
        verdict(body, () => ({ score: 4 })),
      ),
    );
    const { status, body } = await runDemo(web.fresh('/charset'));
    expect([status, body.ai_live, body.paragraph]).toEqual([200, true, expect.stringMatching(/^A fine page\./)]);
    expect(server.received).toHaveLength(1);
    // The page names a wrong encoding: its visitors see garbled letters, and so does the model.
    expect(JSON.stringify(server.received[0]?.body)).toContain('nge und Ma\ufffd: wir');
    expect(JSON.stringify(server.received[0]?.body)).toContain('broken-characters: ');
    expect(taskOf(server.received[0]?.body ?? {})).toContain('This review needs a number for each dimension');
    expect((await call('GET', '/api/demo/config')).body.ai_live).toBe(true);
  });

  test('shows findings proved by the page first, the most expensive of them on top; scores and texts stay within bounds', async () => {
    const words = 'Each of our lamps is made by hand in Aachen';
    server.answer(({ body }, response) =>
      json(
        response,
        200,
        verdict(
          body,
          (_, index) => ({
            score: index === 0 ? 1 : index + 1.26,
            ...(index > 0 && { quote: words }),
            comment: 'Long. '.repeat(150),
          }),
          `Line one.\n\nLine <script>alert(1)</script> two. ${'On and on. '.repeat(400)}`,
        ),
      ),
    );
    const { body } = await runDemo(web.fresh('/plain'));
    expect(body.top_dimensions).toHaveLength(3);
    const scores = body.top_dimensions.map(({ score }: { score: number }) => score);
    expect(scores).not.toContain(1);
    for (const { comment, score } of body.top_dimensions) {
      expect(comment.length).toBeLessThanOrEqual(300);
      expect(Math.round(score * 10) / 10).toBe(score);
      expect(score).toBeLessThanOrEqual(5);
    }
    expect(body.paragraph).not.toMatch(/[\n\r]|<script/);
    expect(body.paragraph.length).toBeLessThanOrEqual(2400);
  });

  test('adds the page’s words if there is room', async () => {
    const quote = 'There is no glue in them';
    server.answer(({ body }, response) =>
      json(
        response,
        200,
        verdict(body, () => ({ score: 2, quote, comment: 'Says how it is made.' })),
      ),
    );
    const { body } = await runDemo(web.fresh('/plain'));
    for (const { comment } of body.top_dimensions) expect(comment).toBe(`Says how it is made. “${quote}”`);
  });

  test('falls back to the stub if the model is slow, which uses the allowance and is cached briefly', async () => {
    server.answer(() => undefined);
    const ip = freshIp();
    const url = web.fresh('/plain');
    const ask = serveDemo({ limits: { model_ms: 200 } });
    const { status, body } = await ask(url, { ip });
    expect([status, body.ai_live, body.cached, body.daily_remaining]).toEqual([200, false, false, 0]);
    expect(body.paragraph).toMatch(/^(\d+ of the|All) \d+ checks that /);
    expect((await ask(web.fresh('/plain'), { ip })).status).toBe(429);
    expect((await ask(url)).body).toMatchObject({ cached: true, ai_live: false });
    advance(6 * MINUTE);
    server.answer(({ body: asked }, response) =>
      json(
        response,
        200,
        verdict(asked, () => ({ score: 4 })),
      ),
    );
    expect((await runDemo(url)).body).toMatchObject({ cached: false, ai_live: true });
  });

  test('uses the allowance once a model was asked, even if it failed and too little was measured', async () => {
    server.answer((_request, response) => json(response, 500, {}));
    const ip = freshIp();
    const url = web.fresh('/plain');
    const { status, body } = await serveDemo({ seePage: async () => ({ url, html: PLAIN, facts: [] }) })(url, { ip });
    expect([status, body.detail[0].code]).toEqual([422, 'page_not_measured']);
    expect((await runDemo(web.fresh('/plain'), { ip })).body.code).toBe('demo_daily_limit');
  });

  test('asks no model when reading took all the time, and then returns the allowance if too little was measured', async () => {
    server.answer(() => undefined);
    const before = server.received.length;
    const ip = freshIp();
    const url = web.fresh('/plain');
    const late = serveDemo({ limits: { whole_ms: 0 }, seePage: async () => ({ url, html: PLAIN, facts: [] }) });
    const { status, body } = await late(url, { ip });
    expect([status, body.detail[0].code]).toEqual([422, 'page_not_measured']);
    expect(server.received).toHaveLength(before);
    const again = await serveDemo({ limits: { model_ms: 200 } })(web.fresh('/plain'), { ip });
    expect(again.status).toBe(200);
  });

  test('limits the model to the time left for the whole answer', async () => {
    server.answer(() => undefined);
    const began = performance.now();
    const { body } = await serveDemo({ limits: { whole_ms: 1500 } })(web.fresh('/plain'));
    expect([body.ai_live, performance.now() - began < 10_000]).toEqual([false, true]);
    expect(server.received).toHaveLength(1);
  });

  test.each<[string, number, unknown]>([
    ['throttled', 429, { error: { message: 'slow down' } }],
    ['failing', 500, {}],
    ['silent', 200, { choices: [] }],
    ['returning invalid output', 200, { choices: [{ message: { content: '{"scores":[{"score":"NaN"}]}' } }] }],
    [
      'leaving out every score',
      200,
      { choices: [{ message: { content: '{"findings":[],"scores":[],"summary":"Say NaN."}' } }] },
    ],
    ['forbidden', 403, { error: { message: 'arn:aws:no' } }],
  ])('falls back to the stub if the model is %s, and never shows its output', async (_, status, said) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer((_request, response) => json(response, status, said));
    const answer = await runDemo(web.fresh('/plain'));
    expect([answer.status, answer.body.ai_live]).toEqual([200, false]);
    expect(answer.text).not.toMatch(/arn:|NaN/);
  });
});

describe('returning the allowance', () => {
  test('a page that exceeds the fetch timeout returns the allowance', async () => {
    const ip = freshIp();
    const { status, body } = await serveDemo({ limits: { fetch_ms: 300 } })(web.fresh('/silent'), { ip });
    expect([status, body.detail[0].msg]).toEqual([422, expect.stringContaining('can’t be reached')]);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });

  test('pages that temporarily can’t be fetched return the allowance, with a 503 and a hint to try again', async () => {
    const ip = freshIp();
    const busy = serveDemo({
      fetchPage: async () => ({ ok: false, reason: 'busy', said: said('pages_unavailable') }),
    });
    const { status, body } = await busy(web.fresh('/plain'), { ip });
    expect([status, body.code, body.detail]).toEqual([
      503,
      'pages_unavailable',
      'Pages can’t be fetched right now. Try again in a minute.',
    ]);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });

  test('an internal error returns the allowance, with a 500 without a reason', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const ip = freshIp();
    const broken = serveDemo({ extract: () => Promise.reject(new TypeError('secret of the house')) });
    const { status, body } = await broken(web.fresh('/plain'), { ip });
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('secret')]);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });

  test('a run that ends silently returns the allowance in less than a minute', async () => {
    const ip = freshIp();
    const lost = serveDemo({ extract: () => new Promise(() => undefined) });
    const started = Promise.withResolvers<void>();
    const hanging = serveDemo({
      fetchPage: async () => {
        started.resolve();
        return new Promise(() => undefined);
      },
    });
    void hanging(web.fresh('/plain'), { ip });
    await started.promise;
    expect((await lost(web.fresh('/plain'), { ip })).body).toEqual({
      ...{ code: 'demo_running', reason: 'demo_running', daily_remaining: 0 },
      detail: 'A demo review of your address is running. Wait until it has ended.',
    });
    advance(MINUTE);
    expect((await runDemo(web.fresh('/plain'), { ip })).status).toBe(200);
  });
});
