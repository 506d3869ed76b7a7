import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as InvokeLambda } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import {
  DynamoEventSource,
  type DynamoEventSourceProps,
  SqsDlq,
  SqsEventSource,
} from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { jobQueues, type QueueKind } from '../../functions/owed/jobs.ts';
import { acknowledge } from './acknowledge.ts';
import type { Alarms } from './alarms.ts';
import type { Fetcher } from './fetcher.ts';
import { asTable } from './fit.ts';
import { LambdaFunction, type LambdaFunctionProps, type Surroundings } from './lambda-function.ts';
import type { Mail } from './mail.ts';
import { grantModel } from './model.ts';
import { grant, workerNeeds } from './needs.ts';
import type { SignIn } from './sign-in.ts';
import { owedFilters, useFilters } from './stream-filters.ts';
import type { Tables } from './tables.ts';
import { grantTranscribe } from './transcribe.ts';
import { DeadLetters, WorkQueue } from './work-queue.ts';

const DISPATCH_SECONDS = 30;

interface Pace {
  timeoutSeconds: number;
  /** Concurrent invocations. */
  concurrency: number;
  memoryMb?: number;
  /** Messages per invocation. */
  batchSize?: number;
  /** Shipped with its bundle. */
  files?: readonly string[];
}

/** By kind of owed work; the worker's file has the same name. */
const PACE: Readonly<Record<QueueKind, Pace>> = {
  'notify-submitter': { timeoutSeconds: 30, concurrency: 5 },
  'send-mail': { timeoutSeconds: 30, concurrency: 5 },
  // A large workspace's purge takes many invocations, so others get their turn in between.
  purge: { timeoutSeconds: 300, concurrency: 10 },
  // Each invocation has memory and time for one file or page of up to 100 MB.
  'extract-review': { timeoutSeconds: 120, concurrency: 5, memoryMb: 2048, batchSize: 1 },
  // A persona waits for its model, so a slow one delays no other.
  'run-persona': { timeoutSeconds: 300, concurrency: 20, memoryMb: 1024, batchSize: 1 },
  'erase-person': { timeoutSeconds: 300, concurrency: 2 },
  // One archive per invocation: read, compressed and uploaded in parts.
  'export-data': { timeoutSeconds: 300, concurrency: 2, memoryMb: 1024, batchSize: 1 },
  'refit-calibrator': { timeoutSeconds: 60, concurrency: 2, files: ['functions/personas/catalogue'] },
};

const kinds = Object.keys(jobQueues) as QueueKind[];

/** The queues of owed work. */
export class JobQueues extends Construct {
  readonly settings: Readonly<Record<string, string>>;
  readonly #queues = new Map<QueueKind, WorkQueue>();

  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id);
    for (const kind of kinds) {
      this.#queues.set(kind, new WorkQueue(this, kind, PACE[kind].timeoutSeconds, alarms));
    }
    this.settings = Object.fromEntries(kinds.map((kind) => [jobQueues[kind], this.of(kind).queueUrl]));
  }

  /** The age of each queue's oldest message, in seconds. */
  ages(): Metric[] {
    return kinds.map((kind) => this.of(kind).metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }));
  }

  of(kind: QueueKind): Queue {
    const found = this.#queues.get(kind);
    if (!found) throw new Error(`There is no queue for ${kind}.`);
    return found.queue;
  }
}

interface WorkersProps {
  surroundings: Surroundings;
  tables: Tables;
  evidence: Bucket;
  mail: Mail;
  signIn: SignIn;
  jobs: JobQueues;
  fetcher: Fetcher;
  alarms: Alarms;
}

/** Stream → dispatch → queues → workers; the schedule re-queues what is overdue. */
export class Workers extends Construct {
  readonly #props: WorkersProps;

  constructor(scope: Construct, id: string, props: WorkersProps) {
    super(scope, id);
    this.#props = props;
    this.#dispatch();
    this.#countUsage();
    this.#reconcile();
    this.#work('notify-submitter');
    props.mail.grantSending(this.#work('send-mail'));
    this.#work('purge');
    const reader = this.#work('extract-review');
    props.fetcher.grantUse(reader);
    if (props.surroundings.stage.transcribes) grantTranscribe(reader, props.evidence);
    this.#runPersonas();
    this.#work('refit-calibrator');
    props.signIn.grantDelete(this.#work('erase-person'));
    this.#work('export-data');
    this.#recordFeedback();
  }

  #worker(name: keyof typeof workerNeeds, props: Omit<LambdaFunctionProps, 'entry'>): LambdaFunction {
    const { surroundings, tables, evidence } = this.#props;
    const worker = new LambdaFunction(this, name, surroundings, {
      memoryMb: 512,
      ...props,
      entry: `functions/workers/${name}.ts`,
    });
    grant(worker, workerNeeds[name], tables, evidence);
    return worker;
  }

  #mayQueue(worker: LambdaFunction): void {
    const resources = kinds.map((kind) => this.#props.jobs.of(kind).queueArn);
    worker.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
  }

  /** The fast path: the schedule finds records that remain after the retries, and an alarm fires. */
  #dispatch(): void {
    const { alarms } = this.#props;
    const dispatch = this.#worker('dispatch', { timeoutSeconds: DISPATCH_SECONDS });
    this.#mayQueue(dispatch);
    this.#readStream(dispatch, 'dispatch', {
      filters: owedFilters.map((pattern) => FilterCriteria.filter(pattern)),
      retryAttempts: 5,
      maxRecordAge: Duration.minutes(15),
    });
    alarms.add('dispatch-late', dispatch.metric('IteratorAge'), {
      atLeast: Duration.minutes(5).toMilliseconds(),
      statistic: 'Maximum',
    });
  }

  /** No schedule finds missed records, so it retries for hours: only an outage of the scratch table delays it. */
  #countUsage(): void {
    const { alarms } = this.#props;
    const counter = this.#worker('count-usage', { timeoutSeconds: 60 });
    this.#readStream(counter, 'count-usage', {
      filters: useFilters.map((pattern) => FilterCriteria.filter(pattern)),
      // Fewer, fuller batches: all writes by one person within a minute change one row.
      maxBatchingWindow: Duration.minutes(1),
      retryAttempts: 1000,
      maxRecordAge: Duration.hours(6),
    });
    alarms.add('count-usage-late', counter.metric('IteratorAge'), {
      atLeast: Duration.hours(1).toMilliseconds(),
      statistic: 'Maximum',
    });
  }

  /** Nothing blocks the stream forever: a failing batch is bisected and retried, and ends in the dead-letter queue. */
  #readStream(worker: LambdaFunction, name: string, own: Partial<DynamoEventSourceProps>): void {
    const { tables, alarms } = this.#props;
    worker.addEventSource(
      new DynamoEventSource(asTable(tables.main), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(new DeadLetters(this, `${name}-dead-letters`, alarms)),
        ...own,
      }),
    );
    acknowledge(
      worker.ownRole,
      'IAM5[Resource::*]',
      'dynamodb:ListStreams, which the stream mapping asks for, knows no resources.',
    );
  }

  /** The guarantee. It reports the age of the oldest owed work each minute; missing data fires the alarm too. */
  #reconcile(): void {
    const { tables, alarms } = this.#props;
    const reconcile = this.#worker('reconcile', { timeoutSeconds: 60 });
    this.#mayQueue(reconcile);
    new Rule(this, 'Every minute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new InvokeLambda(reconcile, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
    const oldest = new Metric({
      namespace: 'Sidenote',
      metricName: 'OldestOwedSeconds',
      dimensionsMap: { Table: tables.main.tableName },
    });
    alarms.add('oldest-owed', oldest, {
      atLeast: Duration.minutes(15).toSeconds(),
      statistic: 'Maximum',
      missingIsBad: true,
    });
  }

  #work(kind: QueueKind): LambdaFunction {
    const { concurrency, batchSize = 10, ...pace } = PACE[kind];
    const worker = this.#worker(kind, pace);
    worker.addEventSource(
      new SqsEventSource(this.#props.jobs.of(kind), {
        batchSize,
        reportBatchItemFailures: true,
        // Reserved concurrency would send throttled messages to the dead-letter queue.
        maxConcurrency: concurrency,
      }),
    );
    return worker;
  }

  /** Throttling by the model is retried; if it doesn't end, an operator must look. */
  #runPersonas(): void {
    const { surroundings, alarms } = this.#props;
    const worker = this.#work('run-persona');
    grantModel(worker, surroundings.stage);
    const faults = worker.logGroup.addMetricFilter('Model faults', {
      metricNamespace: `Sidenote/${surroundings.stage.name}`,
      metricName: 'ModelFaults',
      // A text filter, not JSON: the runtime prefixes our line.
      filterPattern: FilterPattern.literal('"\\"id\\":\\"model\\""'),
      metricValue: '1',
    });
    alarms.add('model-faults', faults.metric(), { atLeast: 20, minutes: 15 });
  }

  /** Bounces and complaints: no more email to that address. */
  #recordFeedback(): void {
    const { mail, alarms } = this.#props;
    const worker = this.#worker('record-feedback', { timeoutSeconds: 30 });
    const deadLetterQueue = new DeadLetters(this, 'record-feedback-dead-letters', alarms);
    mail.feedback.addSubscription(new LambdaSubscription(worker, { deadLetterQueue }));
    // SNS has delivered once Lambda accepts the event, so Lambda must report a handler that keeps failing.
    worker.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetterQueue) });
  }
}
