import { beforeAll, describe, expect, test } from '@jest/globals';
import { encodeBody } from '../../functions/kit/http/respond.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { callRow, type Ids, newWorld, randomIds, type World } from '../access/world.ts';
import { type Answer, type Caller, call, freshIp } from '../driver.ts';
import { LIST_TOOLS, mcpUrl, post } from '../mcp/connect.ts';
import { ORIGIN, visit } from '../widget-api/visit.ts';

const named = endpoints.map((one) => ({ name: `${one.row.method} ${one.row.path}`, one }));

let world: World;
let ids: Ids;

beforeAll(async () => {
  world = await newWorld();
  ids = await world.ids();
});

const expectSafe = ({ status, headers }: Pick<Answer, 'status' | 'headers'>) => {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringMatching(/max-age=\d{8}/),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'referrer-policy': 'no-referrer',
  });
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  // Personal data is cached by no one.
  if ((headers['content-type'] ?? '').includes('json') && status !== 200)
    expect(headers['cache-control']).toMatch(/no-store|^public, max-age=60$/);
};

describe('the headers that keep answers safe', () => {
  test.each(named)('$name answers with the headers that keep it safe', async ({ one }) => {
    const { area, row } = one;
    const as: Caller = row.by.includes('widget') ? world.callers['widget token'] : world.callers.OWNER;
    // Deletes come last in no order that is known here: what they would remove is named at random.
    const right = row.method === 'DELETE' ? randomIds(ids) : ids;
    const answers = await Promise.all([
      callRow(one, right, as),
      callRow(one, randomIds(ids), as),
      callRow(one, ids),
      callRow(one, ids, { credential: 'svat_nonsense' }),
    ]);
    for (const answer of answers) {
      expectSafe(answer);
      const isPublic = area === 'discovery' || area === 'loader';
      const kept = row.cached_seconds && answer.status === 200 ? `public, max-age=${row.cached_seconds}` : 'no-store';
      if (!isPublic && !row.redirects) expect(answer.headers['cache-control']).toBe(kept);
      if (!isPublic && !row.cross_origin) expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('unknown paths and verbs and the MCP address answer with the headers that keep them safe', async () => {
    const unknown = [call('GET', '/api/v1/nothing'), call('PUT', '/api/v1/sites'), call('GET', '/')];
    for (const answer of await Promise.all(unknown)) {
      expectSafe(answer);
      expect([answer.status, typeof answer.body.detail]).toEqual([404, 'string']);
    }
    for (const token of [world.site.mcp_token, 'svmt_nonsense']) {
      const { status, headers } = await post(mcpUrl(token), LIST_TOOLS);
      expectSafe({ status, headers: Object.fromEntries(headers) });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('an answer to a widget', () => {
  const expectNamed = (wanted: number, { status, headers }: Answer, origin = ORIGIN) => {
    expect([status, headers['access-control-allow-origin']]).toEqual([wanted, origin]);
    expect(headers.vary?.split(', ')).toContain('Origin');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toContain('retry-after');
  };

  test('an answer of 200, 401, 403, 404 and 422 to a widget names its page and varies by it', async () => {
    const { site } = world;
    const nobody = call('GET', '/api/widget/settings', { headers: { origin: ORIGIN } });
    expectNamed(200, await visit(site, 'GET', 'settings'));
    expectNamed(401, await nobody);
    const evil = 'https://evil.example';
    expectNamed(403, await visit(site, 'GET', 'settings', undefined, { origin: evil }), evil);
    expectNamed(404, await visit(site, 'POST', 'notes/01ARZ3NDEKTSV4RRFFQ69G5FAV/replies', { body: 'x' }));
    expectNamed(422, await visit(site, 'POST', 'annotations', {}));
    expectNamed(422, await visit(site, 'POST', 'annotations', `{"body":"${'x'.repeat(300 * 1024)}"}`));
  });

  test('a 429 to a widget names its page and varies by it', async () => {
    const ip = freshIp();
    const answers: Answer[] = [];
    for (let sent = 0; sent < 122; sent += 1) answers.push(await visit(world.site, 'GET', 'news', undefined, { ip }));
    const refused = answers.find(({ status }) => status === 429);
    expectNamed(429, refused!);
  });

  test.each([
    ['gzip;q=0, br;q=0', undefined],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.5, gzip;q=0.000', 'br'],
    ['x-br', undefined],
    ['GZIP', 'gzip'],
  ])('an answer to a caller that accepts %j is encoded as %s', (accepted, encoding) => {
    const given = { statusCode: 200, headers: {} as Record<string, string>, body: 'x'.repeat(5000) };
    expect(encodeBody(given, accepted).headers['content-encoding']).toBe(encoding);
  });

  test('a compressed answer to a widget names its page and varies by it', async () => {
    const gzip = { headers: { 'accept-encoding': 'gzip' } };
    const large = await Promise.all(
      Array.from({ length: 8 }, () => world.ws.note(world.site, { body: 'x'.repeat(900) })),
    );
    const notes = large.map(({ note_secret }) => note_secret);
    const answer = await visit(world.site, 'GET', 'notes', undefined, { notes, ...gzip });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers.vary).toBe('Origin, Accept-Encoding');
  });
});
