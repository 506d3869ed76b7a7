import type { SQSEvent } from 'aws-lambda';
import { annotationPartition } from '../functions/kit/keys.ts';
import type { Ground } from './cases/case.ts';
import { type Measured, meter } from './meter.ts';

/** The workers that tell a submitter, in the order in which they do. */
const WORKERS = [
  { name: 'notify-submitter', prefix: 'RES#' },
  { name: 'send-mail', prefix: 'MAIL#' },
] as const;

type Worker = (typeof WORKERS)[number];
type Handler = (event: SQSEvent) => Promise<{ batchItemFailures: unknown[] }>;

const eventOf = (job: object): SQSEvent =>
  ({ Records: [{ messageId: '1', body: JSON.stringify(job), attributes: { ApproximateReceiveCount: '1' } }] }) as never;

const runJob = async ({ table }: Ground, partition: string, { name, prefix }: Worker): Promise<Measured> => {
  const { items } = await table.query({ partition, sort: ['begins_with', prefix], consistent: true });
  const [owed] = items;
  if (!owed || owed.job !== name) throw new Error(`Nothing owes ${name}: ${JSON.stringify(owed)}`);
  const { handler } = (await import(`../functions/workers/${name}.ts`)) as { handler: Handler };
  const event = eventOf({ job: name, pk: owed.pk, sk: owed.sk });
  const { answer, measured } = await meter.measure(() => handler(event));
  if (answer.batchItemFailures.length > 0) throw new Error(`${name} failed.`);
  return measured;
};

/** What it takes to tell a submitter of one resolution by mail. */
export const measureJobs = async (ground: Ground): Promise<Map<string, Measured>> => {
  const partition = annotationPartition(ground.workspace_id, await ground.note());
  const measured = new Map<string, Measured>();
  for (const worker of WORKERS) measured.set(`worker ${worker.name}`, await runJob(ground, partition, worker));
  return measured;
};
