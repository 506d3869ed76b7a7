import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import { partitionOf } from '../../functions/search/blocks.ts';
import { SEARCHED } from '../../functions/search/note-words.ts';
import { type Caller, call, newWorkspace, table, type Workspace } from '../driver.ts';
import { until } from '../workers/until.ts';

type Site = Awaited<ReturnType<Workspace['site']>>;

let ws: Workspace;
let site: Site;
beforeAll(async () => {
  ws = await newWorkspace();
  site = await ws.site();
});

const search = (as: Caller, q: string, more: Record<string, string> = {}, of = site, surface = '/api/v1') =>
  call('GET', `${surface}/sites/${of.id}/annotations?${new URLSearchParams({ q, ...more })}`, { as });

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id);

/** The stream brings it within moments. */
const found = (id: string, q: string, of = site) =>
  until(async () => idsOf(await search(ws.owner, q, {}, of)).includes(id), `${id} under ${q}`);
const lost = (id: string, q: string, more: Record<string, string> = {}) =>
  until(async () => !idsOf(await search(ws.owner, q, more)).includes(id), `${id} to be gone from ${q}`);

const patch = (id: string, body: object) => call('PATCH', `/api/v1/annotations/${id}`, { as: ws.owner, body });

/** Of a word that only this test uses. */
const rare = () => `zebra${newId().toLowerCase()}`;

describe('a list with q', () => {
  test('finds a note by its text, name, page, summary, labels and replies', async () => {
    const [body, name, page, summary, label, reply, internal] = Array.from({ length: 7 }, rare);
    const { id } = await ws.note(site, {
      body: `The ${body} is broken`,
      name,
      context: { page: { url: `https://shop.example.com/${page}` }, anchor: { kind: 'page' } },
    });
    await patch(id, { status: 'pending', summary: `Is ${summary}`, labels: [label?.slice(0, 20)] });
    for (const more of [{ body: reply }, { body: internal, internal: true }]) {
      await call('POST', `/api/v1/annotations/${id}/replies`, { as: ws.owner, body: more });
    }
    for (const word of [body, name, page, summary, label?.slice(0, 20), reply, internal]) await found(id, word ?? '');
    const answer = await search(ws.owner, `${body?.toUpperCase()} ${reply?.slice(0, 28)} br`);
    expect(answer.body).toMatchObject({
      items: [{ id, excerpt: `The ${body} is broken`, waiting_for: 'owner' }],
      next_cursor: null,
      search: {
        terms: [body, reply?.slice(0, 28), 'br'],
        fields: [...SEARCHED],
        back_to: null,
        has_older_notes: false,
      },
    });
    expect(idsOf(await search(ws.owner, `${body} ${rare()}`))).toEqual([]);
    expect(idsOf(await search(ws.owner, body ?? '', {}, site, '/api/widget'))).toEqual([id]);
    expect((await call('GET', `/api/v1/sites/${site.id}/annotations`, { as: ws.owner })).body).not.toHaveProperty(
      'search',
    );
  });

  test('finds a note by the words of its page’s address, which browsers encode', async () => {
    const url = `https://shop.example.com/${encodeURIComponent('製品'.repeat(12))}/über-${encodeURI('größen')}/100%?q=%E9`;
    const { id } = await ws.note(site, { context: { page: { url }, anchor: { kind: 'page' } } });
    for (const word of ['製品', 'Über-Größen', '100']) await found(id, word);
  });

  test('combines with the other filters, and pages newest first', async () => {
    const word = rare();
    const own = await ws.site();
    const ids: string[] = [];
    for (const kind of ['bug', 'praise', 'bug', 'copy', 'bug']) {
      ids.unshift((await ws.note(own, { body: word, kind })).id);
    }
    for (const id of ids) await found(id, word, own);
    expect(idsOf(await search(ws.owner, word, { kind: 'bug' }, own))).toEqual([ids[0], ids[2], ids[4]]);
    await patch(ids[2] ?? '', { status: 'resolved', summary: 'Done.' });
    expect(idsOf(await search(ws.owner, word, { kind: 'bug', status: 'pending' }, own))).toEqual([ids[0], ids[4]]);

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Awaited<ReturnType<typeof search>> = await search(
        ws.owner,
        word,
        { limit: '2', ...(cursor && { cursor }) },
        own,
      );
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      expect(body.search.back_to === null).toBe(body.next_cursor === null);
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(ids);

    const first = await search(ws.owner, word, { limit: '2' }, own);
    const other = await search(ws.owner, `${word} x`, { limit: '2', cursor: first.body.next_cursor }, own);
    expect(other).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
  });

  test('shows quarantined notes only to those who ask for them, as lists do', async () => {
    const word = rare();
    const { id } = await ws.note(site, { body: word });
    await found(id, word);
    await patch(id, { quarantined: true });
    expect(idsOf(await search(ws.owner, word))).toEqual([]);
    expect(idsOf(await search(ws.owner, word, { quarantined: 'true' }))).toEqual([id]);
  });

  test('stays within granted sites and the workspace', async () => {
    const word = rare();
    const { id } = await ws.note(site, { body: word });
    await found(id, word);
    expect(idsOf(await search(await ws.guest([site.id]), word))).toEqual([id]);
    const stranger = await newWorkspace();
    for (const as of [await ws.guest(), stranger.owner]) {
      expect((await search(as, word)).text).toBe((await search(as, word, {}, { ...site, id: newId() })).text);
      expect((await search(as, word)).status).toBe(404);
    }
    expect((await search(site.widget, word)).status).toBe(401);
  });

  test('loses a note and its words with its deletion', async () => {
    const word = rare();
    const { id } = await ws.note(site, { body: word });
    await found(id, word);
    await call('DELETE', `/api/widget/annotations/${id}`, { as: ws.owner });
    expect(idsOf(await search(ws.owner, word))).toEqual([]);
    const entry = () => table().get(scratchKeys.searchNote(ws.id, site.id, id), { in: 'scratch' });
    await until(async () => (await entry())?.gone, 'the mark');
    expect(JSON.stringify(await entry())).not.toContain(word);
  });

  test('loses the words of a summary that was replaced', async () => {
    const [first, second] = [rare(), rare()];
    const { id } = await ws.note(site, {});
    await patch(id, { status: 'resolved', summary: first });
    await found(id, first);
    await patch(id, { summary: second });
    await lost(id, first);
    await found(id, second);
  });

  test('says so if notes from before it existed may be missing', async () => {
    const own = await ws.site();
    await table().removeMany([scratchKeys.searchSite(ws.id, own.id)], { in: 'scratch' });
    expect((await search(ws.owner, 'anything', {}, own)).body.search.has_older_notes).toBe(true);
  });

  test.each(['', '  ', '?!…', '😀'])('refuses %j, in which there is no word', async (q) => {
    const answer = await search(ws.owner, q);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'nothing_to_search', detail: [{ loc: ['query', 'q'], code: 'nothing_to_search' }] },
    });
  });

  test('takes 200 characters and no more', async () => {
    expect((await search(ws.owner, 'x'.repeat(200))).body.search.terms).toEqual(['x'.repeat(32)]);
    expect((await search(ws.owner, 'x'.repeat(201))).status).toBe(422);
    expect((await search(ws.owner, Array.from({ length: 60 }, (_, at) => `w${at}`).join(' '))).status).toBe(422);
  });
});

test('a site that is deleted leaves none of its words', async () => {
  const word = rare();
  const own = await ws.site();
  const { id } = await ws.note(own, { body: word });
  await found(id, word, own);
  await call('DELETE', `/api/widget/sites/${own.id}`, { as: ws.owner });
  const left = () =>
    table().queryAll({ in: 'scratch', partition: partitionOf({ ws: ws.id, site: own.id }), consistent: true });
  await until(async () => !JSON.stringify(await left()).includes(word), 'the words to go');
});
