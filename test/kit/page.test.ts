import { expect, test } from '@jest/globals';
import { readPage } from '../../functions/kit/table/page.ts';
import type { Query, Table } from '../../functions/kit/table/table.ts';

/** Partitions without end. */
const endless = () => {
  const asked: number[] = [];
  const query = async ({ partition, limit = 0 }: Query) => {
    const first = asked.push(limit) * 10_000;
    const items = Array.from({ length: limit }, (_, at) => ({
      pk: partition,
      sk: String(first + at).padStart(9, '0'),
    }));
    return { items, last: items.at(-1) };
  };
  return { asked, table: { query } as unknown as Table };
};

test.each([0, 3, 6])('a filter without matches reads 1,400 rows at most, of %i more partitions too', async (more) => {
  const { asked, table } = endless();
  const page = await readPage(table, {
    query: { partition: 'a' },
    others: Array.from({ length: more }, (_, at) => `b${at}`),
    limit: 50,
    cursor: undefined,
    binding: { route: 'test', workspace_id: 'w', filter: {} },
    keep: () => false,
    position: ({ sk }) => sk,
    startKey: (sk, pk) => ({ pk, sk }),
  });
  const rows = asked.reduce((sum, limit) => sum + limit, 0);
  expect(rows).toBeLessThanOrEqual(1400);
  expect(rows).toBeGreaterThan(1400 - (more + 1));
  expect(Math.min(...asked)).toBeGreaterThan(0);
  expect(page).toMatchObject({ items: [], next_cursor: expect.any(String) });
});
