import { listKeys } from '../../functions/annotations/change.ts';
import { newId, timeOfId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import type { Table } from '../../functions/kit/table/table.ts';
import { partitionOf, type SearchedSite } from '../../functions/search/blocks.ts';
import { look } from '../../functions/search/find.ts';
import { termsIn } from '../../functions/search/words.ts';

export const SCRATCH = { in: 'scratch' } as const;
export const newPlace = (): SearchedSite => ({ ws: newId(), site: newId() });

export const inTurn = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>, atOnce = 20) => {
  const open = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = open.shift(); item !== undefined; item = open.shift()) await work(item);
    }),
  );
};

const plain = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);

/** Notes in a table that no worker looks at, and what search finds there. */
export const searchedTable = (table: Table) => {
  const rowsOf = (place: SearchedSite) =>
    table.queryAll({ ...SCRATCH, partition: partitionOf(place), consistent: true });
  return {
    put: async ({ ws, site }: SearchedSite, id: string, body: string, more: Record<string, unknown> = {}) => {
      const row = {
        id,
        site_id: site,
        status: 'pending' as const,
        kind: 'bug',
        auto_fix: false,
        excerpt: body.slice(0, 300),
        page_url: 'https://shop.example.com/',
        submitter: { kind: 'anonymous', name: '', has_email: false },
        created_at: timeOfId(id),
        updated_at: timeOfId(id),
        ...more,
      };
      await table.put({ ...keys.annotation(ws, id), ...listKeys(ws, row), ...row });
      await table.put({ ...keys.context(ws, id), body, name: '', email: null });
    },
    reply: ({ ws }: SearchedSite, id: string, body: string) =>
      table.put({ ...keys.reply(ws, id, newId()), body, author: 'owner', author_name: '' }),
    find: async (place: SearchedSite, query: string, before?: string): Promise<string[]> => {
      const ids: string[] = [];
      for await (const part of look(table, place, termsIn(query), before)) ids.push(...part.ids);
      return ids;
    },
    rowsOf,
    textOf: async (place: SearchedSite) => JSON.stringify(await rowsOf(place), plain),
  };
};
