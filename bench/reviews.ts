import type { SQSEvent } from 'aws-lambda';
import { now } from '../functions/kit/clock.ts';
import { type Key, keys, reviewPartition } from '../functions/kit/table/keys.ts';
import type { Item } from '../functions/kit/table/table.ts';
import { isJobKind } from '../functions/owed/jobs.ts';
import type { Ground } from './cases/case.ts';
import { call } from './world.ts';

/** A page of prose, as people paste it. */
export const PROSE = `Lamps that last

We build lamps in a small workshop in Lisbon. Every lamp is made to be repaired, and every part can be ordered for ten years.

${'Our customers tell us that they are bright, quiet and easy to move. We have sold more than 12,000 of them since 2014. '.repeat(20)}

Prices

A desk lamp costs 89 euros. Shipping is free within the EU. You may return it within 30 days.`;

export const REVIEW = { title: 'Landing page', input_type: 'text', content: PROSE } as const;

type Handler = (event: SQSEvent) => Promise<{ batchItemFailures: unknown[] }>;

const eventOf = (job: object): SQSEvent =>
  ({ Records: [{ messageId: '1', body: JSON.stringify(job), attributes: { ApproximateReceiveCount: '1' } }] }) as never;

/** Runs the worker for a row's owed work, because no stream triggers it here. */
export const work = async (job: string, { pk, sk }: Key, worker = job): Promise<void> => {
  const { handler } = (await import(`../functions/workers/${worker}.ts`)) as { handler: Handler };
  const { batchItemFailures } = await handler(eventOf({ job, pk, sk }));
  if (batchItemFailures.length > 0) throw new Error(`${job} failed.`);
};

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** The rows of a review that owe a run, after its first step. */
export const owedRuns = async ({ table, workspace_id }: Ground, review: string): Promise<Key[]> => {
  await work('brief-review', keys.review(workspace_id, review), 'run-persona');
  const partition = reviewPartition(workspace_id, review);
  const { items } = await table.query({ partition, sort: ['begins_with', 'RUN#'], consistent: true });
  return items.filter(({ job }) => job === 'run-persona').map(keyOf);
};

/** A requested review that has not started. */
export const newReview = async ({ token, site }: Ground, asked: object = REVIEW): Promise<string> => {
  const body = { ...asked, widget_site_id: site.id };
  return (await call<{ id: string }>({ method: 'POST', path: '/api/reviews', as: token, body })).id;
};

const MAX_STEPS = 40;

/** Does what a review owes until it owes nothing more. */
export const runReview = async ({ table, workspace_id }: Ground, id: string): Promise<void> => {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { items } = await table.query({ partition: reviewPartition(workspace_id, id), consistent: true });
    const owed = items.find(({ job, due_at }) => isJobKind(job) && Number(due_at) <= now());
    if (!owed) return;
    await work(String(owed.job), keyOf(owed), 'run-persona');
  }
  throw new Error(`The review still owes something after ${MAX_STEPS} steps.`);
};

/** A review that five personas have judged. */
export const endedReview = async (ground: Ground): Promise<string> => {
  const id = await newReview(ground);
  await runReview(ground, id);
  const { status } = await call<{ status: string }>({ method: 'GET', path: `/api/reviews/${id}`, as: ground.token });
  if (status !== 'complete') throw new Error(`The review is ${status}.`);
  return id;
};

/** Rates a finding of a review, and returns the row that then owes a new fit. */
export const owedRefit = async (ground: Ground, review: string): Promise<Key> => {
  const { table, token: as, workspace_id } = ground;
  const path = `/api/reviews/${review}/feedback`;
  const { items } = await call<{ items: { id: string }[] }>({ method: 'GET', path, as });
  await call({ method: 'POST', path: `${path}/${items[0]?.id}/rate`, as, body: { rating: 4 } });
  const partition = keys.workspace(workspace_id).pk;
  const found = await table.query({ partition, sort: ['begins_with', keys.calibrator(workspace_id, '').sk] });
  const [owed] = found.items;
  if (owed?.job !== 'refit-calibrator') throw new Error(`Nothing owes a refit: ${JSON.stringify(owed)}`);
  return keyOf(owed);
};
