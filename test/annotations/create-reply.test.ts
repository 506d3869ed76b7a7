import { beforeAll, describe, expect, test } from '@jest/globals';
import { annotationStore } from '../../functions/annotations/store.ts';
import { MAX_REPLIES } from '../../functions/annotations/thread.ts';
import { now } from '../../functions/kit/clock.ts';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, callOf, newWorkspace, table, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const SURFACES = ['/api/v1', '/api/widget'] as const;

let ws: Workspace;
let site: Awaited<ReturnType<Workspace['site']>>;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const reply = (
  as: Caller,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
  surface: string = SURFACES[0],
) => call('POST', `${surface}/annotations/${id}/replies`, { as, body, headers });
const repliesOf = async (id: string) => (await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner })).body.replies;

describe('200', () => {
  test.each(SURFACES)('%s returns the reply that the thread then shows', async (surface) => {
    const note = await ws.note(site);
    const { body } = await reply(ws.owner, note.id, { body: 'Thanks' }, {}, surface);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      annotation_id: note.id,
      author: 'owner',
      author_name: '',
      body: 'Thanks',
      created_at: expect.stringMatching(/^\d{13}$/),
    });
    expect(await repliesOf(note.id)).toEqual([body]);
  });

  test.each(['owner', 'agent', 'stakeholder'])('a session may choose the author %s', async (author) => {
    const note = await ws.note(site);
    const { body } = await reply(ws.owner, note.id, { body: 'x', author, author_name: 'Kim' });
    expect(body).toMatchObject({ author, author_name: 'Kim' });
  });

  test('a reply by an API token has the author agent on both surfaces, whatever the body says', async () => {
    const note = await ws.note(site);
    for (const as of [await ws.token('MEMBER'), await ws.token('GUEST')]) {
      for (const surface of SURFACES) {
        for (const author of ['owner', 'stakeholder', undefined]) {
          expect((await reply(as, note.id, { body: 'x', author }, {}, surface)).body.author).toBe('agent');
        }
      }
    }
  });

  test('a granted GUEST may reply', async () => {
    const note = await ws.note(site);
    expect((await reply(await ws.guest([site.id]), note.id, { body: 'x' })).status).toBe(200);
  });

  test('fields that a caller may not set are refused, and nothing is written', async () => {
    const note = await ws.note(site);
    const other = await ws.note(site);
    const forged = { id: newId(), annotation_id: other.id, created_at: 1, pk: 'x', sk: 'ANN', ttl: 1, author_id: 'x' };
    const { status, body } = await reply(ws.owner, note.id, { body: 'x', ...forged });
    expect([status, body.detail.length]).toEqual([422, Object.keys(forged).length]);
    expect([await repliesOf(note.id), await repliesOf(other.id)]).toEqual([[], []]);
  });

  test('fifty parallel requests with one Idempotency-Key create one reply and get one answer', async () => {
    const note = await ws.note(site);
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => reply(ws.owner, note.id, { body: 'once' }, headers)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await repliesOf(note.id)).toHaveLength(1);
  });

  test('a reply repeated with its Idempotency-Key answers as before when someone it mentions has left', async () => {
    const note = await ws.note(site);
    const leaving = await ws.member();
    const body = { body: 'Could you look?', internal: true, mentions: [leaving.user_id] };
    const headers = { 'idempotency-key': newId() };
    const first = await reply(ws.owner, note.id, body, headers);
    await call('DELETE', `/api/workspaces/${ws.id}/members/${leaving.user_id}`, { as: ws.owner });
    const again = await reply(ws.owner, note.id, body, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await reply(ws.owner, note.id, body)).status).toBe(422);
    expect(await repliesOf(note.id)).toHaveLength(1);
  });

  test('two callers with the same Idempotency-Key, and two requests without one, create two replies', async () => {
    const note = await ws.note(site);
    const headers = { 'idempotency-key': newId() };
    await reply(ws.owner, note.id, { body: 'x' }, headers);
    await reply(await ws.member(), note.id, { body: 'x' }, headers);
    await reply(ws.owner, note.id, { body: 'x' });
    await reply(ws.owner, note.id, { body: 'x' });
    expect(await repliesOf(note.id)).toHaveLength(4);
  });

  test('one Idempotency-Key on two notes creates a reply on each', async () => {
    const notes = [await ws.note(site), await ws.note(site)];
    const headers = { 'idempotency-key': newId() };
    for (const note of notes) {
      const { body } = await reply(ws.owner, note.id, { body: 'x' }, headers);
      expect(body.annotation_id).toBe(note.id);
    }
  });

  test('a reply writes an audit entry with its actor, and a refused reply writes none', async () => {
    const own = await newWorkspace();
    const note = await own.note(await own.site());
    const { body } = await call('POST', `/api/v1/annotations/${note.id}/replies`, {
      as: own.owner,
      body: { body: 'x' },
    });
    await call('POST', `/api/v1/annotations/${newId()}/replies`, { as: own.owner, body: { body: 'x' } });
    const items = await auditRows(own.id);
    const entries = items.filter(({ action }) => action === 'annotation.reply');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor_id: own.owner.user_id,
      target: { annotation_id: note.id, reply_id: body.id },
    });
  });
});

test('a visitor’s answer to a question that the team edits at the same time is kept', async () => {
  const { id } = await ws.note(site);
  const ask = (body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });
  await ask({ status: 'blocked', summary: 'Which browser?' });
  const store = annotationStore(table(), await callOf(ws.owner, ws.id));
  const { row } = await store.thread(id);
  await ask({ summary: 'Which browser and version?' });
  const written = {
    id: newId(),
    annotation_id: id,
    author: 'stakeholder',
    author_name: '',
    created_at: now(),
  } as const;
  await store.answer(row, { reply: { ...written, body: 'Firefox 150' } });
  const { body } = await call('GET', `/api/v1/annotations/${id}`, { as: ws.owner });
  expect(body).toMatchObject({ status: 'pending', replies: [{ body: 'Firefox 150' }] });
});

describe('409', () => {
  test('a full thread refuses another reply', async () => {
    const note = await ws.note(site);
    await table().transact([
      { update: keys.annotation(ws.id, note.id), set: { reply_count: MAX_REPLIES - 1 }, when: [['exists', 'pk']] },
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reply(ws.owner, note.id, { body: 'x' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await repliesOf(note.id)).toHaveLength(1);
  });
});

describe('422', () => {
  test.each([
    ['no text', {}, ['body', 'body']],
    ['blank text', { body: ' \n\t' }, ['body', 'body']],
    ['text over 10,000 characters', { body: 'x'.repeat(10_001) }, ['body', 'body']],
    ['text that is none', { body: ['x'] }, ['body', 'body']],
    ['an unknown author', { body: 'x', author: 'admin' }, ['body', 'author']],
    ['a name over 120 characters', { body: 'x', author_name: 'x'.repeat(121) }, ['body', 'author_name']],
    ['no body', undefined, ['body']],
  ])('%s is refused with its place', async (_, body, loc) => {
    const note = await ws.note(site);
    for (const surface of SURFACES) {
      const answer = await reply(ws.owner, note.id, body, {}, surface);
      expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, loc]);
    }
  });

  test('a body of 10,000 characters is accepted', async () => {
    const note = await ws.note(site);
    expect((await reply(ws.owner, note.id, { body: '漢'.repeat(10_000) })).status).toBe(200);
  });

  test('another text with a used Idempotency-Key is refused and not written', async () => {
    const note = await ws.note(site);
    const headers = { 'idempotency-key': newId() };
    await reply(ws.owner, note.id, { body: 'one' }, headers);
    const answer = await reply(ws.owner, note.id, { body: 'two' }, headers);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
    expect(await repliesOf(note.id)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each(['', 'with space', 'x'.repeat(256), 'ü'])('the Idempotency-Key "%s" is refused', async (key) => {
    const note = await ws.note(site);
    expect((await reply(ws.owner, note.id, { body: 'x' }, { 'idempotency-key': key })).status).toBe(400);
  });
});
