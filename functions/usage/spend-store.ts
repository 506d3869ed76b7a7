import type { Call } from '../kit/http/serve.ts';
import { keys, workspacePartition } from '../kit/table/keys.ts';
import { requireIds, sortPrefix } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { ModelSpendRow } from '../reviews/spend/monthly-spend.ts';

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
    return items.map((row) => ({ ...ModelSpendRow.parse(row), month: requireIds(keys.modelSpend, row)[1] }));
  },
});
