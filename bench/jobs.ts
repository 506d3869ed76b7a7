import type { DynamoDBStreamEvent } from 'aws-lambda';
import { DAY, HOUR, monthOf, now } from '../functions/kit/clock.ts';
import { newId } from '../functions/kit/ids.ts';
import { annotationPartition, type Key, keys } from '../functions/kit/table/keys.ts';
import { addressHash } from '../functions/kit/text/address.ts';
import { eventRow } from '../functions/notifications/member-event.ts';
import { OWED } from '../functions/owed/jobs.ts';
import { replyAddress } from '../functions/threads/reply-address.ts';
import type { BudgetClass } from './budget-classes.ts';
import type { Ground } from './cases/case.ts';
import { newDeliveryOf, newWebhook } from './cases/webhooks.ts';
import { startFetcher } from './fetcher.ts';
import { type Measured, meter } from './meter.ts';
import { VISITOR } from './notes.ts';
import { newReview, owedRefit, owedRuns, PROSE, runReview, work } from './reviews.ts';
import { call } from './world.ts';

/** Workers that notify a submitter, in order. */
const WORKERS = [
  { name: 'notify-submitter', prefix: 'RES#' },
  { name: 'send-mail', prefix: 'MAIL#' },
] as const;

type Worker = (typeof WORKERS)[number];

const measureWork = async (job: string, key: Key): Promise<Measured> =>
  (await meter.measure(() => work(job, key))).measured;

const runJob = async ({ table }: Ground, partition: string, { name, prefix }: Worker): Promise<Measured> => {
  const { items } = await table.query({ partition, sort: ['begins_with', prefix], consistent: true });
  const [owed] = items;
  if (!owed || owed.job !== name) throw new Error(`Nothing owes ${name}: ${JSON.stringify(owed)}`);
  return measureWork(name, { pk: String(owed.pk), sk: String(owed.sk) });
};

/** Cost of notifying a submitter of one resolution by email. */
export const measureJobs = async (ground: Ground): Promise<Map<string, Measured>> => {
  const note = await ground.note();
  const partition = annotationPartition(ground.workspace_id, note);
  // The mail waits for the browser's look at the page, of which there is none here.
  const looked = keys.verification(ground.workspace_id, note);
  await ground.table.transact([{ update: looked, set: { state: 'not_checked' }, remove: OWED }]);
  const measured = new Map<string, Measured>();
  for (const worker of WORKERS) measured.set(`worker ${worker.name}`, await runJob(ground, partition, worker));
  return measured;
};

export const RECEIVING = 'worker receive-mail (one answer)';

export interface MeasuredRun {
  name: string;
  class: BudgetClass;
  measured: Measured;
}

/** Deletes one annotation with its thread, as the purge of a site does for each. */
export async function* measurePurge(ground: Ground): AsyncGenerator<MeasuredRun> {
  const id = await ground.note();
  await call({ method: 'DELETE', path: `/api/widget/annotations/${id}`, as: ground.token });
  const measured = await measureWork('purge', keys.annotation(ground.workspace_id, id));
  yield { name: 'worker purge (an annotation)', class: 'purge', measured };
}

/** Cost of judging a review with five personas, learning from a rating, and reading a document. */
export async function* measureRuns(ground: Ground): AsyncGenerator<MeasuredRun> {
  const review = await newReview(ground);
  const measured: Measured[] = [];
  for (const key of await owedRuns(ground, review)) measured.push(await measureWork('run-persona', key));
  yield { name: 'worker run-persona (the first of five)', class: 'run', measured: measured.at(0)! };
  yield { name: 'worker run-persona (the last of five)', class: 'run', measured: measured.at(-1)! };

  await runReview(ground, review);
  const refit = await owedRefit(ground, review);
  yield {
    name: 'worker refit-calibrator (one rating)',
    class: 'refit',
    measured: await measureWork('refit-calibrator', refit),
  };

  const document = await newReview(ground, { title: 'Lamps', input_type: 'document', content: PROSE });
  const key = keys.review(ground.workspace_id, document);
  yield { name: 'worker extract-review', class: 'reading', measured: await measureWork('extract-review', key) };
}

/** A batch of audited writes by one person, as the stream delivers them. */
export const writesOf = (
  { workspace_id, user_id }: Pick<Ground, 'workspace_id' | 'user_id'>,
  count: number,
): DynamoDBStreamEvent => ({
  Records: Array.from({ length: count }, () => {
    const { pk, sk } = keys.audit(workspace_id, monthOf(now()), newId());
    const told = { action: { S: 'site.patch' }, caused_by: { S: user_id }, created_at: { N: String(now()) } };
    return { eventName: 'INSERT', dynamodb: { NewImage: { pk: { S: pk }, sk: { S: sk }, ...told } } };
  }),
});

/** Cost of adding one changed note to the feed, not the first one. */
export async function* measureFollowing({ workspace_id: ws }: Ground): AsyncGenerator<MeasuredRun> {
  const { handler } = await import('../functions/workers/dispatch.ts');
  const records = Array.from({ length: 3 }, () => {
    const { pk, sk } = keys.annotation(ws, newId());
    const image = { pk: { S: pk }, sk: { S: sk }, site_id: { S: newId() } };
    const OldImage = { ...image, list: { M: { updated_at: { N: '1' } } } };
    return { eventID: newId(), dynamodb: { OldImage, NewImage: image } };
  });
  for (const record of records.slice(1)) await handler({ Records: [record] });
  const { answer, measured } = await meter.measure(() => handler({ Records: records.slice(0, 1) }));
  if (answer.batchItemFailures.length > 0) throw new Error('dispatch failed.');
  yield { name: 'worker dispatch (one change)', class: 'following', measured };
}

export const QUICK_DELIVERY = 'worker deliver-webhook (a quick receiver, with its row)';
export const DELIVERY = 'worker deliver-webhook (one of the slots, with its row)';

/** Cost of one delivery to a receiver whose pace is known. */
export async function* measureDelivering(ground: Ground): AsyncGenerator<MeasuredRun> {
  await startFetcher();
  for (const [name, more] of [
    [QUICK_DELIVERY, { active: true, quick_until: now() + 2 * DAY }],
    [DELIVERY, { active: true, slow_until: now() + HOUR, url: 'https://slow.invalid/' }],
  ] as const) {
    const webhook = await newWebhook(ground, more);
    const { measured } = await meter.measure(async () => {
      const id = await newDeliveryOf(ground, webhook, 'pending');
      await work('deliver-webhook', keys.webhookDelivery(ground.workspace_id, webhook, id));
    });
    yield { name, class: 'delivery', measured };
  }
}

/** A new workspace with one webhook, which wants the event. */
const withWebhook = async ({ table }: Ground, event: string): Promise<string> => {
  const workspace_id = newId();
  await newWebhook({ table, workspace_id }, { active: true, events: [event] });
  return workspace_id;
};

/** Cost of owing a webhook the end of a review, and the end of its site. */
export async function* measureOwedEvents(ground: Ground): AsyncGenerator<MeasuredRun> {
  const { handler } = await import('../functions/workers/dispatch.ts');
  const { pk, sk } = keys.review(await withWebhook(ground, 'review.finished'), newId());
  const key = { pk: { S: pk }, sk: { S: sk } };
  const ended = { ...key, list: { M: { completed_at: { N: String(now()) }, status: { S: 'completed' } } } };
  const record = { eventID: newId(), dynamodb: { OldImage: key, NewImage: ended } };
  const review = await meter.measure(() => handler({ Records: [record] }));
  if (review.answer.batchItemFailures.length > 0) throw new Error('dispatch failed.');
  yield { name: 'worker dispatch (review.finished for one webhook)', class: 'owedEvent', measured: review.measured };

  const { oweEvents } = await import('../functions/webhooks/owe-deliveries.ts');
  const { siteDeleted } = await import('../functions/webhooks/events-of-change.ts');
  const ws = await withWebhook(ground, 'site.deleted');
  const site = await meter.measure(() => oweEvents(ground.table, ws, [siteDeleted(ws, newId(), now())]));
  yield { name: 'worker purge (site.deleted for one webhook)', class: 'owedEvent', measured: site.measured };
}

/** By the way that the member wants it; each is the default of its event. */
export const NOTIFYING = {
  'in the app': 'worker notify-members (one member, in the app)',
  'in the digest': 'worker notify-members (one member, in the digest)',
  'by mail': 'worker notify-members (one member, by mail)',
} as const;

/** Cost of an event for one member, after the write that owes it. */
export async function* measureNotifying(ground: Ground): AsyncGenerator<MeasuredRun> {
  const { table, workspace_id: ws, user_id } = ground;
  const annotation_id = await ground.bareNote();
  for (const [way, event] of [
    ['in the app', { event: 'review_done' }],
    ['in the digest', { event: 'reply', annotation_id }],
    ['by mail', { event: 'mention', annotation_id }],
  ] as const) {
    const row = eventRow(ws, newId(), { ...event, to: [user_id] }, now());
    await table.put(row);
    const { measured } = await meter.measure(() => work('notify-members', row, 'notify-submitter'));
    if (await table.get(row)) throw new Error('notify-members left its event.');
    yield { name: NOTIFYING[way], class: 'notifying', measured };
  }
}

/** Cost of an answer by mail to a thread. */
export async function* measureReceiving(ground: Ground): AsyncGenerator<MeasuredRun> {
  const annotation = await ground.note();
  const { deliver } = await import('../lib/local/incoming-mail.ts');
  const { handler } = await import('../functions/workers/receive-mail.ts');
  const to = replyAddress({ ws: ground.workspace_id, annotation }, addressHash(VISITOR));
  const mail = await deliver({ from: VISITOR, to: String(to), text: 'In Firefox.' });
  const { measured } = await meter.measure(() => handler(mail));
  const { replies } = await call<{ replies: { body: string }[] }>({
    ...{ method: 'GET', path: `/api/v1/annotations/${annotation}`, as: ground.token },
  });
  if (replies.at(-1)?.body !== 'In Firefox.') throw new Error('The answer by mail was not taken.');
  yield { name: RECEIVING, class: 'receiving', measured };
}

/** Cost of counting a single write, and a hundred in one batch. */
export async function* measureCounting(ground: Ground): AsyncGenerator<MeasuredRun> {
  const { handler } = await import('../functions/workers/count-usage.ts');
  // The first of a day ranks everyone.
  await handler(writesOf(ground, 1));
  for (const [name, count, budget] of [
    ['one write', 1, 'counting'],
    ['a hundred of one person', 100, 'countingMany'],
  ] as const) {
    const { answer, measured } = await meter.measure(() => handler(writesOf(ground, count)));
    if (answer.batchItemFailures.length > 0) throw new Error('count-usage failed.');
    yield { name: `worker count-usage (${name})`, class: budget, measured };
  }
}
