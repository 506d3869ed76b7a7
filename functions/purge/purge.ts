import { now } from '../kit/clock.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { idsIn, numberAt } from '../kit/table/record.ts';
import { longWork } from '../owed/long-work.ts';
import { putOff, queuedIn } from '../owed/put-off.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { purgeAnnotation } from './purge-annotation.ts';
import { purgeReview } from './purge-review.ts';
import { purgeSite } from './purge-site.ts';
import { purgeWebhook } from './purge-webhook.ts';
import { markedWorkspace, purgeWorkspace } from './purge-workspace.ts';

const ENOUGH_MS = 8000;

const PURGES = [
  [keys.annotation, purgeAnnotation],
  [keys.review, purgeReview],
  [keys.site, purgeSite],
  [keys.webhook, purgeWebhook],
] as const;

const purgeOf = (key: Key) => PURGES.find(([kind]) => idsIn(kind, key))?.[1];

/** Each removal can be interrupted anywhere and repeated, because the marked row goes last. */
export const purge = queueWorker(async (job, delivery) => {
  const work = longWork(delivery, ENOUGH_MS);
  const { table } = work;
  const workspace = markedWorkspace(job);
  const { pk, sk }: Key = workspace ?? job;
  const found = await table.get({ pk, sk });
  if (found?.job !== 'purge' || typeof found.deleted_at !== 'number') return;
  const row = { ...found, pk, sk };

  const purgeRow = purgeOf(row);
  if (purgeRow) {
    if (typeof found.looked_at === 'number' && now() < numberAt(found, 'due_at')) return;
    const progress = await purgeRow(work, row);
    if (progress === 'more') await putOff(table, row, 'purge', queuedIn(0, row));
    else if (progress !== 'done') {
      await putOff(table, row, 'purge', queuedIn(progress.wait_ms, row), { set: { looked_at: now() } });
    }
  } else if (workspace) {
    if ((await purgeWorkspace(work, row)) === 'more') await putOff(table, row, 'purge', queuedIn(0, row));
  } else {
    throw new Error(`Nothing here knows how to remove ${pk} ${sk}.`);
  }
});
