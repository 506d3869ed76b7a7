import type { Call } from '../kit/http/serve.ts';
import { isId } from '../kit/ids.ts';
import { keys, usageKey, usagePartition, usageParts, workspacePartition } from '../kit/table/keys.ts';
import { readCursor, writeCursor } from '../kit/table/page.ts';
import { findNumberAt, requireIds, sortPrefix } from '../kit/table/record.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { type ModelSpendRow, modelSpendRows } from '../reviews/spend/monthly-spend.ts';
import { addCounts, type Counts, countsIn, isNothing, noCounts, partsOf } from './counters.ts';
import { userRows } from './schema.ts';
import { type UsageWindow, windowEnding } from './window.ts';

const MONTHS = 12;

export const spendStore = (table: Table, { scope }: Call) => ({
  /** The newest of them, newest first. */
  months: async (): Promise<(ModelSpendRow & { month: string })[]> => {
    const { items } = await table.query({
      partition: workspacePartition(scope.workspace_id),
      sort: ['begins_with', sortPrefix(keys.modelSpend)],
      newestFirst: true,
      limit: MONTHS,
      consistent: true,
    });
    return items.map((row) => ({ ...modelSpendRows.parse(row), month: requireIds(keys.modelSpend, row)[1] }));
  },
});

export type UsageByActor = Map<string, Counts>;

/** Read across workspaces, by admins only. */
export const usageStore = (table: Table, call: Call) => {
  const window = windowEnding(call.now);
  const binding = { route: call.operation_id, workspace_id: call.scope.workspace_id, filter: {} };

  const months = window.months.map((month) => ({ month, parts: partsOf(month, window.from) }));
  type Month = (typeof months)[number];

  const addPage = async (
    totals: UsageByActor,
    { month, parts }: Month,
    part: number,
    more: { limit?: number; after?: Item | undefined },
  ) => {
    const project = ['sk', ...parts.map(({ counter }) => counter)];
    const page = await table.query({ in: 'scratch', partition: usagePartition(month, part), project, ...more });
    for (const row of page.items) {
      const actor = row.sk;
      const counts = totals.get(actor) ?? noCounts();
      totals.set(actor, counts);
      for (const { counter, kind, sign } of parts) counts[kind] += sign * (findNumberAt(row, counter) ?? 0);
    }
    return page.last;
  };

  const inOrder = (totals: UsageByActor): UsageByActor => new Map([...totals].sort(([a], [b]) => (a < b ? -1 : 1)));

  return {
    window: window as Readonly<UsageWindow>,

    daysOf: async (user: string): Promise<{ day: string; counts: Counts }[]> => {
      const rows = await Promise.all(
        window.months.map((month) => table.get(usageKey(month, user), { in: 'scratch', consistent: false })),
      );
      const days = new Map<string, Counts>();
      for (const [index, row] of rows.entries()) {
        for (const [day, more] of countsIn(row ?? {}, window.months[index] ?? '', window)) {
          days.set(day, addCounts(days.get(day) ?? noCounts(), more));
        }
      }
      return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, counts]) => ({ day, counts }));
    },

    /** A month of 10,000 people is a few megabytes. */
    all: async (): Promise<UsageByActor> => {
      const totals: UsageByActor = new Map();
      const addPart = async (month: Month, part: number) => {
        let after: Item | undefined;
        do after = await addPage(totals, month, part, { after });
        while (after);
      };
      await Promise.all(months.flatMap((month) => usageParts.map((part) => addPart(month, part))));
      return new Map([...inOrder(totals)].filter(([, counts]) => !isNothing(counts)));
    },

    after: async (actor: string, count: number): Promise<UsageByActor> => {
      const totals: UsageByActor = new Map();
      const pageOf = (month: Month, part: number) => {
        const after = { pk: usagePartition(month.month, part), sk: actor };
        return addPage(totals, month, part, { limit: count, after });
      };
      await Promise.all(months.flatMap((month) => usageParts.map((part) => pageOf(month, part))));
      return new Map([...inOrder(totals)].slice(0, count));
    },

    readCursor: (cursor: string | undefined) => readCursor(cursor, binding),
    writeCursor: (actor: string) => writeCursor(actor, binding),

    emailsOf: async (actors: readonly string[]) => {
      const rows = await table.getMany([...new Set(actors)].filter(isId).map(keys.user));
      return new Map(rows.map(userRows.parse).map(({ id, email }) => [id, email]));
    },
  };
};
