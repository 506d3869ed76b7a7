import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAX_RECEIVES } from '../../functions/owed/jobs.ts';
import { acknowledge } from './acknowledge.ts';
import type { Alarms } from './alarms.ts';

const safe = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED };

/** Dead letters; any message raises an alarm. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id, { ...safe, retentionPeriod: Duration.days(14) });
    acknowledge(this, 'SQS3', 'Holds dead letters itself: of a queue, a stream mapping or a subscription.');
    alarms.onAny(`dead-letters-${id.replace(/-?dead-letters$/, '')}`, this.metricApproximateNumberOfMessagesVisible());
  }
}

/** A worker's queue with its dead-letter queue and alarm. */
export class WorkQueue extends Construct {
  readonly queue: Queue;

  /** The worker's timeout: a message stays hidden six times as long. */
  constructor(scope: Construct, id: string, timeoutSeconds: number, alarms: Alarms) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      ...safe,
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: new DeadLetters(this, `${id}-dead-letters`, alarms), maxReceiveCount: MAX_RECEIVES },
    });
  }
}
