import type { DynamoDBStreamEvent } from 'aws-lambda';
import { auditMonth } from '../functions/kit/audit/audit-log.ts';
import { now } from '../functions/kit/clock.ts';
import { newId } from '../functions/kit/ids.ts';
import { annotationPartition, type Key, keys } from '../functions/kit/table/keys.ts';
import { OWED } from '../functions/owed/jobs.ts';
import type { BudgetClass } from './budgets.ts';
import type { Ground } from './cases/case.ts';
import { newDeliveryOf, newWebhook } from './cases/webhooks.ts';
import { type Measured, meter } from './meter.ts';
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
const writesOf = ({ workspace_id, user_id }: Ground, count: number): DynamoDBStreamEvent => ({
  Records: Array.from({ length: count }, () => {
    const { pk, sk } = keys.audit(workspace_id, auditMonth(now()), newId());
    const told = { action: { S: 'site.patch' }, caused_by: { S: user_id }, created_at: { N: String(now()) } };
    return { eventName: 'INSERT', dynamodb: { NewImage: { pk: { S: pk }, sk: { S: sk }, ...told } } };
  }),
});

/** Cost of adding one changed note to the feed, not the first one. */
export async function* measureFollowing({ workspace_id: ws }: Ground): AsyncGenerator<MeasuredRun> {
  const { handler } = await import('../functions/workers/dispatch.ts');
  const records = Array.from({ length: 3 }, () => {
    const { pk, sk } = keys.annotation(ws, newId());
    return { eventID: newId(), dynamodb: { NewImage: { pk: { S: pk }, sk: { S: sk }, site_id: { S: newId() } } } };
  });
  for (const record of records.slice(1)) await handler({ Records: [record] });
  const { answer, measured } = await meter.measure(() => handler({ Records: records.slice(0, 1) }));
  if (answer.batchItemFailures.length > 0) throw new Error('dispatch failed.');
  yield { name: 'worker dispatch (one change)', class: 'following', measured };
}

export const DELIVERY = 'worker deliver-webhook (one delivery, with its row)';

/** Cost of one delivery; that there is no receiver here changes only what is written. */
export async function* measureDelivering(ground: Ground): AsyncGenerator<MeasuredRun> {
  const webhook = await newWebhook(ground);
  const { measured } = await meter.measure(async () => {
    const id = await newDeliveryOf(ground, webhook, 'pending');
    await work('deliver-webhook', keys.webhookDelivery(ground.workspace_id, webhook, id));
  });
  yield { name: DELIVERY, class: 'delivery', measured };
}

/** Cost of counting a single write, and a hundred in one batch. */
export async function* measureCounting(ground: Ground): AsyncGenerator<MeasuredRun> {
  const { handler } = await import('../functions/workers/count-usage.ts');
  for (const [name, count, budget] of [
    ['one write', 1, 'counting'],
    ['a hundred of one person', 100, 'countingMany'],
  ] as const) {
    const { answer, measured } = await meter.measure(() => handler(writesOf(ground, count)));
    if (answer.batchItemFailures.length > 0) throw new Error('count-usage failed.');
    yield { name: `worker count-usage (${name})`, class: budget, measured };
  }
}
