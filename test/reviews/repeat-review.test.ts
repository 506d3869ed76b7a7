import { beforeAll, describe, expect, test } from '@jest/globals';
import { openStorage } from '../../functions/kit/files/storage.ts';
import { newId } from '../../functions/kit/ids.ts';
import { unpackContent } from '../../functions/reviews/read/content.ts';
import { call, newWorkspace, type Workspace } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { create, rowsOf, uploadFor } from './reviewed.ts';
import { type Fault, modelSaying, panelOf, readAs, runWhole } from './run-whole.ts';

beforeAll(useOwnTables);

const PAGE = [
  'Lamps that last',
  'We build lamps by hand in our workshop in Graz. Each one is tested for a week before it leaves the house.',
  'Buy now and pay later, no questions asked. Ships at some point.',
].join('\n\n');
const VAGUE: Fault = { quote: 'Ships at some point.', comment: 'The delivery time is vague and puts buyers off.' };
const PAYING: Fault = {
  quote: 'Buy now and pay later, no questions asked',
  comment: 'The terms of payment are hidden behind a slogan.',
};
const PROOF: Fault = {
  quote: 'tested for a week before it leaves the house',
  comment: 'Nothing proves that tests happen.',
};
const SITE = { title: 'Shop', input_type: 'site', content: undefined, url: 'https://shop.example.com/' };

const again = (ws: Workspace, id: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/reviews/${id}/again`, { as: ws.owner, headers });
const compare = (ws: Workspace, id: string) => call('GET', `/api/reviews/${id}/compare`, { as: ws.owner });
const findings = async (ws: Workspace, id: string) => {
  const { body } = await call('GET', `/api/reviews/${id}/feedback`, { as: ws.owner });
  const items = body.items as { id: string; comment: string }[];
  return (fault: Fault) => items.find(({ comment }) => comment === fault.comment)!.id;
};

describe('a repeated review', () => {
  test('asks the same of the same panel, and fetches the page again', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const persona_ids = await panelOf(ws.owner, ['Buyer', 'Reader']);
    const purpose = { goal: 'Sell lamps', audience: 'Gifts', stage: 'draft' };
    const { body: first } = await create(ws.owner, { ...SITE, persona_ids, widget_site_id: site.id, ...purpose });
    await readAs(ws.id, first.id, PAGE);
    await runWhole(ws.id, first.id, modelSaying(() => ({ faults: [VAGUE] })).model);
    const { status, body } = await again(ws, first.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ title: 'Shop', input_type: 'site', url: SITE.url, widget_site_id: site.id, status: 'queued' },
      ...{ previous_id: first.id, content: null, runs_total: 2, runs_done: 0 },
      personas: persona_ids.map((persona_id) => ({ persona_id, state: 'queued' })),
    });
    expect(first.previous_id).toBe(null);
    const row = (await rowsOf(ws.id, body.id)).get('REVIEW')!;
    expect(row).toMatchObject({ job: 'extract-review', input: { url: SITE.url }, ...purpose });
  });

  test('of a text judges the text as it was', async () => {
    const ws = await newWorkspace();
    const { body: first } = await create(ws.owner, { content: PAGE, persona_ids: await panelOf(ws.owner, ['Reader']) });
    await runWhole(ws.id, first.id, modelSaying(() => ({ faults: [] })).model);
    const { body } = await again(ws, first.id);
    const rows = await rowsOf(ws.id, body.id);
    expect(rows.get('REVIEW')).toMatchObject({ job: 'brief-review' });
    expect(unpackContent(rows.get('CONTENT')!.content as Uint8Array).text).toBe(PAGE);
  });

  test('of a file reads the upload again, and says so if it is gone', async () => {
    const ws = await newWorkspace();
    const key = await uploadFor(ws.owner, 'document', Buffer.from(PAGE), 'text/plain');
    const asked = { input_type: 'document', content: undefined, upload_key: key };
    const { body: first } = await create(ws.owner, { ...asked, persona_ids: await panelOf(ws.owner, ['Reader']) });
    await readAs(ws.id, first.id, PAGE);
    await runWhole(ws.id, first.id, modelSaying(() => ({ faults: [] })).model);
    const { body } = await again(ws, first.id);
    const row = (await rowsOf(ws.id, body.id)).get('REVIEW')!;
    expect(row).toMatchObject({ job: 'extract-review', input: { upload_key: key, upload_type: 'text/plain' } });
    await openStorage().empty(key);
    const gone = await again(ws, first.id);
    expect([gone.status, gone.body.code]).toEqual([409, 'original_gone']);
  });

  test('leaves out deleted personas, and is refused if none is left', async () => {
    const ws = await newWorkspace();
    const persona_ids = await panelOf(ws.owner, ['Buyer', 'Reader']);
    const { body: first } = await create(ws.owner, { content: PAGE, persona_ids });
    await runWhole(ws.id, first.id, modelSaying(() => ({ faults: [] })).model);
    const remove = (id?: string) => call('DELETE', `/api/personas/${id}`, { as: ws.owner });
    expect((await remove(persona_ids[0])).status).toBe(200);
    const { body } = await again(ws, first.id);
    expect(body.personas.map(({ persona_id }: { persona_id: string }) => persona_id)).toEqual([persona_ids[1]]);
    await remove(persona_ids[1]);
    const none = await again(ws, first.id);
    expect([none.status, none.body.code]).toEqual([409, 'panel_deleted']);
  });

  test('waits until the first one has ended, and starts once for an Idempotency-Key', async () => {
    const ws = await newWorkspace();
    const { body: first } = await create(ws.owner, { content: PAGE, persona_ids: await panelOf(ws.owner, ['Reader']) });
    const early = await again(ws, first.id);
    expect([early.status, early.body.code]).toEqual([409, 'review_running']);
    await runWhole(ws.id, first.id, modelSaying(() => ({ faults: [] })).model);
    const headers = { 'idempotency-key': newId() };
    const [one, other] = [await again(ws, first.id, headers), await again(ws, first.id, headers)];
    expect(one.body.id).not.toBe(first.id);
    expect(other.body.id).toBe(one.body.id);
  });
});

describe('the comparison', () => {
  const repeated = async (text: string, said: readonly Fault[], scores: readonly [number, number] = [3, 3]) => {
    const ws = await newWorkspace();
    const persona_ids = await panelOf(ws.owner, ['Reader']);
    const { body: first } = await create(ws.owner, { ...SITE, persona_ids });
    await readAs(ws.id, first.id, PAGE);
    const before = modelSaying(() => ({ faults: [VAGUE, PAYING], score: scores[0] }));
    await runWhole(ws.id, first.id, before.model);
    const { body: second } = await again(ws, first.id);
    const running = await compare(ws, second.id);
    expect([running.status, running.body.code]).toEqual([409, 'review_running']);
    await readAs(ws.id, second.id, text);
    await runWhole(ws.id, second.id, modelSaying(() => ({ faults: said, score: scores[1] })).model);
    const { status, body } = await compare(ws, second.id);
    expect(status).toBe(200);
    const [was, is] = [await findings(ws, first.id), await findings(ws, second.id)];
    return { ws, persona_ids, first, second, body, was, is };
  };

  test('tells fixed faults from those still there and from new ones', async () => {
    const text = PAGE.replace('Ships at some point.', 'Ships within two days.');
    const { first, second, body, was, is } = await repeated(text, [PAYING, PROOF]);
    expect(body).toEqual({
      ...{ review_id: second.id, previous_id: first.id, worse: [], judge_changed: false, unnamed: [] },
      fixed: [was(VAGUE)],
      still: [{ id: is(PAYING), previous_id: was(PAYING) }],
      new: [is(PROOF)],
    });
  });

  test('knows a fault in other words at the same place', async () => {
    const reworded = { ...VAGUE, comment: 'When does it arrive? Say so.' };
    const { body, was, is } = await repeated(PAGE, [reworded, PAYING]);
    expect(body.still).toContainEqual({ id: is(reworded), previous_id: was(VAGUE) });
    expect([body.fixed, body.new, body.unnamed]).toEqual([[], [], []]);
  });

  test('knows a fault whose passage was edited, but not mended', async () => {
    const edited = { ...VAGUE, quote: 'Dispatched when we get around to it.' };
    const { body, was, is } = await repeated(PAGE.replace('Ships at some point.', edited.quote), [edited, PAYING]);
    expect(body.still).toContainEqual({ id: is(edited), previous_id: was(VAGUE) });
    expect([body.fixed, body.new]).toEqual([[], []]);
  });

  test('calls no fault fixed whose words are still there', async () => {
    const { body, was } = await repeated(PAGE, [PAYING]);
    expect([body.fixed, body.unnamed]).toEqual([[], [was(VAGUE)]]);
  });

  test('names scores that fell', async () => {
    const { body, persona_ids } = await repeated(PAGE, [VAGUE, PAYING], [4, 3]);
    expect(body.worse).toEqual([
      { persona_id: persona_ids[0], dimension: 'Clarity for Reader', from: 4, to: 3 },
      { persona_id: persona_ids[0], dimension: 'Trust for Reader', from: 4, to: 3 },
    ]);
    expect((await repeated(PAGE, [VAGUE, PAYING], [3, 4])).body.worse).toEqual([]);
  });

  test('is refused for a review that repeats none, and if the earlier one is deleted', async () => {
    const { ws, first, second } = await repeated(PAGE, [PAYING]);
    const none = await compare(ws, first.id);
    expect([none.status, none.body.code]).toEqual([409, 'no_previous_review']);
    expect((await call('DELETE', `/api/reviews/${first.id}`, { as: ws.owner })).status).toBe(200);
    const gone = await compare(ws, second.id);
    expect([gone.status, gone.body.code]).toEqual([409, 'no_previous_review']);
    expect((await call('GET', `/api/reviews/${second.id}`, { as: ws.owner })).body.previous_id).toBe(first.id);
  });
});
