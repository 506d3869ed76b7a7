import type { DynamoDBRecord } from 'aws-lambda';
import { now, SECOND } from '../kit/clock.ts';
import { logBug } from '../kit/log.ts';
import { type Image, keyIn } from '../kit/table/image.ts';
import { JobSender, MAX_DELAY_SECONDS, type Sending } from './job-sender.ts';
import { isJobKind, type Job } from './jobs.ts';

const jobOf = (image: Image | undefined): Job | undefined => {
  const job = image?.job?.S;
  const request_id = image?.request_id?.S;
  return isJobKind(job) ? { job, ...keyIn(image), ...(request_id !== undefined && { request_id }) } : undefined;
};

const isExpiry = ({ eventName, userIdentity }: DynamoDBRecord) =>
  eventName === 'REMOVE' &&
  (userIdentity as { principalId?: string } | undefined)?.principalId === 'dynamodb.amazonaws.com';

/** The schedule has queued these itself. */
const isRequeued = (before: Image | undefined, after: Image) =>
  after.requeues !== undefined && after.requeues.N !== before?.requeues?.N;

/** Later than a message can be delayed: the schedule queues it when it is due. */
const isFarOff = ({ due_at }: Image) => Number(due_at?.N ?? 0) > now() + MAX_DELAY_SECONDS * SECOND;

const owedBy = (record: DynamoDBRecord): Sending | undefined => {
  const { OldImage: before, NewImage: after } = record.dynamodb ?? {};
  if (isExpiry(record)) {
    const job = jobOf(before);
    return job && { job };
  }
  const job = jobOf(after);
  if (!job || !after || isRequeued(before, after) || isFarOff(after)) return undefined;
  // Without `wait_seconds` only the schedule finds it, at its time.
  const isQueuedAgain = after.wait_seconds !== undefined && before?.due_at?.N !== after.due_at?.N;
  return isQueuedAgain || before?.job?.S !== job.job
    ? { job, delaySeconds: Number(after.wait_seconds?.N ?? 0) }
    : undefined;
};

/** Then it is left to the schedule: what no queue takes must not hold up the changes behind it. */
const GIVE_UP_MS = 10 * SECOND;

const isYoung = ({ dynamodb }: DynamoDBRecord) =>
  (dynamodb?.ApproximateCreationDateTime ?? Number.POSITIVE_INFINITY) * SECOND > Date.now() - GIVE_UP_MS;

let sender: JobSender | undefined;

/** The fast path: owed work goes to the queue of its worker at once. Returns the records to try again. */
export const dispatch = async (records: readonly DynamoDBRecord[]): Promise<string[]> => {
  sender ??= new JobSender();
  const owed = records.flatMap((record) => {
    const sending = owedBy(record);
    return sending ? [{ ...sending, record }] : [];
  });
  const unsent = await sender.send(owed);
  const late = unsent.filter(({ record }) => !isYoung(record));
  if (late.length > 0) logBug('dispatch', new Error(`${late.length} jobs are left to the schedule.`));
  return unsent.filter(({ record }) => isYoung(record)).map(({ record }) => record.dynamodb?.SequenceNumber ?? '');
};
