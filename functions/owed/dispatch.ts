import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { now, SECOND } from '../kit/clock.ts';
import { batchLambda } from '../kit/lambda.ts';
import { JobSender, MAX_DELAY_SECONDS, type Sending } from './job-sender.ts';
import { isJobKind, type Job } from './jobs.ts';

type Image = Record<string, AttributeValue>;

const jobOf = (image: Image | undefined): Job | undefined => {
  const job = image?.job?.S;
  const pk = image?.pk?.S;
  const sk = image?.sk?.S;
  const request_id = image?.request_id?.S;
  if (!isJobKind(job) || pk === undefined || sk === undefined) return undefined;
  return { job, pk, sk, ...(request_id !== undefined && { request_id }) };
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
  // Without `wait_seconds` work is only put off: the schedule finds it at its time.
  const goesOn = after.wait_seconds !== undefined && before?.due_at?.N !== after.due_at?.N;
  return goesOn || before?.job?.S !== job.job ? { job, delaySeconds: Number(after.wait_seconds?.N ?? 0) } : undefined;
};

let sender: JobSender | undefined;

/** The fast path: owed work goes to the queue of its worker at once. */
export const dispatch = batchLambda(async (event: DynamoDBStreamEvent) => {
  sender ??= new JobSender();
  const owed = event.Records.flatMap((record) => {
    const sending = owedBy(record);
    return sending ? [{ ...sending, itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] : [];
  });
  const unsent = await sender.send(owed);
  return unsent.map(({ itemIdentifier }) => itemIdentifier);
});
