import { HOUR, now } from '../kit/clock.ts';
import { LIVE } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { allOf, findNumberAt, requireIds } from '../kit/table/record.ts';
import type { Item, Query } from '../kit/table/table.ts';
import { owed } from '../owed/jobs.ts';
import type { LongWork } from '../owed/long-work.ts';
import type { Progress } from './purge-review.ts';
import { removeRows } from './remove-rows.ts';

/** The webhook last: by it, its log is found again. */
export const purgeWebhook = async (work: LongWork, row: Key & Item): Promise<Progress> => {
  const [ws, webhook] = requireIds(keys.webhook, row);
  if (!(await removeRows(work, allOf(keys.webhookDelivery, ws, webhook)))) return 'more';
  if (!(await removeRows(work, allOf(keys.webhookMail, ws, webhook)))) return 'more';
  await work.table.removeMany([row]);
  return 'done';
};

/** The attempts of a delivery take 24 hours. */
const DRAIN_MS = 25 * HOUR;

const isOwedEvents = async ({ table }: LongWork, ws: string, webhook: string): Promise<boolean> => {
  const pending: Query = {
    ...allOf(keys.webhookDelivery, ws, webhook),
    filter: [['=', 'state', 'pending']],
    consistent: true,
  };
  for await (const rows of table.pages(pending)) if (rows.length > 0) return true;
  return false;
};

/** Those of a site that is being deleted; one that is still owed events has a later purge. False if time ran out. */
export const removeSiteWebhooks = async (work: LongWork, ws: string, site: string): Promise<boolean> => {
  const rows = await work.table.queryAll({
    ...allOf(keys.webhook, ws),
    filter: [['=', 'site_id', site]],
    consistent: true,
  });
  for (const row of rows) {
    const [, webhook] = requireIds(keys.webhook, row);
    const drains_until = now() + DRAIN_MS;
    const isDraining = row.active === true && (await isOwedEvents(work, ws, webhook));
    const later = isDraining ? { drains_until, ...owed('purge', row, drains_until) } : {};
    // Not counted twice if this is repeated.
    await work.table.tryTransact([
      { update: row, set: { deleted_at: now(), active: false, ...later }, when: LIVE },
      { update: keys.workspace(ws), add: { webhook_count: -1 }, when: [['exists', 'pk']] },
    ]);
    if (isDraining || (findNumberAt(row, 'drains_until') ?? 0) > now()) continue;
    if ((await purgeWebhook(work, row)) !== 'done') return false;
  }
  return true;
};
