import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { NOTE, newStakeholder, type TestSite, type Visit, visit } from './visit.ts';

let ws: Workspace;
let site: TestSite;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const newNote = async (by: Visit = {}, to = site, more: Record<string, unknown> = {}) =>
  (await visit(to, 'POST', 'annotations', { ...NOTE, ...more }, by)).body as { id: string; note_secret: string };
const notesOf = async (by: Visit, of = site) => (await visit(of, 'GET', 'notes', undefined, by)).body.items;
const replyTo = (id: string, body: unknown, by: Visit, on = site) => visit(on, 'POST', `notes/${id}/replies`, body, by);

describe('own notes', () => {
  test('note secrets give access to those notes, newest first, with replies and resolutions', async () => {
    const [first, second] = [await newNote(), await newNote({}, site, { body: 'Second', kind: 'idea' })];
    await newNote();
    const path = `/api/v1/annotations/${first.id}`;
    await call('PATCH', path, { as: ws.owner, body: { status: 'resolved', summary: 'Done' } });
    await call('POST', `${path}/replies`, { as: ws.owner, body: { body: 'Thanks', author_name: 'Kim' } });
    await call('POST', `${path}/resolutions`, { as: ws.owner, body: { explanation: 'Fixed it' } });
    const items = await notesOf({ notes: [first.note_secret, second.note_secret] });
    expect(items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(items[0]).toEqual({
      id: second.id,
      status: 'pending',
      kind: 'idea',
      body: 'Second',
      summary: '',
      page_url: 'https://shop.example.com/cart',
      created_at: expect.stringMatching(/^\d{13}$/),
      confirmation: null,
      replies: [],
      resolutions: [],
    });
    expect(items[1]).toMatchObject({ status: 'resolved', summary: 'Done' });
    expect(items[1].replies[0]).toEqual({
      id: expect.any(String),
      author: 'owner',
      author_name: 'Kim',
      body: 'Thanks',
      created_at: expect.any(String),
    });
    expect(items[1].resolutions).toEqual([
      {
        id: expect.any(String),
        explanation: 'Fixed it',
        before_url: null,
        after_url: null,
        created_at: expect.any(String),
      },
    ]);
  });

  test('a stakeholder reads their own notes on any device, and no one else’s', async () => {
    const [sam, lee] = [await newStakeholder(ws, site), await newStakeholder(ws, site)];
    const own = [await newNote({ link: sam.token }), await newNote({ link: sam.token })];
    await newNote({ link: lee.token });
    await newNote();
    const ids = (await notesOf({ link: sam.token })).map(({ id }: { id: string }) => id);
    expect(ids).toEqual(own.map(({ id }) => id).reverse());
  });

  test('at most the newest 50 are shown', async () => {
    const own = await ws.site();
    const { token } = await newStakeholder(ws, own);
    const made: string[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      const notes = await Promise.all(Array.from({ length: 13 }, () => newNote({ link: token }, own)));
      made.push(...notes.map(({ id }) => id));
    }
    made.sort().reverse();
    const ids = (await notesOf({ link: token }, own)).map(({ id }: { id: string }) => id);
    expect(ids).toEqual(made.slice(0, 50));
  });

  test('a forged, foreign or changed secret and a bare id show nothing', async () => {
    const note = await newNote();
    const other = await ws.site();
    const elsewhere = await newNote({}, other);
    const stranger = await newWorkspace();
    const foreign = await stranger.note(await stranger.site());
    const last = note.note_secret.at(-1) === 'A' ? 'B' : 'A';
    const forged = [
      note.id,
      'x',
      '',
      `${note.note_secret.slice(0, -1)}${last}`,
      elsewhere.note_secret,
      foreign.note_secret,
    ];
    for (const secret of forged) expect([secret, await notesOf({ notes: [secret] })]).toEqual([secret, []]);
    expect(await notesOf({})).toEqual([]);
    expect(await notesOf({ notes: [note.note_secret] }, other)).toEqual([]);
  });

  test('a deleted note disappears from its author’s list immediately', async () => {
    const { token } = await newStakeholder(ws, site);
    const note = await newNote({ link: token });
    await call('DELETE', `/api/widget/annotations/${note.id}`, { as: ws.owner });
    expect(await notesOf({ link: token, notes: [note.note_secret] })).toEqual([]);
  });

  test('a revoked stakeholder sees the notes whose secrets the browser holds, and only those', async () => {
    const sam = await newStakeholder(ws, site);
    const [kept] = [await newNote({ link: sam.token }), await newNote({ link: sam.token })];
    await call('DELETE', `/api/widget/sites/${site.id}/stakeholders/${sam.token}`, { as: ws.owner });
    const items = await notesOf({ link: sam.token, notes: [kept?.note_secret ?? ''] });
    expect(items.map(({ id }: { id: string }) => id)).toEqual([kept?.id]);
  });
});

describe('replies of the author', () => {
  test('the author replies as stakeholder, by secret or by link, and the team reads it', async () => {
    const sam = await newStakeholder(ws, site, { name: 'Sam' });
    const anonymous = await newNote();
    const linked = await newNote({ link: sam.token });
    const bySecret = await replyTo(
      anonymous.id,
      { body: 'On Firefox', author_name: 'Vera' },
      { notes: [anonymous.note_secret] },
    );
    expect(bySecret.body).toEqual({
      id: expect.any(String),
      author: 'stakeholder',
      author_name: 'Vera',
      body: 'On Firefox',
      created_at: expect.any(String),
    });
    const byLink = await replyTo(linked.id, { body: 'Me too', author_name: 'Mallory' }, { link: sam.token });
    expect(byLink.body).toMatchObject({ author: 'stakeholder', author_name: 'Sam' });
    const { body } = await call('GET', `/api/v1/annotations/${anonymous.id}`, { as: ws.owner });
    expect(body.replies).toMatchObject([{ author: 'stakeholder', author_name: 'Vera', body: 'On Firefox' }]);
  });

  test('replying to another’s note gets the same 404 as an unknown one', async () => {
    const [sam, lee] = [await newStakeholder(ws, site), await newStakeholder(ws, site)];
    const [note, anonymous, mine] = [await newNote({ link: sam.token }), await newNote(), await newNote()];
    const other = await newNote({}, await ws.site());
    const tries: [string, Visit][] = [
      [note.id, {}],
      [note.id, { link: lee.token }],
      [note.id, { notes: [mine.note_secret] }],
      [anonymous.id, { link: sam.token }],
      [other.id, { notes: [other.note_secret] }],
      [newId(), { notes: [mine.note_secret] }],
      ['nonsense', { notes: [mine.note_secret] }],
    ];
    const answers = await Promise.all(tries.map(([id, by]) => replyTo(id, { body: 'x' }, by)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('a revoked link gets its own refusal, and the reply can use the note’s secret', async () => {
    const sam = await newStakeholder(ws, site);
    const note = await newNote({ link: sam.token });
    await call('DELETE', `/api/widget/sites/${site.id}/stakeholders/${sam.token}`, { as: ws.owner });
    const refused = await replyTo(note.id, { body: 'x' }, { link: sam.token });
    expect([refused.status, refused.body.reason]).toEqual([403, 'stakeholder_revoked']);
    expect((await replyTo(note.id, { body: 'x' }, { link: sam.token, notes: [note.note_secret] })).status).toBe(200);
  });

  test('one Idempotency-Key makes one reply', async () => {
    const note = await newNote();
    const by = { notes: [note.note_secret], headers: { 'idempotency-key': newId() } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => replyTo(note.id, { body: 'once' }, by)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await notesOf(by))[0].replies).toHaveLength(1);
  });

  test.each([
    [{}, ['body', 'body']],
    [{ body: ' ' }, ['body', 'body']],
    [{ body: 'x'.repeat(10_001) }, ['body', 'body']],
    [{ body: 'x', author_name: 'x'.repeat(121) }, ['body', 'author_name']],
  ])('%# is refused with its place', async (body, loc) => {
    const note = await newNote();
    const answer = await replyTo(note.id, body, { notes: [note.note_secret] });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
  });
});
