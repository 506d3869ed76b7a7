import type { Call } from '../kit/http/serve.ts';
import { keys, usageKey, usagePartition, usageParts } from '../kit/table/keys.ts';
import { readCursor, writeCursor } from '../kit/table/page.ts';
import { allOf, requireIds } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { type ModelSpendRow, modelSpendRows } from '../reviews/spend/monthly-spend.ts';
import { readActor } from './actor-row.ts';
import { type Counts, daysWithin, isNothing, totalOf, type UsageKind } from './days.ts';
import { currentTops, type Ranked } from './top.ts';
import { type UsageWindow, windowEnding } from './window.ts';

const MONTHS = 12;
/** Ids are spread unevenly, so a part has more of a page than its share. */
const MARGIN = 1.5;

export const spendStore = (table: Table, { scope }: Call) => ({
  /** The newest of them, newest first. */
  months: async (): Promise<(ModelSpendRow & { month: string })[]> => {
    const { items } = await table.query({
      ...allOf(keys.modelSpend, scope.workspace_id),
      newestFirst: true,
      limit: MONTHS,
      consistent: true,
    });
    return items.map((row) => ({ ...modelSpendRows.parse(row), month: requireIds(keys.modelSpend, row)[1] }));
  },
});

interface Total {
  actor: string;
  email: string | undefined;
  counts: Counts;
}

/** Read across workspaces, by admins only. */
export const usageStore = (table: Table, call: Call) => {
  const window = windowEnding(call.now);
  const binding = { route: call.operation_id, workspace_id: call.scope.workspace_id, filter: {} };

  return {
    window: window as Readonly<UsageWindow>,

    daysOf: async (user: string) => {
      const row = await table.get(usageKey(user), { in: 'scratch', consistent: false });
      return row ? daysWithin(readActor(row).days, window) : [];
    },

    mostActive: async (): Promise<Record<UsageKind, readonly Ranked[]>> => {
      const tops = await currentTops(table, window);
      return Object.fromEntries(tops.map(({ kind, ranked }) => [kind, ranked])) as Record<UsageKind, readonly Ranked[]>;
    },

    /** In the order of ids. Each part is read on until it is past the last of the page. */
    after: async (start: string | undefined, count: number): Promise<Total[]> => {
      const limit = Math.ceil((count / usageParts.length) * MARGIN);
      const readOn = async (part: number, sk: string | undefined) => {
        const partition = usagePartition(part);
        const page = await table.query({
          in: 'scratch',
          partition,
          limit,
          ...(sk !== undefined && { after: { pk: partition, sk } }),
        });
        // Rows remain for a while after their last day.
        const totals = page.items.map(readActor).map((one) => ({ ...one, counts: totalOf(one.days, window) }));
        return { part, totals: totals.filter(({ counts }) => !isNothing(counts)), end: page.last?.sk };
      };
      const parts = await Promise.all(usageParts.map((part) => readOn(part, start)));
      const found = parts.flatMap(({ totals }) => totals);
      const isBefore = (a: string, b: string | undefined) => b === undefined || a <= b;
      for (;;) {
        const [nearest] = parts
          .filter(({ end }) => end !== undefined)
          .sort((a, b) => (isBefore(a.end ?? '', b.end) ? -1 : 1));
        const page = found
          .filter(({ actor }) => isBefore(actor, nearest?.end))
          .sort((a, b) => (isBefore(a.actor, b.actor) ? -1 : 1));
        if (!nearest || page.length >= count) return page.slice(0, count);
        Object.assign(nearest, await readOn(nearest.part, nearest.end));
        found.push(...nearest.totals);
      }
    },

    readCursor: (cursor: string | undefined) => readCursor(cursor, binding),
    writeCursor: (actor: string) => writeCursor(actor, binding),
  };
};
