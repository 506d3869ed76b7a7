import { annotationPartition, type Key, keys } from '../functions/kit/keys.ts';
import type { BudgetClass } from './budgets.ts';
import type { Ground } from './cases/case.ts';
import { type Measured, meter } from './meter.ts';
import { newReview, owedRefit, owedRuns, PROSE, work } from './reviews.ts';

/** The workers that tell a submitter, in the order in which they do. */
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

/** What it takes to tell a submitter of one resolution by mail. */
export const measureJobs = async (ground: Ground): Promise<Map<string, Measured>> => {
  const partition = annotationPartition(ground.workspace_id, await ground.note());
  const measured = new Map<string, Measured>();
  for (const worker of WORKERS) measured.set(`worker ${worker.name}`, await runJob(ground, partition, worker));
  return measured;
};

export interface MeasuredRun {
  name: string;
  class: BudgetClass;
  measured: Measured;
}

/** What it takes to judge a review with five personas, to learn from a rating, and to read a document. */
export async function* measureRuns(ground: Ground): AsyncGenerator<MeasuredRun> {
  const review = await newReview(ground);
  const measured: Measured[] = [];
  for (const key of await owedRuns(ground, review)) measured.push(await measureWork('run-persona', key));
  yield { name: 'worker run-persona (the first of five)', class: 'run', measured: measured.at(0)! };
  yield { name: 'worker run-persona (the last of five)', class: 'run', measured: measured.at(-1)! };

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
