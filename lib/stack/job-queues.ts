import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { jobQueues, MAX_RECEIVES, type QueueKind } from '../../functions/owed/jobs.ts';
import type { Alarms } from './alarms.ts';
import { acknowledge } from './stage-stack.ts';
import type { Stage } from './stages.ts';
import { workerSpec } from './worker-spec.ts';

const safe = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED };

export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id, { ...safe, retentionPeriod: Duration.days(14) });
    acknowledge(this, 'SQS3', 'Holds dead letters itself: of a queue, a stream mapping or a subscription.');
    alarms.onAny(`dead-letters-${id.replace(/-?dead-letters$/, '')}`, this.metricApproximateNumberOfMessagesVisible());
  }
}

export class JobQueues extends Construct {
  readonly of: Readonly<Record<QueueKind, Queue>>;
  readonly settings: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, stage: Stage, alarms: Alarms) {
    super(scope, id);
    const kinds = Object.keys(jobQueues) as QueueKind[];
    const queues = kinds.map((kind) => [kind, this.#queue(kind, stage, alarms)] as const);
    this.of = Object.fromEntries(queues) as Record<QueueKind, Queue>;
    this.settings = Object.fromEntries(queues.map(([kind, { queueUrl }]) => [jobQueues[kind], queueUrl]));
  }

  #queue(kind: QueueKind, stage: Stage, alarms: Alarms): Queue {
    const scope = new Construct(this, kind);
    return new Queue(scope, 'Queue', {
      ...safe,
      visibilityTimeout: Duration.seconds(6 * workerSpec(kind, stage).timeoutSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: new DeadLetters(scope, `${kind}-dead-letters`, alarms), maxReceiveCount: MAX_RECEIVES },
    });
  }
}
