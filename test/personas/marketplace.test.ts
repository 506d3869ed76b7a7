import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { defaultPersonaId } from '../../functions/personas/default-personas.ts';
import { removePublished } from '../../functions/personas/listing.ts';
import { MAX_PERSONAS } from '../../functions/personas/schema.ts';
import { type Caller, call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { mine, newPersona, type Shown } from './gardener.ts';

type Act = 'publish' | 'unpublish' | 'clone';
const act = (id: string, what: Act, as: Caller, headers = {}) =>
  call('POST', `/api/personas/${id}/${what}`, { as, headers });

/** A word that no other test uses, so that a list by category holds this test's own rows only. */
const ownCategory = () => `c-${newId()}`;
const listed = async (category: string, more = ''): Promise<Shown[]> =>
  (await call('GET', `/api/marketplace/personas?category=${category}${more}`)).body.items;

const published = async (ws: Workspace, more: object = {}) => {
  const category = ownCategory();
  const persona = await newPersona(ws, { category, ...more });
  expect((await act(persona.id, 'publish', ws.owner)).status).toBe(200);
  return { ...persona, category };
};

describe('publishing', () => {
  test('shows everyone a snapshot without workspace, author or instructions', async () => {
    const ws = await newWorkspace();
    const category = ownCategory();
    const persona = await newPersona(ws, { category, custom_instructions: 'Our secret plan.' });
    const answer = await act(persona.id, 'publish', await ws.member());
    const { items } = (await call('GET', `/api/marketplace/personas?category=${category}`)).body;
    expect(items).toEqual([answer.body]);
    expect(Object.keys(items[0]).sort()).toEqual([
      'calibration',
      'category',
      'description',
      'evaluation_dimensions',
      'id',
      'name',
      'published_at',
      'title',
      'updated_at',
    ]);
    expect(answer.text).not.toContain('secret');
    expect((await mine(ws.owner)).items.find(({ id }) => id === persona.id)?.published_at).toBe(
      answer.body.published_at,
    );
  });

  test('publishing again updates the one snapshot and its time; a patch alone changes nothing public', async () => {
    const ws = await newWorkspace();
    const { id, category } = await published(ws);
    const [first] = await listed(category);
    await call('PATCH', `/api/personas/${id}`, { as: ws.owner, body: { title: 'Renewed' } });
    expect(await listed(category)).toEqual([first]);
    const { body } = await act(id, 'publish', ws.owner);
    expect(body).toEqual({ ...first, title: 'Renewed', updated_at: body.updated_at });
    expect(Number(body.updated_at)).toBeGreaterThan(Number(first?.updated_at));
    expect(await listed(category)).toEqual([body]);
  });

  test('moves to the list of its new category', async () => {
    const ws = await newWorkspace();
    const [{ id, category }, other] = [await published(ws), ownCategory()];
    await call('PATCH', `/api/personas/${id}`, { as: ws.owner, body: { category: other } });
    await act(id, 'publish', ws.owner);
    expect([(await listed(category)).length, (await listed(other)).length]).toEqual([0, 1]);
  });

  test('publishing ten times concurrently writes one row', async () => {
    const ws = await newWorkspace();
    const category = ownCategory();
    const { id } = await newPersona(ws, { category });
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, 'publish', ws.owner)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listed(category)).toHaveLength(1);
  });

  test('is refused for defaults, changed or not (409), for GUESTs (403) and for other workspaces (404)', async () => {
    const ws = await newWorkspace();
    const [untouched, changed] = [defaultPersonaId(ws.id, 'designer'), defaultPersonaId(ws.id, 'marketer')];
    await call('PATCH', `/api/personas/${changed}`, { as: ws.owner, body: { title: 'Ours' } });
    for (const id of [untouched, changed]) {
      expect((await act(id, 'publish', ws.owner)).status).toBe(409);
      expect((await act(id, 'unpublish', ws.owner)).status).toBe(409);
    }
    const { id } = await newPersona(ws);
    expect((await act(id, 'publish', await ws.guest())).status).toBe(403);
    expect((await act(id, 'publish', (await newWorkspace()).owner)).status).toBe(404);
    expect((await act(newId(), 'publish', ws.owner)).status).toBe(404);
  });
});

describe('unpublishing', () => {
  test('withdraws the persona, is idempotent, and leaves clones alone', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const { id, category } = await published(ws);
    const clone = (await act(id, 'clone', other.owner)).body;
    expect((await act(id, 'unpublish', other.owner)).status).toBe(404);
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await act(id, 'unpublish', ws.owner);
      expect([status, body.id, body.published_at]).toEqual([200, id, null]);
    }
    expect(await listed(category)).toEqual([]);
    expect((await act(id, 'clone', other.owner)).status).toBe(404);
    expect((await call('GET', `/api/personas/${clone.id}`, { as: other.owner })).body).toEqual(clone);
  });

  test('happens when the persona is deleted', async () => {
    const ws = await newWorkspace();
    const { id, category } = await published(ws);
    expect((await call('DELETE', `/api/personas/${id}`, { as: ws.owner })).status).toBe(200);
    expect(await listed(category)).toEqual([]);
    for (const key of [keys.marketPersona(id), keys.publishedPersona(ws.id, id)]) {
      expect(await table().get(key)).toBeUndefined();
    }
  });
});

describe('cloning', () => {
  test('copies the snapshot into the workspace as its own, without instructions', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const original = await published(ws, { custom_instructions: 'Our secret plan.' });
    const { status, body } = await act(original.id, 'clone', await other.token('MEMBER'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: original.name,
      evaluation_dimensions: original.evaluation_dimensions,
      custom_instructions: null,
      is_default: false,
      cloned_from: original.id,
      published_at: null,
    });
    expect(body.id).not.toBe(original.id);
    // An export of the workspace has its rows as they are.
    expect(JSON.stringify(await table().get(keys.persona(other.id, body.id)))).not.toContain(ws.id);
    expect((await mine(other.owner)).items.map(({ id }) => id)).toContain(body.id);
    expect((await call('GET', `/api/personas/${original.id}`, { as: other.owner })).status).toBe(404);
  });

  test('works within the publishing workspace, and one Idempotency-Key makes one clone', async () => {
    const ws = await newWorkspace();
    const { id } = await published(ws);
    const headers = { 'idempotency-key': newId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(id, 'clone', ws.owner, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await mine(ws.owner)).items).toHaveLength(62);
  });

  test('answers a repeat with its Idempotency-Key as before, although the persona is no longer public', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const { id } = await published(ws);
    const headers = { 'idempotency-key': newId() };
    const first = await act(id, 'clone', other.owner, headers);
    await act(id, 'unpublish', ws.owner);
    const again = await act(id, 'clone', other.owner, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await act(id, 'clone', other.owner, { 'idempotency-key': newId() })).status).toBe(404);
  });

  test('requires MEMBER (403), a public persona (404) and room in the workspace (422)', async () => {
    const [ws, other] = [await newWorkspace(), await newWorkspace()];
    const [{ id }, secret] = [await published(ws), await newPersona(ws)];
    expect((await act(id, 'clone', await other.guest())).status).toBe(403);
    const inaccessible = [secret.id, newId(), 'x', defaultPersonaId(ws.id, 'designer')];
    for (const one of inaccessible) expect((await act(one, 'clone', other.owner)).status).toBe(404);
    const set = { persona_count: MAX_PERSONAS };
    await table().transact([{ update: keys.workspace(other.id), set, when: [['exists', 'pk']] }]);
    expect((await act(id, 'clone', other.owner)).status).toBe(422);
  });
});

describe('the public list', () => {
  test('needs no credential, is cacheable for 60 seconds, and is paged, most recently published first', async () => {
    const ws = await newTeam();
    const category = ownCategory();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await newPersona(ws, { category })).id);
    for (const id of made.toReversed()) await act(id, 'publish', ws.owner);
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const query: string = `category=${category}&limit=2${cursor && `&cursor=${cursor}`}`;
      const { status, headers, body } = await call('GET', `/api/marketplace/personas?${query}`);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
      seen.push(...body.items.map(({ id }: Shown) => id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(made);
    const all = (await call('GET', '/api/marketplace/personas?limit=200')).body.items.map(({ id }: Shown) => id);
    expect(all).toEqual(expect.arrayContaining(made));
    await act(String(made[4]), 'publish', ws.owner);
    await call('DELETE', `/api/workspaces/${ws.id}`, { as: ws.owner });
    await call('POST', `/api/workspaces/${ws.id}/restore`, { as: ws.owner });
    expect((await listed(category)).map(({ id }) => id)).toEqual(made);
  });

  test('refuses a foreign cursor (400) and a limit out of range (422), and neither answer is cacheable', async () => {
    const ws = await newWorkspace();
    const category = ownCategory();
    for (let count = 0; count < 2; count += 1) await published(ws, { category });
    const { next_cursor } = (await call('GET', `/api/marketplace/personas?category=${category}&limit=1`)).body;
    const foreign = await call('GET', `/api/marketplace/personas?cursor=${next_cursor}`);
    const large = await call('GET', '/api/marketplace/personas?limit=201');
    expect([foreign.status, large.status]).toEqual([400, 422]);
    for (const { headers } of [foreign, large]) expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a deleted workspace', () => {
  const pathOf = (ws: Workspace) => `/api/workspaces/${ws.id}`;

  test('takes its personas off the marketplace, and a restore puts them back', async () => {
    const [ws, other] = [await newTeam(), await newWorkspace()];
    const { id, category } = await published(ws);
    const before = await listed(category);
    await call('DELETE', pathOf(ws), { as: ws.owner });
    expect(await listed(category)).toEqual([]);
    expect((await act(id, 'clone', other.owner)).status).toBe(404);
    expect(await table().get(keys.marketPersona(id))).not.toHaveProperty('gsi1pk');
    expect((await call('POST', `${pathOf(ws)}/restore`, { as: ws.owner })).status).toBe(200);
    expect(await listed(category)).toEqual(before);
    expect((await act(id, 'clone', other.owner)).status).toBe(200);
  });

  test('shows nothing even if the index still lists it', async () => {
    const [ws, other] = [await newTeam(), await newWorkspace()];
    const { id, category } = await published(ws);
    const set = { deleted_at: 1 };
    await table().transact([{ update: keys.workspace(ws.id), set, when: [['exists', 'pk']] }]);
    expect(await listed(category)).toEqual([]);
    expect((await act(id, 'clone', other.owner)).status).toBe(404);
  });

  test('leaves nothing public behind when it is purged', async () => {
    const ws = await newTeam();
    const made = [await published(ws), await published(ws)];
    await removePublished(table(), ws.id);
    await removePublished(table(), ws.id);
    for (const { id } of made) expect(await table().get(keys.marketPersona(id))).toBeUndefined();
  });
});
