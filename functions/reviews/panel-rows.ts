import { keys, reviewPartition } from '../kit/table/keys.ts';
import { sortPrefix } from '../kit/table/record.ts';
import type { StoredRow, Table } from '../kit/table/table.ts';
import { findingRows } from './finding-rows.ts';
import type { ReviewIds } from './rows.ts';
import { runRows } from './run-rows.ts';

/** Runs by their position. */
export const panelAmong = (rows: readonly StoredRow[]) => ({
  findings: findingRows.among(rows),
  runs: runRows.among(rows).sort((one, other) => one.position - other.position),
});

export const readPanel = async (table: Table, { ws, review }: ReviewIds) =>
  panelAmong(
    await table.queryAll({
      partition: reviewPartition(ws, review),
      sort: ['between', sortPrefix(keys.finding), `${sortPrefix(keys.reviewRun)}~`],
      consistent: true,
    }),
  );
