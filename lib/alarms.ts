import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export interface Limit {
  /** Fires at or above this. */
  atLeast: number;
  minutes?: number;
  /** How many of the periods in a row. */
  periods?: number;
  statistic?: 'Sum' | 'Maximum' | 'Average';
  /** Silence is a fault too. */
  missingIsBad?: true;
}

export const alarmName = (stage: Stage, name: string): string => `sidenote-${stage.name}-${name}`;

/** Where a region's alarms go: one mail subscription per region. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, { enforceSSL: true });
    // A topic with its own policy no longer accepts alarms by default.
    this.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    this.addSubscription(new EmailSubscription(stage.alarmMail));
  }
}

/** A stack's alarms; docs/runbook.md explains each under its name. */
export class Alarms extends Construct {
  readonly #stage: Stage;
  readonly #action: SnsAction;

  constructor(scope: Construct, id: string, stage: Stage, topic: AlarmTopic) {
    super(scope, id);
    this.#stage = stage;
    this.#action = new SnsAction(topic);
  }

  add(name: string, metric: Metric, limit: Limit): void {
    const { atLeast, minutes = 5, periods = 1, statistic = 'Sum', missingIsBad } = limit;
    const measured = metric.with({ period: Duration.minutes(minutes), statistic });
    const alarm = new Alarm(this, name, {
      alarmName: alarmName(this.#stage, name),
      alarmDescription: `docs/runbook.md, "${name}"`,
      metric: measured,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.#action);
    alarm.addOkAction(this.#action);
  }

  /** Fires as soon as there is one. */
  onAny(name: string, metric: Metric): void {
    this.add(name, metric, { atLeast: 1, statistic: 'Maximum' });
  }
}
