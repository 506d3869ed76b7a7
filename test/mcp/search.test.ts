import { expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { scratchKeys } from '../../functions/kit/table/keys.ts';
import { newWorkspace, table } from '../driver.ts';
import { until } from '../workers/until.ts';
import { callTool, connectClient } from './connect.ts';

test('list_annotations with q finds notes by their words, and says if older ones may be missing', async () => {
  const ws = await newWorkspace();
  const site = await ws.site();
  const word = `zebra${newId().toLowerCase()}`;
  const { id } = await ws.note(site, { body: `A ${word} crossing` });
  await ws.note(site);
  const client = await connectClient(site.mcp_token);
  const search = async (q: string) => (await callTool(client, 'list_annotations', { q, status: 'pending' })).trusted;
  const found = await until(async () => {
    const answer = await search(`cross ${word.slice(0, 20).toUpperCase()}`);
    return answer.items.length > 0 && answer;
  });
  expect(found).toMatchObject({ items: [{ id, n: 1 }], next_cursor: null });
  expect(found).not.toHaveProperty('may_miss_older_notes');
  expect((await search(`${word} absent`)).items).toEqual([]);
  expect((await callTool(client, 'list_annotations', { q: '?!' })).isError).toBe(true);

  await table().removeMany([scratchKeys.searchSite(ws.id, site.id)], { in: 'scratch' });
  expect(await search(word)).toMatchObject({ items: [{ id }], may_miss_older_notes: true });
});
