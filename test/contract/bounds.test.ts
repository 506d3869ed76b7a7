import { describe, expect, test } from '@jest/globals';
import { MAX_REPLIES, MAX_RESOLUTIONS, MAX_THREAD_BYTES } from '../../functions/annotations/thread.ts';
import { MAX_ANSWER_BYTES } from '../../functions/kit/http/fit.ts';
import { endpoints } from '../../lib/docs/endpoints.ts';
import { collectionsOf, unlimitedTextsOf } from '../bounds/shapes.ts';
import { type Caller, call, newWorkspace } from '../driver.ts';

/** Lists and records that no page cuts, by the end of their place, and what bounds them. */
const BOUNDED_BY: readonly [RegExp, string][] = [
  [/(^|\.)replies\[\]$/, 'thread.ts: number and bytes of a thread'],
  [/(^|\.)resolutions\[\]$/, 'thread.ts: number and bytes of a thread'],
  [/^\[\]$/, 'listResolutions: thread.ts, as above'],
  [/(^|\.)quarantine\[\]$/, 'an enum'],
  [/^kinds\[\]$/, 'an enum'],
  [/(test_attributes|styles)\{\}$/, 'the request: at most 256 KB were captured'],
  [/(console|failed_requests)\[\]$/, 'the request: at most 20'],
  [/allowed_origins\[\]$/, 'the request: at most 20'],
  [/site_grants\[\]$/, 'the request: at most 100'],
  [/target\{\}$/, 'auditEntry: ids and names of fields'],
  [/^headers\{\}$/, 'what is signed'],
  [/evaluation_dimensions\[\]$/, 'the request: 32 KB of a persona'],
  [/content\.(notes|picture_urls)\[\]$/, 'what extraction keeps'],
  [/personas\[\](\.dimensions\[\])?$/, 'a panel: 10 of 12 dimensions'],
  [/^(feedback\.)?items\[\]$/, 'feedback and the demo: 10 personas of 12 dimensions'],
  [/reports\[\]$/, 'the newest 50'],
  [/^days\[\]$/, '90 days'],
  [/^rows\.items\[\]$/, 'a page of 200 counts'],
  [/^top\.\w+\[\]$/, 'ten'],
  [/dimensions\[\]$/, 'the demo: the catalog'],
  [/^tools\[\]$/, 'ten tools'],
];

describe('what an answer may hold any number of', () => {
  test.each(endpoints.filter(({ row }) => row.response))('$id names what bounds it', ({ id }) => {
    const unnamed = collectionsOf(id).filter((place) => !BOUNDED_BY.some(([pattern]) => pattern.test(place)));
    expect(unnamed).toEqual([]);
  });
});

/** An unknown status is a 400, and of a token nothing is stored. */
const UNLIMITED = new Set(['patchAnnotation status', 'patchWidgetAnnotation status', 'acceptInvitation token']);

test('every text of a request states its limit', () => {
  const found = endpoints.flatMap(({ id }) => unlimitedTextsOf(id).map((place) => `${id} ${place}`));
  expect(found.filter((one) => !UNLIMITED.has(one))).toEqual([]);
});

const SIGNS = { quotes: '"', NUL: '\u0000', 'four-byte characters': '💥' };

describe.each(Object.entries(SIGNS))('a thread full of %s', (_, sign) => {
  const text = (length: number) => `x${sign.repeat((length - 1) / sign.length)}`;
  const ofVisitor = (replies: { author: string }[]) => replies.filter(({ author }) => author === 'stakeholder');

  const fill = async (send: (body: string) => Promise<{ status: number }>): Promise<number> => {
    for (let sent = 0, length = 10_000; ; ) {
      const { status } = await send(text(length));
      if (status === 200) sent += 1;
      else if (status !== 409) throw new Error(`A thread was refused with ${status}.`);
      else if (length <= 10) return sent;
      else length /= 10;
    }
  };

  test('leaves the team room, and is read, changed and exported whole', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const agent: Caller = await ws.token();
    const note = await ws.note(site, { body: text(10_000), name: text(120) });
    const origin = 'https://shop.example.com';
    const own = { origin, 'x-sidenote-notes': note.note_secret };
    const path = `/api/v1/annotations/${note.id}`;

    const visitor = await fill((body) =>
      call('POST', `/api/widget/notes/${note.id}/replies`, { as: site.widget, headers: own, body: { body } }),
    );
    const reply = await call('POST', `${path}/replies`, { as: agent, body: { body: text(10_000) } });
    expect(reply.status).toBe(200);
    const evidence = await fill((body) =>
      call('POST', `${path}/resolutions`, { as: agent, body: { explanation: body.slice(0, 4096).toWellFormed() } }),
    );
    expect(visitor).toBeLessThan(MAX_REPLIES);
    expect(evidence).toBeLessThanOrEqual(MAX_RESOLUTIONS);

    const patched = await call('PATCH', path, { as: agent, body: { status: 'blocked', summary: text(2000) } });
    const whole = await call('GET', path, { as: agent });
    const resolutions = await call('GET', `${path}/resolutions`, { as: agent });
    const markdown = await call('GET', `${path}/markdown`, { as: agent });
    const mine = await call('GET', '/api/widget/notes', { as: site.widget, headers: own });
    for (const { status, bytes } of [patched, whole, resolutions, markdown, mine]) {
      expect(status).toBe(200);
      expect(bytes.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    }
    // The workers add replies that tell the visitor of the evidence.
    expect(ofVisitor(whole.body.replies)).toHaveLength(visitor);
    expect(whole.body.resolutions).toHaveLength(evidence);
    expect(resolutions.body).toHaveLength(evidence);
    expect(mine.body).toMatchObject({ items: [{ id: note.id }], next_cursor: null });
    expect(ofVisitor(mine.body.items[0].replies)).toHaveLength(visitor);
    const said = Buffer.byteLength(JSON.stringify([whole.body.replies, whole.body.resolutions]));
    expect(said).toBeGreaterThan(MAX_THREAD_BYTES * 0.8);
  });
});
