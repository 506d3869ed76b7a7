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
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import { jobQueues, type QueueKind } from '../../functions/owed/jobs.ts';
import { eventWorkers, queueWorkers } from '../../functions/workers/lambdas.ts';
import { acknowledge } from './acknowledge.ts';
import type { Alarms } from './alarms.ts';
import { asTable } from './cdk-types.ts';
import type { Fetcher } from './fetcher.ts';
import { grant } from './grant.ts';
import { type LambdaConfig, LambdaFunction } from './lambda-function.ts';
import type { Mail } from './mail.ts';
import { grantModel } from './model.ts';
import type { SignIn } from './sign-in.ts';
import { owedFilters, useFilters } from './stream-filters.ts';
import type { Tables } from './tables.ts';
import { grantTranscribe } from './transcribe.ts';
import { DeadLetters, WorkQueue } from './work-queue.ts';

const kinds = Object.keys(jobQueues) as QueueKind[];

/** The queues of owed work. */
export class JobQueues extends Construct {
  readonly settings: Readonly<Record<string, string>>;
  readonly #queues = new Map<QueueKind, WorkQueue>();

  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id);
    for (const kind of kinds) {
      this.#queues.set(kind, new WorkQueue(this, kind, queueWorkers[kind].timeoutSeconds, alarms));
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
  config: LambdaConfig;
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
    if (props.config.stage.transcribes) grantTranscribe(reader, props.evidence);
    this.#runPersonas();
    this.#work('refit-calibrator');
    props.signIn.grantDelete(this.#work('erase-person'));
    this.#work('export-data');
    this.#recordFeedback();
  }

  #worker(name: QueueKind | keyof typeof eventWorkers): LambdaFunction {
    const { config, tables, evidence, fetcher } = this.#props;
    const { model, fetcher: fetches, ...spec }: LambdaSpec = { ...eventWorkers, ...queueWorkers }[name];
    const worker = new LambdaFunction(this, name, config, {
      memoryMb: 512,
      timeoutSeconds: 30,
      ...spec,
      entry: `functions/workers/${name}.ts`,
    });
    grant(worker, spec, tables, evidence);
    if (fetches) fetcher.grantUse(worker);
    if (model) grantModel(worker, config.stage);
    return worker;
  }

  #mayQueue(worker: LambdaFunction): void {
    const resources = kinds.map((kind) => this.#props.jobs.of(kind).queueArn);
    worker.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources }));
  }

  /** The fast path: the schedule finds records that remain after the retries, and an alarm fires. */
  #dispatch(): void {
    const { alarms } = this.#props;
    const dispatch = this.#worker('dispatch');
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
    const counter = this.#worker('count-usage');
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
    const reconcile = this.#worker('reconcile');
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
    const { concurrency, batchSize = 10 } = queueWorkers[kind];
    const worker = this.#worker(kind);
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
    const { config, alarms } = this.#props;
    const worker = this.#work('run-persona');
    const faults = worker.logGroup.addMetricFilter('Model faults', {
      metricNamespace: `Sidenote/${config.stage.name}`,
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
    const worker = this.#worker('record-feedback');
    const deadLetterQueue = new DeadLetters(this, 'record-feedback-dead-letters', alarms);
    mail.feedback.addSubscription(new LambdaSubscription(worker, { deadLetterQueue }));
    // SNS has delivered once Lambda accepts the event, so Lambda must report a handler that keeps failing.
    worker.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetterQueue) });
  }
}
