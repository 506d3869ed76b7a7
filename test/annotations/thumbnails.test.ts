import { describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { call, newWorkspace, table } from '../driver.ts';

describe('thumbnails', () => {
  test('are URLs of the pictures of those notes that are on the site', async () => {
    const ws = await newWorkspace();
    const site = await ws.site();
    const [pictured, plain, gone] = [await ws.note(site), await ws.note(site), await ws.note(site)];
    const foreign = await ws.note(await ws.site());
    for (const { id } of [pictured, foreign, gone]) {
      await table().transact([
        { update: keys.context(ws.id, id), set: { thumbnail_key: `kept/${id}.webp` }, when: [['exists', 'pk']] },
      ]);
    }
    await call('DELETE', `/api/widget/annotations/${gone.id}`, { as: ws.owner });
    const ask = (ids: string[]) =>
      call('GET', `/api/widget/sites/${site.id}/annotations/thumbnails?ids=${ids.join(',')}`, { as: ws.owner });
    const { body } = await ask([pictured.id, plain.id, gone.id, foreign.id, newId(), pictured.id]);
    const byId = new Map(body.items.map(({ annotation_id, url }: Record<string, string>) => [annotation_id, url]));
    expect([...byId.keys()].sort()).toEqual([pictured.id, plain.id].sort());
    expect(byId.get(pictured.id)).toMatch(/\/files\/k\d+\./);
    expect(byId.get(plain.id)).toBeNull();
    expect((await ask(Array.from({ length: 26 }, newId))).status).toBe(422);
    expect((await ask(['x'])).status).toBe(422);
  });
});
