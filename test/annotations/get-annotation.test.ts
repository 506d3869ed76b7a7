import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const SURFACES = ['/api/v1', '/api/widget'] as const;

/** A context with every field that the widget may send. */
const CONTEXT = {
  page: { url: 'https://shop.example.com/cart', route: '/cart#/step/2', title: 'Cart', build_id: 'b1' },
  anchor: {
    kind: 'element',
    selector: '#buy',
    xpath: '/html/body/button',
    test_attributes: { 'data-testid': 'buy' },
    role: 'button',
    name: 'Buy',
    tag: 'button',
    text: 'Buy now',
    landmark: 'main',
    siblings: { index: 0, count: 2, previous: 'a', next: 'b' },
    frame_path: ['#frame'],
    box: { x: 1.5, y: 2, width: 3, height: 4 },
  },
  source: { framework: 'react', component_path: 'App > Buy', file: 'src/buy.tsx', line: 12, confidence: 0.9 },
  selection: { text: 'Buy', prefix: 'a', suffix: 'b' },
  environment: {
    viewport: { width: 1280, height: 720 },
    scroll: { x: 0, y: 10 },
    pixel_ratio: 2,
    user_agent: 'Test',
    color_scheme: 'dark',
    locale: 'de-DE',
  },
  html: '<button id="buy">Buy</button>',
  styles: { color: 'oklch(0.5 0.1 200)' },
  console: [{ level: 'error', message: 'boom', at: 1 }],
  failed_requests: [{ method: 'GET', url: 'https://shop.example.com/api', status: 500, at: 2 }],
};

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

describe('200', () => {
  test('both surfaces return everything captured, without secrets and addresses', async () => {
    const body = `${'Words. '.repeat(100)}end`;
    const note = await ws.note(site, { body, context: CONTEXT, name: 'Vera', email: 'vera@example.com' });
    const [v1, dashboard] = await Promise.all(
      SURFACES.map((surface) => call('GET', `${surface}/annotations/${note.id}`, { as: ws.owner })),
    );
    expect(v1?.body).toEqual({
      id: note.id,
      site_id: site.id,
      status: 'pending',
      kind: 'other',
      summary: '',
      assignee_id: null,
      auto_fix: false,
      unattended_edits: {
        allowed: false,
        reason: expect.stringContaining('Anonymous visitors'),
        allowed_by: null,
        allowed_by_name: '',
        allowed_at: null,
      },
      verification: null,
      body,
      ...CONTEXT,
      console: [{ level: 'error', message: 'boom', at: '1' }],
      failed_requests: [{ method: 'GET', url: 'https://shop.example.com/api', status: 500, at: '2' }],
      screenshot_url: null,
      thumbnail_url: null,
      has_screenshot: false,
      submitter: { kind: 'anonymous', name: 'Vera', has_email: true },
      origin: null,
      confirmation: null,
      duplicate_of: null,
      duplicate_count: 0,
      acknowledged_at: null,
      acknowledged_by: null,
      lease_expires_at: null,
      quarantine: null,
      waiting_for: 'owner',
      flag: null,
      risks: [],
      approval_state: null,
      priority: 'none',
      due_on: null,
      labels: [],
      approval: null,
      anchor_check: null,
      untrusted: expect.arrayContaining(['body', 'page', 'html']),
      replies: [],
      resolutions: [],
      created_at: String(timeOfId(note.id)),
      updated_at: String(timeOfId(note.id)),
    });
    expect(dashboard?.text).toBe(v1?.text);
    expect(v1?.text).not.toMatch(/vera@example|"pk"|gsi|hash|note_key|svnt_|ttl/);
  });

  test('an annotation contains its replies and resolutions, oldest first', async () => {
    const note = await ws.note(site);
    const replies: string[] = [];
    for (const body of ['first', 'second', 'third']) {
      const answer = await call('POST', `/api/v1/annotations/${note.id}/replies`, { as: ws.owner, body: { body } });
      replies.push(answer.body.id);
    }
    const resolutions: string[] = [];
    for (const explanation of ['one', 'two']) {
      const path = `/api/v1/annotations/${note.id}/resolutions`;
      resolutions.push((await call('POST', path, { as: ws.owner, body: { explanation } })).body.id);
    }
    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    const own = body.replies.filter(({ id }: { id: string }) => replies.includes(id));
    expect(own.map(({ body: text }: { body: string }) => text)).toEqual(['first', 'second', 'third']);
    expect(body.resolutions.map(({ id }: { id: string }) => id)).toEqual(resolutions);
    const listed = await call('GET', `/api/v1/annotations/${note.id}/resolutions`, { as: ws.owner });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual(resolutions);
  });

  test('a note without its context so far shows its first fields', async () => {
    const note = await ws.note(site, { body: 'Here already' });
    await table().removeMany([keys.context(ws.id, note.id)]);
    const { status, body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    expect([status, body.body, body.page.url]).toEqual([200, 'Here already', 'https://shop.example.com/cart']);
  });

  test('a granted GUEST, a MEMBER and tokens of both roles read the same', async () => {
    const note = await ws.note(site);
    const callers = await Promise.all([ws.guest([site.id]), ws.member(), ws.token('MEMBER'), ws.token('GUEST')]);
    const wanted = (await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner })).text;
    for (const as of callers) {
      expect((await call('GET', `/api/v1/annotations/${note.id}`, { as })).text).toBe(wanted);
    }
  });
});

describe('404', () => {
  test('foreign, unknown and malformed ids get the same bytes on every route', async () => {
    const stranger = await newWorkspace();
    const foreign = await stranger.note(await stranger.site());
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { status: 'resolved' }],
      ['PATCH', '', {}],
      ['POST', '/replies', { body: 'x' }],
      ['GET', '/markdown'],
    ];
    for (const surface of SURFACES) {
      for (const [method, rest, body] of routes) {
        const answers = await Promise.all(
          [foreign.id, newId(), 'nonsense', foreign.id.toLowerCase()].map((id) =>
            call(method, `${surface}/annotations/${id}${rest}`, { as: ws.owner, body }),
          ),
        );
        expect([surface, method, rest, new Set(answers.map(({ text }) => text)).size]).toEqual([
          surface,
          method,
          rest,
          1,
        ]);
        expect(answers[0]?.status).toBe(404);
      }
    }
    const deleted = await Promise.all(
      [foreign.id, newId(), 'nonsense'].map((id) => call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner })),
    );
    expect(new Set(deleted.map(({ text }) => text)).size).toBe(1);
    expect((await call('GET', `/api/v1/annotations/${foreign.id}`, { as: stranger.owner })).body).toMatchObject({
      status: 'pending',
      replies: [],
    });
  });

  test('a GUEST cannot read, change or answer notes of a site without a grant', async () => {
    const note = await ws.note(await ws.site());
    for (const guest of [await ws.guest([]), await ws.guest([site.id])]) {
      const answers = await Promise.all([
        call('GET', `/api/v1/annotations/${note.id}`, { as: guest }),
        call('PATCH', `/api/v1/annotations/${note.id}`, { as: guest, body: { status: 'resolved' } }),
        call('POST', `/api/v1/annotations/${note.id}/replies`, { as: guest, body: { body: 'x' } }),
        call('GET', `/api/v1/annotations/${note.id}/markdown`, { as: guest }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const { body } = await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner });
    expect([body.status, body.replies]).toEqual(['pending', []]);
  });
});

describe('403', () => {
  test('a GUEST cannot delete, with a session or a token', async () => {
    const note = await ws.note(site);
    for (const as of [await ws.guest([site.id]), await ws.token('GUEST')]) {
      const { status, body } = await call('DELETE', `/api/widget/annotations/${note.id}`, { as });
      expect([status, body.detail]).toEqual([403, 'Insufficient role']);
    }
    expect((await call('GET', `/api/v1/annotations/${note.id}`, { as: ws.owner })).status).toBe(200);
  });
});

describe('401', () => {
  test('the widget token and the MCP token are refused on these routes', async () => {
    const note = await ws.note(site);
    for (const credential of [site.widget_token, site.mcp_token, note.note_secret]) {
      for (const path of [`/api/v1/annotations/${note.id}`, `/api/v1/sites/${site.id}/annotations`]) {
        const answer = await call('GET', path, { as: { credential } });
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([
          401,
          expect.stringContaining('error="invalid_token"'),
        ]);
      }
    }
  });
});
