import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { costTargets } from './budgets.ts';
import { idleOf, memoryOf, synthesise } from './cost/idle-stage.ts';
import { document, requestTable } from './cost/page.ts';
import {
  costOf,
  EDGE_HIT,
  edgeCost,
  mailCost,
  measuredOf,
  PREFLIGHT,
  receivedMailCost,
  targetedOf,
} from './cost/request.ts';
import type { Figure, Section } from './figures.ts';
import { DELIVERY, NOTIFYING, QUICK_DELIVERY, RECEIVING } from './jobs.ts';
import type { Measured } from './meter.ts';
import { MILLION, usd } from './prices.ts';
import type { RequestFigures } from './requests.ts';
import { INDEXING } from './search.ts';

const page = join(import.meta.dirname, '../docs/cost.md');
const byRequest = join(import.meta.dirname, 'cost-by-request.md');

/** Dollars per million of each request class, and of an idle stage; writes docs/cost.md and bench/cost-by-request.md. */
export const measureCost = async (
  figures: readonly RequestFigures[],
  jobs: ReadonlyMap<string, Measured>,
  workers: ReadonlyMap<string, Measured>,
): Promise<Section> => {
  const resources = await synthesise();
  const memory = memoryOf(resources);
  const costs = new Map(figures.map((one) => [one.name, costOf(one, memory)]));
  const edge = [
    [EDGE_HIT, edgeCost(figures.find(({ name }) => name === 'getLoader')?.bytes ?? 0)],
    [PREFLIGHT, edgeCost(0)],
  ] as const;
  const idle = idleOf(resources);
  for (const [name, cost] of edge) costs.set(name, cost);
  await writeFile(byRequest, requestTable(costs, figures));
  const workerOf = (name: string): Measured => measuredOf(workers, name);
  const deliveries = { quick: workerOf(QUICK_DELIVERY), slow: workerOf(DELIVERY) };
  const notified = new Map(Object.entries(NOTIFYING).map(([way, name]) => [way, workerOf(name)]));
  const indexing = { note: workerOf(INDEXING.note), block: workerOf(INDEXING.block) };
  const mails = { sent: mailCost(jobs), received: receivedMailCost(workerOf(RECEIVING)) };
  await writeFile(page, document(costs, idle, mails, { deliveries, notified, indexing }));
  const rows = new Map<string, Record<string, Figure | string>>();
  const notes: string[] = [];
  for (const [name, { target, limit, why }] of Object.entries(costTargets)) {
    const dollars = targetedOf(measuredOf(costs, name)) * MILLION;
    rows.set(name, { dollars: { value: dollars, limit }, target: usd(target) });
    if (dollars > target) notes.push(`${name}: over its target of ${usd(target)}: ${why}`);
  }
  rows.set('idle stage without captcha and payments, a month', {
    dollars: { value: idle.reduce((sum, [, dollars]) => sum + dollars, 0), limit: 15 },
    target: usd(15),
  });
  return {
    title: 'Dollars per million requests, CloudFront and WAF included, without logs (docs/cost.md)',
    columns: ['dollars', 'target'],
    rows,
    notes,
  };
};
