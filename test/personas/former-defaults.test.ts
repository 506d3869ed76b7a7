import { beforeEach, describe, expect, test } from '@jest/globals';
import { keys } from '../../functions/kit/table/keys.ts';
import { defaultPersonaId, defaultPersonas } from '../../functions/personas/default-personas.ts';
import { call, newWorkspace, table, type Workspace } from '../driver.ts';
import { mine } from './gardener.ts';

const FORMER = 'keyboard-navigator';
const WRITTEN = 'Never let a dialog trap the focus.';

let ws: Workspace;
let id: string;

/** As the version before the slug left the catalog stored it. */
const changedBefore = () => ({
  ...keys.persona(ws.id, id),
  id,
  slug: FORMER,
  name: 'Our keyboard navigator',
  title: 'Uses everything without a pointer',
  category: 'accessibility',
  description: 'Goes through controls with Tab.',
  evaluation_dimensions: [
    { name: 'Reachability', description: 'Whether all that acts is a control.', weight: 0.7 },
    { name: 'Skipping repetition', description: 'Whether one can pass what repeats.', weight: 0.3 },
  ],
  custom_instructions: WRITTEN,
  catalogue_version: 2,
  created_at: 1,
  updated_at: 2,
});

beforeEach(async () => {
  ws = await newWorkspace();
  id = defaultPersonaId(ws.id, FORMER);
  await table().put(changedBefore());
});

const get = () => call('GET', `/api/personas/${id}`, { as: ws.owner });
const countOf = async () => (await table().get(keys.workspace(ws.id)))?.persona_count ?? 0;

describe('a changed default whose slug has left the catalog', () => {
  test("is listed as the workspace's own, with all changes", async () => {
    expect(defaultPersonas().map(({ slug }) => slug)).not.toContain(FORMER);
    const { items } = await mine(ws.owner);
    expect(items).toHaveLength(61);
    const found = items.find((one) => one.id === id);
    expect(found).toMatchObject({
      name: 'Our keyboard navigator',
      slug: null,
      is_default: false,
      is_customised: false,
      custom_instructions: WRITTEN,
    });
    expect((await get()).body).toEqual(found);
    const inCategory = await call('GET', '/api/personas/category/accessibility', { as: ws.owner });
    expect(inCategory.body.items).toContainEqual(found);
  });

  test('reviews content without counting as a default', async () => {
    const body = { title: 'Form', input_type: 'text', content: 'Press Tab to go on.', persona_ids: [id] };
    const made = await call('POST', '/api/reviews', { as: ws.owner, body });
    expect(made.status).toBe(200);
    expect(made.body.personas).toMatchObject([{ name: 'Our keyboard navigator', slug: null }]);
  });

  test('can still be changed and survives resets', async () => {
    const changed = await call('PATCH', `/api/personas/${id}`, { as: ws.owner, body: { title: 'Tabs' } });
    expect(changed.body).toMatchObject({ title: 'Tabs', custom_instructions: WRITTEN });
    const reset = (body?: unknown) => call('POST', '/api/personas/reset-defaults', { as: ws.owner, body });
    expect((await reset()).body).toEqual({ reset_count: 0 });
    expect((await reset({ slug: FORMER })).status).toBe(404);
    expect((await get()).body).toEqual(changed.body);
  });

  test('can be published and cloned', async () => {
    const published = await call('POST', `/api/personas/${id}/publish`, { as: ws.owner });
    expect(published.status).toBe(200);
    const other = await newWorkspace();
    const clone = await call('POST', `/api/personas/${id}/clone`, { as: other.owner });
    expect(clone.body).toMatchObject({ name: 'Our keyboard navigator', cloned_from: id, custom_instructions: null });
    expect((await call('DELETE', `/api/personas/${id}`, { as: ws.owner })).status).toBe(200);
  });

  test('is deleted for good, which frees no place for another persona', async () => {
    const before = await countOf();
    expect((await call('DELETE', `/api/personas/${id}`, { as: ws.owner })).body).toEqual({ id, deleted: true });
    expect([(await get()).status, await countOf()]).toEqual([404, before]);
    expect(await table().get(keys.persona(ws.id, id))).toBeUndefined();
    expect((await mine(ws.owner)).items).toHaveLength(60);
  });
});

test('a former default that was deleted or never changed is not found', async () => {
  await table().put({ ...keys.persona(ws.id, id), id, slug: FORMER, catalogue_version: 2, deleted_at: 1 });
  const untouched = defaultPersonaId(ws.id, 'design-systems-lead');
  for (const gone of [id, untouched]) {
    expect((await call('GET', `/api/personas/${gone}`, { as: ws.owner })).status).toBe(404);
  }
  expect((await mine(ws.owner)).items).toHaveLength(60);
  const all = await call('POST', '/api/personas/reset-defaults', { as: ws.owner });
  expect(all.body).toEqual({ reset_count: 0 });
});
