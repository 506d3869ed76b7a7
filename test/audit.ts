import { DAY, monthOf, now } from '../functions/kit/clock.ts';
import { auditPartition } from '../functions/kit/table/keys.ts';
import type { Table } from '../functions/kit/table/table.ts';
import { table } from './driver.ts';

/** The audit log of a workspace, oldest first: this month and the last, since a test can run over a month's end. */
export const auditRows = async (ws: string, from: Table = table()) => {
  const months = new Set([monthOf(now() - 28 * DAY), monthOf(now())]);
  const read = [...months].map((month) => from.queryAll({ partition: auditPartition(ws, month), consistent: true }));
  return (await Promise.all(read)).flat();
};
