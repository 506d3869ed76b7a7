import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { CATALOG_VERSION, defaultPersonaId, defaultPersonas } from '../../functions/personas/default-personas.ts';
import { MAX_PERSONAS } from '../../functions/personas/schema.ts';
import { auditRows } from '../audit.ts';
import { type Caller, call, newTeam, newWorkspace, table, type Workspace } from '../driver.ts';
import { GARDENER, mine, newPersona } from './gardener.ts';

let ws: Workspace;
beforeAll(async () => {
  ws = await newWorkspace();
});

const patch = (id: string, body: unknown, as: Caller = ws.owner) => call('PATCH', `/api/personas/${id}`, { as, body });
const get = (id: string, as: Caller = ws.owner) => call('GET', `/api/personas/${id}`, { as });
const remove = (id: string, as: Caller = ws.owner) => call('DELETE', `/api/personas/${id}`, { as });
const reset = (body?: unknown, as: Caller = ws.owner) => call('POST', '/api/personas/reset-defaults', { as, body });

describe('200', () => {
  test('a new workspace lists the 60 defaults with dimensions and anchors, without storing them', async () => {
    const fresh = await newTeam();
    const { items, next_cursor } = await mine(fresh.owner);
    expect([items.length, next_cursor]).toEqual([60, null]);
    expect(items.every((one) => one.is_default && !one.is_customised && one.slug)).toBe(true);
    const designer = items.find(({ slug }) => slug === 'designer');
    expect(designer).toMatchObject({
      id: defaultPersonaId(fresh.id, 'designer'),
      custom_instructions: null,
      category: 'design',
      published_at: null,
      created_at: expect.stringMatching(/^\d{13}$/),
    });
    expect(designer?.evaluation_dimensions[0]).toEqual({
      name: expect.any(String),
      description: expect.any(String),
      weight: expect.any(Number),
      anchors: { '1': expect.any(String), '3': expect.any(String), '5': expect.any(String) },
      needs: 'picture',
      evidence: expect.any(String),
      rules: expect.arrayContaining(['contrast']),
    });
    expect(await table().get(keys.persona(fresh.id, defaultPersonaId(fresh.id, 'designer')))).toBeUndefined();
    expect(JSON.stringify(items)).not.toContain('is_built_in');
  });

  test('ids of defaults are stable, and differ between workspaces', async () => {
    const [here, again, there] = [await mine(ws.owner), await mine(ws.owner), await mine((await newWorkspace()).owner)];
    const idsOf = ({ items }: typeof here) => items.filter((one) => one.is_default).map(({ id }) => id);
    expect(idsOf(again)).toEqual(idsOf(here));
    expect(idsOf(there).filter((id) => idsOf(here).includes(id))).toEqual([]);
  });

  test('lists are sorted by category, then defaults before customs, then name, also across pages', async () => {
    const own = await newWorkspace();
    for (const [name, category] of [
      ['Zoe', 'copy'],
      ['Aaron', 'copy'],
      ['Aaron', 'copy'],
      ['Mid', 'aardvark'],
    ]) {
      await newPersona(own, { name, category });
    }
    const { items } = await mine(own.owner);
    const placeOf = (one: (typeof items)[number]) => [one.category, one.is_default ? 0 : 1, one.name, one.id] as const;
    const sorted = [...items].sort((a, b) => {
      const [left, right] = [placeOf(a), placeOf(b)];
      const at = left.findIndex((part, index) => part !== right[index]);
      return at === -1 ? 0 : left[at]! < right[at]! ? -1 : 1;
    });
    expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(items[0]?.name).toBe('Mid');
    const copy = (await call('GET', '/api/personas/category/copy', { as: own.owner })).body.items;
    expect(copy).toEqual(items.filter(({ category }) => category === 'copy'));
    expect(copy.slice(-3).map(({ name }: { name: string }) => name)).toEqual(['Aaron', 'Aaron', 'Zoe']);
    const none = await call('GET', '/api/personas/category/no%20such', { as: own.owner });
    expect([none.status, none.body]).toEqual([200, { items: [], next_cursor: null }]);

    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await call('GET', `/api/personas/mine?limit=25${cursor && `&cursor=${cursor}`}`, { as: own.owner });
      seen.push(...page.body.items.map(({ id }: { id: string }) => id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(seen).toEqual(items.map(({ id }) => id));
  });

  test("a workspace's own persona is returned as written, including anchors", async () => {
    const anchors = { '1': 'Weeds everywhere.', '3': 'Some weeds.', '5': 'No weed.' };
    const dimensions = [
      { ...GARDENER.evaluation_dimensions[0], anchors, evidence: 'The weed.' },
      { name: 'Water', description: 'Enough of it.', weight: 0 },
    ];
    const made = await newPersona(ws, { evaluation_dimensions: dimensions, custom_instructions: 'Be kind.' });
    expect(made).toEqual({
      ...GARDENER,
      evaluation_dimensions: dimensions,
      custom_instructions: 'Be kind.',
      id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      slug: null,
      is_default: false,
      is_customised: false,
      calibration: { labels: 0, figures: null },
      cloned_from: null,
      published_at: null,
      created_at: made.updated_at,
      updated_at: expect.stringMatching(/^\d{13}$/),
    });
    expect((await get(made.id)).body).toEqual(made);
  });

  test('a patch changes what it names; null clears the instructions and leaves every other field', async () => {
    for (const id of [(await newPersona(ws)).id, defaultPersonaId(ws.id, 'marketer')]) {
      const before = (await get(id)).body;
      const named = await patch(id, { title: 'Another', custom_instructions: 'Look twice.' });
      expect(named.body).toMatchObject({ name: before.name, title: 'Another', custom_instructions: 'Look twice.' });
      expect(named.body.is_customised).toBe(before.is_default);
      const everything = { name: null, title: null, category: null, description: null, evaluation_dimensions: null };
      const kept = await patch(id, everything);
      expect(kept.body).toEqual({ ...named.body, updated_at: kept.body.updated_at });
      const cleared = await patch(id, { ...everything, custom_instructions: null });
      expect(cleared.body).toEqual({ ...named.body, custom_instructions: null, updated_at: cleared.body.updated_at });
      expect((await get(id)).body).toEqual(cleared.body);
    }
  });

  test('a changed default keeps its id and place, and records the version it was changed from', async () => {
    const id = defaultPersonaId(ws.id, 'recruiter');
    await patch(id, { name: 'Talent scout' });
    const found = (await mine(ws.owner)).items.filter((one) => one.id === id);
    expect(found).toMatchObject([{ name: 'Talent scout', slug: 'recruiter', is_default: true, is_customised: true }]);
    expect(await table().get(keys.persona(ws.id, id))).toMatchObject({
      catalogue_version: CATALOG_VERSION,
      title: found[0]?.title,
    });
  });

  test('ten concurrent patches of an untouched default all take effect', async () => {
    const own = await newWorkspace();
    const id = defaultPersonaId(own.id, 'designer');
    const fields = ['name', 'title', 'description', 'category', 'custom_instructions'];
    const answers = await Promise.all(fields.map((field) => patch(id, { [field]: `new ${field}` }, own.owner)));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { body } = await get(id, own.owner);
    expect(fields.map((field) => body[field])).toEqual(fields.map((field) => `new ${field}`));
  });

  test('defaults and customs can be deleted, once', async () => {
    const own = await newWorkspace();
    const [custom, id] = [(await newPersona(own)).id, defaultPersonaId(own.id, 'seo-specialist')];
    for (const one of [custom, id]) {
      expect((await remove(one, own.owner)).body).toEqual({ id: one, deleted: true });
      expect((await get(one, own.owner)).status).toBe(404);
      expect((await patch(one, { name: 'x' }, own.owner)).status).toBe(404);
      expect((await remove(one, own.owner)).status).toBe(404);
    }
    expect((await mine(own.owner)).items).toHaveLength(59);
  });

  test('a reset restores one or all defaults, counts those that differed, and leaves customs alone', async () => {
    const own = await newWorkspace();
    const id = (slug: string) => defaultPersonaId(own.id, slug);
    const custom = await newPersona(own);
    const { items: original } = await mine(own.owner);
    await patch(id('designer'), { title: 'Other' }, own.owner);
    await patch(id('marketer'), { custom_instructions: 'Hm.' }, own.owner);
    await remove(id('copy-editor'), own.owner);
    // Changed and changed back: it does not differ.
    await patch(id('recruiter'), { title: 'Other' }, own.owner);
    const { title } = original.find(({ slug }) => slug === 'recruiter')!;
    await patch(id('recruiter'), { title }, own.owner);

    expect((await reset({ slug: 'copy-editor' }, own.owner)).body).toEqual({ reset_count: 1 });
    expect((await reset({ slug: 'copy-editor' }, own.owner)).body).toEqual({ reset_count: 0 });
    expect((await reset({ slug: 'recruiter' }, own.owner)).body).toEqual({ reset_count: 0 });
    expect((await reset(undefined, own.owner)).body).toEqual({ reset_count: 2 });
    expect((await reset({ slug: null }, own.owner)).body).toEqual({ reset_count: 0 });
    expect((await mine(own.owner)).items).toEqual(original);
    expect((await get(custom.id, own.owner)).body).toEqual(custom);
  });

  test('one reset restores all 60 deleted defaults; parallel resets count each of them once', async () => {
    const own = await newWorkspace();
    const all = defaultPersonas().map(({ slug }) => defaultPersonaId(own.id, slug));
    for (const part of [all.slice(0, 30), all.slice(30)]) {
      await Promise.all(part.map((id) => remove(id, own.owner)));
    }
    expect((await mine(own.owner)).items).toEqual([]);
    const counts = await Promise.all([1, 2, 3].map(async () => (await reset({}, own.owner)).body.reset_count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    expect((await mine(own.owner)).items).toHaveLength(60);
  });

  test('one Idempotency-Key makes one persona', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = (body: unknown) => call('POST', '/api/personas', { as: ws.owner, body, headers });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(GARDENER)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await send({ ...GARDENER, name: 'Other' })).status).toBe(422);
  });

  test('every write is audited', async () => {
    const own = await newWorkspace();
    const { id } = await newPersona(own);
    await patch(id, { name: 'x' }, own.owner);
    await remove(id, own.owner);
    await remove(defaultPersonaId(own.id, 'designer'), own.owner);
    await reset(undefined, own.owner);
    const items = await auditRows(own.id);
    expect(items.map(({ action }) => action)).toEqual([
      'workspace.create',
      'persona.create',
      'persona.patch',
      'persona.delete',
      'persona.delete',
      'persona.reset',
    ]);
  });
});

describe('400', () => {
  test('a cursor of another list is refused', async () => {
    const { body } = await call('GET', '/api/personas/mine?limit=5', { as: ws.owner });
    const path = `/api/personas/category/copy?cursor=${body.next_cursor}`;
    expect((await call('GET', path, { as: ws.owner })).status).toBe(400);
  });
});

describe('403', () => {
  test('a GUEST can read but not write personas', async () => {
    const [guest, { id }] = [await ws.guest(), await newPersona(ws)];
    expect([(await mine(guest)).items.length > 60, (await get(id, guest)).status]).toEqual([true, 200]);
    const refused = [
      await call('POST', '/api/personas', { as: guest, body: GARDENER }),
      await patch(id, { name: 'x' }, guest),
      await remove(id, guest),
      await reset(undefined, guest),
    ];
    expect(refused.map(({ status, body }) => [status, body.detail])).toEqual(
      refused.map(() => [403, 'Insufficient role']),
    );
  });
});

describe('404', () => {
  test("another workspace's personas and defaults are not found", async () => {
    const other = await newWorkspace();
    for (const id of [(await newPersona(other)).id, defaultPersonaId(other.id, 'designer'), newId(), 'x']) {
      expect([(await get(id)).status, (await patch(id, { name: 'x' })).status, (await remove(id)).status]).toEqual([
        404, 404, 404,
      ]);
    }
    expect((await get(defaultPersonaId(other.id, 'designer'), other.owner)).body.title).toBe(
      defaultPersonas().find(({ slug }) => slug === 'designer')?.title,
    );
  });

  test('an unknown slug cannot be reset', async () => {
    for (const slug of ['nobody', '__proto__', '']) expect((await reset({ slug })).status).toBe(404);
  });
});

describe('422', () => {
  const dimension = GARDENER.evaluation_dimensions[0]!;
  const of = (...evaluation_dimensions: unknown[]) => ({ evaluation_dimensions });
  const misfits: [string, Record<string, unknown>][] = [
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(121) }],
    ['a long title', { title: 'x'.repeat(201) }],
    ['a long description', { description: 'x'.repeat(2001) }],
    ['long instructions', { custom_instructions: 'x'.repeat(2001) }],
    ['no dimension', of()],
    ['13 dimensions', of(...Array.from({ length: 13 }, (_, at) => ({ ...dimension, name: `D${at}` })))],
    ['a negative weight', of({ ...dimension, weight: -0.1 })],
    ['weights that are all 0', of({ ...dimension, weight: 0 })],
    ['weights that are as good as 0', of({ ...dimension, weight: 1e-200 })],
    ['a weight in words', of({ ...dimension, weight: '1' })],
    ['two dimensions of one name', of(dimension, dimension)],
    ['anchors without a middle', of({ ...dimension, anchors: { '1': 'a', '5': 'b' } })],
  ];

  test.each(misfits)('%s is refused, on create and on patch', async (_, more) => {
    const created = await call('POST', '/api/personas', { as: ws.owner, body: { ...GARDENER, ...more } });
    const patched = await patch(defaultPersonaId(ws.id, 'ux-writer'), more);
    expect([created.status, patched.status]).toEqual([422, 422]);
    expect(created.body.detail[0].loc[0]).toBe('body');
  });

  test.each(['name', 'title', 'category', 'description', 'evaluation_dimensions'])('%s is required', async (field) => {
    const body = Object.fromEntries(Object.entries(GARDENER).filter(([name]) => name !== field));
    expect((await call('POST', '/api/personas', { as: ws.owner, body })).status).toBe(422);
  });

  test('a workspace holds 200 of its own; a deleted one makes room, defaults do not count', async () => {
    const own = await newWorkspace();
    const { id } = await newPersona(own);
    const set = { persona_count: MAX_PERSONAS };
    await table().transact([{ update: keys.workspace(own.id), set, when: [['exists', 'pk']] }]);
    const refused = await call('POST', '/api/personas', { as: own.owner, body: GARDENER });
    expect([refused.status, refused.body.detail[0].type]).toEqual([422, 'too_many']);
    await remove(defaultPersonaId(own.id, 'designer'), own.owner);
    expect((await call('POST', '/api/personas', { as: own.owner, body: GARDENER })).status).toBe(422);
    await remove(id, own.owner);
    expect((await call('POST', '/api/personas', { as: own.owner, body: GARDENER })).status).toBe(200);
  });
});
