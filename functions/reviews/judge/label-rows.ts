import { keys } from '../../kit/table/keys.ts';
import { allOf } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { LabelRow } from '../rating-rows.ts';

/** More don't improve a fit, and would make it slow. */
const MAX_LABELS = 5000;
/** Of up to 1 MB each. */
const MAX_PAGES = 30;

/** The newest first: their keys are hashes, so all are read. */
export const readLabels = async (table: Table, workspace_id: string, judge: string): Promise<LabelRow[]> => {
  let labels: LabelRow[] = [];
  let after: Item | undefined;
  for (let page = 0; page < MAX_PAGES && (page === 0 || after); page += 1) {
    const found = await table.query({ ...allOf(keys.label, workspace_id, judge), consistent: true, after });
    labels.push(...found.items.flatMap((row) => LabelRow.safeParse(row).data ?? []));
    labels = labels.sort((a, b) => b.rated_at - a.rated_at).slice(0, MAX_LABELS);
    after = found.last;
  }
  return labels;
};
