import { now } from '../kit/clock.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { numberAt } from '../kit/table/record.ts';
import { goOn } from '../owed/go-on.ts';
import { longWork } from '../owed/long-work.ts';
import { queueWorker } from '../owed/queue-worker.ts';
import { purgeAnnotation } from './purge-annotation.ts';
import { purgeReview } from './purge-review.ts';
import { purgeSite } from './purge-site.ts';
import { purgeWebhook } from './purge-webhook.ts';
import { markedWorkspace, purgeWorkspace } from './purge-workspace.ts';

const ENOUGH_MS = 8000;

const isAnnotation = (sk: string) => sk === keys.annotation('', '').sk;
const isReview = (sk: string) => sk === keys.review('', '').sk;
const isWebhook = (sk: string) => sk.startsWith(keys.webhook('', '').sk);
const isSite = (sk: string) => sk.startsWith(keys.site('', '').sk);

const purgeOf = (sk: string) => {
  if (isSite(sk)) return purgeSite;
  if (isWebhook(sk)) return purgeWebhook;
  return isReview(sk) ? purgeReview : purgeAnnotation;
};

/** Each removal can be interrupted anywhere and repeated, because the marked row goes last. */
export const purge = queueWorker(async (job, delivery) => {
  const work = longWork(delivery, ENOUGH_MS);
  const { table } = work;
  const workspace = markedWorkspace(job);
  const { pk, sk }: Key = workspace ?? job;
  const found = await table.get({ pk, sk });
  if (found?.job !== 'purge' || typeof found.deleted_at !== 'number') return;
  const row = { ...found, pk, sk };

  if (isAnnotation(sk) || isReview(sk) || isSite(sk) || isWebhook(sk)) {
    if (typeof found.looked_at === 'number' && now() < numberAt(found, 'due_at')) return;
    const progress = await purgeOf(sk)(work, row);
    if (progress === 'more') await goOn(table, row, 'purge', 0);
    else if (progress !== 'done') await goOn(table, row, 'purge', progress.wait_ms, { looked_at: now() });
  } else if (workspace) {
    if ((await purgeWorkspace(work, row)) === 'more') await goOn(table, row, 'purge', 0);
  } else {
    throw new Error(`Nothing here knows how to remove ${pk} ${sk}.`);
  }
});
