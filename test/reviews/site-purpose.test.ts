import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, rowsOf } from './reviewed.ts';

beforeAll(useOwnTables);

const asked = async (ws: Workspace, more: Record<string, unknown>) => {
  const { status, body } = await create(ws.owner, more);
  expect(status).toBe(200);
  const { goal, audience, stage } = (await rowsOf(ws.id, body.id)).get('REVIEW')!;
  return { goal, audience, stage };
};

const PURPOSE = { goal: 'Sell lamps', audience: 'People who furnish', stage: 'live' };

describe('the purpose of a site', () => {
  test('is what its last review was given, field by field', async () => {
    const ws = await newWorkspace();
    const [site, other] = [await ws.site(), await ws.site()];
    const of = { widget_site_id: site.id };
    expect(await asked(ws, of)).toEqual({ goal: null, audience: null, stage: null });
    expect(await asked(ws, { ...of, ...PURPOSE })).toEqual(PURPOSE);
    expect(await asked(ws, of)).toEqual(PURPOSE);
    expect(await asked(ws, { ...of, goal: 'Win resellers' })).toEqual({ ...PURPOSE, goal: 'Win resellers' });
    expect(await asked(ws, of)).toEqual({ ...PURPOSE, goal: 'Win resellers' });
    expect(await asked(ws, { widget_site_id: other.id })).toEqual({ goal: null, audience: null, stage: null });
    expect(await asked(ws, {})).toEqual({ goal: null, audience: null, stage: null });
  });

  test('is forgotten for a field that is sent empty', async () => {
    const ws = await newWorkspace();
    const of = { widget_site_id: (await ws.site()).id };
    await asked(ws, { ...of, ...PURPOSE });
    expect(await asked(ws, { ...of, goal: ' ' })).toEqual({ ...PURPOSE, goal: null });
    expect(await asked(ws, of)).toEqual({ ...PURPOSE, goal: null });
  });

  test('is that of a review of its notes, too', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    await asked(ws, { widget_site_id: site.id, ...PURPOSE });
    const note = await ws.note(site);
    const path = `/api/v1/annotations/${note.id}/run-personas`;
    const { body } = await call('POST', path, { as: ws.owner });
    expect((await rowsOf(ws.id, body.id)).get('REVIEW')).toMatchObject(PURPOSE);
  });

  test('shows in no answer about the site', async () => {
    const ws = await newWorkspace();
    const { id } = await ws.site();
    const before = (await call('GET', `/api/widget/sites/${id}`, { as: ws.owner })).body;
    await asked(ws, { widget_site_id: id, ...PURPOSE });
    expect((await call('GET', `/api/widget/sites/${id}`, { as: ws.owner })).body).toEqual(before);
  });
});
