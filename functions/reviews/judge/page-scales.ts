import { keys } from '../../kit/table/keys.ts';
import { allOf, requireIds } from '../../kit/table/record.ts';
import type { Item, Table } from '../../kit/table/table.ts';
import { PageLabelRow, PageScaleRow } from '../rating-rows.ts';
import type { Judge } from './calibration/calibrator.ts';
import { judgeKey } from './calibrators.ts';
import type { PageScale } from './page-score.ts';

/** Of the newest reviews; more would hardly move two coefficients. */
const MAX_LABELS = 500;
/** Each model and each prompt has one. */
const MAX_SCALES = 50;

export type ScaleOf = (judge: Judge) => PageScale | undefined;

const scaleIn = (row: Item | undefined): PageScale | undefined => PageScaleRow.safeParse(row).data?.scale;

export const readScale = async (table: Table, workspace_id: string, judge: Judge): Promise<PageScale | undefined> =>
  scaleIn(await table.get(keys.pageScale(workspace_id, judgeKey(judge)), { consistent: false }));

export const readScales = async (table: Table, workspace_id: string): Promise<ScaleOf> => {
  const { items } = await table.query({
    ...allOf(keys.pageScale, workspace_id),
    limit: MAX_SCALES,
  });
  const scales = new Map(items.map((row) => [requireIds(keys.pageScale, row)[1], scaleIn(row)]));
  return (judge) => scales.get(judgeKey(judge));
};

export const readPageLabels = async (table: Table, workspace_id: string, judge: Judge): Promise<PageLabelRow[]> => {
  const { items } = await table.query({
    ...allOf(keys.pageLabel, workspace_id, judgeKey(judge)),
    newestFirst: true,
    consistent: true,
    limit: MAX_LABELS,
  });
  return items.flatMap((row) => PageLabelRow.safeParse(row).data ?? []);
};
