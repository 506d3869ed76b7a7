import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as InvokeLambda } from 'aws-cdk-lib/aws-events-targets';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import {
  DynamoEventSource,
  type DynamoEventSourceProps,
  SqsDlq,
  SqsEventSource,
} from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import type { QueueKind } from '../../functions/owed/jobs.ts';
import { eventWorkers } from '../../functions/workers/lambdas.ts';
import type { Alarms } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { grantTranscribe, type ServiceConfig, serviceFunction } from './grants.ts';
import { DeadLetters, type JobQueues } from './job-queues.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { acknowledge, asTable } from './stage-stack.ts';
import { changeFilters, endFilters, entryFilters, owedFilters, type Pattern, useFilters } from './stream-filters.ts';
import { workerSpec } from './worker-spec.ts';

const UNTIL_TAKEN = { retryAttempts: 1000, maxRecordAge: Duration.hours(6) };

interface WorkersProps extends ServiceConfig {
  data: DataStack;
  jobs: JobQueues;
  alarms: Alarms;
}

export class Workers extends Construct {
  readonly #props: WorkersProps;

  constructor(scope: Construct, id: string, props: WorkersProps) {
    super(scope, id);
    this.#props = props;
    this.#dispatch();
    this.#countUsage();
    this.#reconcile();
    this.#work('notify-submitter');
    props.data.mail.grantSending(this.#work('send-mail'));
    this.#work('purge');
    const reader = this.#work('extract-review');
    if (props.stage.transcribes) grantTranscribe(reader, props.data.evidence);
    this.#runPersonas();
    this.#work('refit-calibrator');
    props.data.signIn.grantDelete(this.#work('erase-person'));
    this.#work('render-page');
    this.#work('export-data');
    this.#work('deliver-webhook');
    this.#recordFeedback();
    this.#receiveMail();
  }

  #worker(name: QueueKind | keyof typeof eventWorkers, spec: LambdaSpec): LambdaFunction {
    const entry = `functions/workers/${name}.ts`;
    return serviceFunction(this, name, this.#props, { memoryMb: 512, timeoutSeconds: 30, ...spec, entry });
  }

  #mayQueue(worker: LambdaFunction): void {
    const queues = Object.values(this.#props.jobs.of);
    worker.allow(
      ['sqs:SendMessage'],
      queues.map(({ queueArn }) => queueArn),
    );
  }

  /** The schedule finds owed work that no queue took; no schedule finds missed changes, so it retries for hours. */
  #dispatch(): void {
    const late = Duration.minutes(5);
    const dispatch = this.#readStream(
      'dispatch',
      late,
      [...owedFilters, ...changeFilters, ...endFilters, ...entryFilters],
      UNTIL_TAKEN,
    );
    this.#mayQueue(dispatch);
  }

  /** No schedule finds missed records, so it retries for hours: only an outage of the scratch table delays it. */
  #countUsage(): void {
    this.#readStream('count-usage', Duration.hours(1), useFilters, {
      // Fewer, fuller batches: all writes by one person within a minute change one row.
      maxBatchingWindow: Duration.minutes(1),
      ...UNTIL_TAKEN,
    });
  }

  /** Nothing blocks the stream forever: a failing batch is bisected and retried, and ends in the dead-letter queue. */
  #readStream(
    name: 'dispatch' | 'count-usage',
    late: Duration,
    filters: readonly Pattern[],
    own: Partial<DynamoEventSourceProps>,
  ): LambdaFunction {
    const { data, alarms } = this.#props;
    const worker = this.#worker(name, eventWorkers[name]);
    worker.addEventSource(
      new DynamoEventSource(asTable(data.tables.main), {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        filters: filters.map((pattern) => FilterCriteria.filter(pattern)),
        onFailure: new SqsDlq(new DeadLetters(this, `${name}-dead-letters`, alarms)),
        ...own,
      }),
    );
    acknowledge(
      worker.ownRole,
      'IAM5[Resource::*]',
      'dynamodb:ListStreams, which the stream mapping asks for, knows no resources.',
    );
    const atLeast = late.toMilliseconds();
    alarms.add(`${name}-late`, worker.metric('IteratorAge'), { atLeast, statistic: 'Maximum' });
    return worker;
  }

  /** The guarantee. It reports the age of the oldest owed work each minute; missing data fires the alarm too. */
  #reconcile(): void {
    const { data, alarms } = this.#props;
    const reconcile = this.#worker('reconcile', eventWorkers.reconcile);
    this.#mayQueue(reconcile);
    new Rule(this, 'Every minute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new InvokeLambda(reconcile, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
    const oldest = new Metric({
      namespace: 'Sidenote',
      metricName: 'OldestOwedSeconds',
      dimensionsMap: { Table: data.tables.main.tableName },
    });
    alarms.add('oldest-owed', oldest, {
      atLeast: Duration.minutes(15).toSeconds(),
      statistic: 'Maximum',
      missingIsBad: true,
    });
  }

  #work(kind: QueueKind): LambdaFunction {
    const { concurrency, batchSize = 10, ...spec } = workerSpec(kind, this.#props.stage);
    const worker = this.#worker(kind, spec);
    worker.addEventSource(
      new SqsEventSource(this.#props.jobs.of[kind], {
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
    const faults = this.#work('run-persona').countLines('Model faults', 'ModelFaults', '"\\"id\\":\\"model\\""');
    this.#props.alarms.add('model-faults', faults, { atLeast: 20, minutes: 15 });
  }

  #recordFeedback(): void {
    this.#follow(this.#props.data.mail.feedback, 'record-feedback');
  }

  #receiveMail(): void {
    const { stage, data } = this.#props;
    if (stage.mail.replies) this.#follow(data.mail.received, 'receive-mail');
  }

  #follow(topic: Topic, name: 'record-feedback' | 'receive-mail'): void {
    const worker = this.#worker(name, eventWorkers[name]);
    const deadLetterQueue = new DeadLetters(this, `${name}-dead-letters`, this.#props.alarms);
    topic.addSubscription(new LambdaSubscription(worker, { deadLetterQueue }));
    // SNS has delivered once Lambda accepts the event, so Lambda must report a handler that keeps failing.
    worker.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetterQueue) });
  }
}
