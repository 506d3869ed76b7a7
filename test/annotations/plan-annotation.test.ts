import { beforeAll, describe, expect, test } from '@jest/globals';
import { itemBytes } from '../../bench/item-size.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { toStored } from '../../functions/kit/table/stored-form.ts';
import { auditRows } from '../audit.ts';
import { call, newWorkspace, table } from '../driver.ts';
import { useOwnTables } from '../workers/own-tables.ts';
import { seedAnnotations } from './seed.ts';

beforeAll(useOwnTables);

const set = async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const [id = '', other = '', plain = ''] = await seedAnnotations(ws.id, site.id, 3);
  const patch = (note: string, body: object) => call('PATCH', `/api/v1/annotations/${note}`, { as: ws.owner, body });
  const ids = async (query: string) => {
    const { body } = await call('GET', `/api/v1/sites/${site.id}/annotations?${query}`, { as: ws.owner });
    return body.items.map((item: { id: string }) => item.id);
  };
  return { ws, site, id, other, plain, patch, ids };
};

const PLAN = { priority: 'high', due_on: '2026-12-24', labels: ['checkout', 'ios'] };

describe('priority, due day and labels of a note', () => {
  test('a patch sets priority, due day and labels, reads and lists return them, and both surfaces answer the same', async () => {
    const { ws, site, id, patch } = await set();
    const given = { ...PLAN, labels: [' iOS', 'Checkout', 'checkout'] };
    const answer = await patch(id, given);
    expect(answer).toMatchObject({ status: 200, body: PLAN });
    for (const surface of ['/api/v1', '/api/widget']) {
      const read = await call('GET', `${surface}/annotations/${id}`, { as: ws.owner });
      expect(read.body).toMatchObject(PLAN);
      const list = await call('GET', `${surface}/sites/${site.id}/annotations`, { as: ws.owner });
      expect(list.body.items.find((item: { id: string }) => item.id === id)).toMatchObject(PLAN);
    }
  });

  test('a status change keeps them, and unset ones leave the row', async () => {
    const { ws, id, patch } = await set();
    await patch(id, PLAN);
    expect((await patch(id, { status: 'resolved' })).body).toMatchObject(PLAN);
    const cleared = { priority: 'none', due_on: null, labels: [] };
    expect((await patch(id, cleared)).body).toMatchObject(cleared);
    const row = await table().get(keys.annotation(ws.id, id));
    expect(Object.keys(row ?? {}).filter((name) => name in cleared)).toEqual([]);
  });

  test('lists filter by priority and by label, with and without a status', async () => {
    const { id, other, plain, patch, ids } = await set();
    await patch(id, PLAN);
    await patch(other, { priority: 'low', labels: ['checkout'] });
    for (const status of ['', '&status=pending']) {
      expect(await ids(`priority=high${status}`)).toEqual([id]);
      expect(await ids(`priority=none${status}`)).toEqual([plain]);
      expect(await ids(`label=Checkout${status}`)).toEqual([other, id]);
      expect(await ids(`label=check${status}`)).toEqual([]);
      expect(await ids(`label=checkout&priority=low${status}`)).toEqual([other]);
    }
  });

  test('a label is as long in lower case as it was sent, stays so, and is found in any case and composition', async () => {
    const { id, patch, ids } = await set();
    const labels = ['iyileştirilmesi gerekli'];
    expect((await patch(id, { labels: ['İYİLEŞTİRİLMESİ GEREKLİ'] })).body).toMatchObject({ labels });
    // As stored before labels were folded.
    const unfolded = 'İYİLEŞTİRİLMESİ GEREKLİ'.toLowerCase();
    expect((await patch(id, { labels: [unfolded, 'café', 'cafe\u0301'] })).body.labels).toEqual(['café', ...labels]);
    expect(await ids(`label=${encodeURIComponent('CAFE\u0301')}`)).toEqual([id]);
    expect(await ids(`label=${encodeURIComponent('İyileştirilmesi gerekli')}`)).toEqual([id]);
    // NFC writes this letter with two code points.
    expect((await patch(id, { labels: ['\u0958'.repeat(13)] })).status).toBe(422);
  });

  test('the audit entry holds the new values', async () => {
    const { ws, id, patch } = await set();
    await patch(id, PLAN);
    const items = await auditRows(ws.id);
    const [entry] = items.filter(({ action }) => action === 'annotation.patch');
    expect(entry?.target).toMatchObject({ annotation_id: id, ...PLAN });
  });

  test.each([
    ['an unknown priority', { priority: 'huge' }, ['body', 'priority']],
    ['a due day that is none', { due_on: '2026-02-30' }, ['body', 'due_on']],
    ['a time instead of a day', { due_on: '2026-02-03T10:00:00Z' }, ['body', 'due_on']],
    ['six labels', { labels: ['a', 'b', 'c', 'd', 'e', 'f'] }, ['body', 'labels']],
    ['a label of 25 characters', { labels: ['x'.repeat(25)] }, ['body', 'labels', 0]],
    ['an empty label', { labels: [' '] }, ['body', 'labels', 0]],
  ])('%s is refused with its place and changes nothing', async (_, body, loc) => {
    const { ws, id, patch } = await set();
    const before = await table().get(keys.annotation(ws.id, id));
    const answer = await patch(id, body);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc]);
    expect(await table().get(keys.annotation(ws.id, id))).toEqual(before);
  });

  test('the largest plan adds at most 450 bytes to the row', async () => {
    const { ws, id, patch } = await set();
    const bytes = async () => itemBytes(toStored({ sk: '', ...(await table().get(keys.annotation(ws.id, id))) }));
    const before = await bytes();
    const labels = ['a', 'b', 'c', 'd', 'e'].map((first) => first + '漢'.repeat(23));
    const answer = await patch(id, { priority: 'urgent', due_on: '2026-12-24', labels });
    expect(answer.body.labels).toEqual(labels);
    expect((await bytes()) - before).toBeLessThan(450);
  });
});
