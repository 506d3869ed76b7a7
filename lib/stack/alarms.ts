import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, ComparisonOperator, MathExpression, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

export interface Limit {
  atLeast: number;
  minutes?: number;
  periods?: number;
  /** For a single metric; an expression's metrics bring their own. */
  statistic?: 'Sum' | 'Maximum' | 'Average' | 'p99';
  missingIsBad?: true;
}

export const alarmName = (stage: Stage, name: string): string => `sidenote-${stage.name}-${name}`;

export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, { enforceSSL: true });
    // A topic with its own policy no longer accepts alarms by default.
    this.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    this.addSubscription(new EmailSubscription(stage.alarmMail));
  }
}

/** docs/runbook.md explains each by name. */
export class Alarms extends Construct {
  readonly #stage: Stage;
  readonly #action: SnsAction;
  readonly names: string[] = [];

  constructor(scope: Construct, id: string, stage: Stage, topic: AlarmTopic) {
    super(scope, id);
    this.#stage = stage;
    this.#action = new SnsAction(topic);
  }

  add(name: string, metric: Metric | MathExpression, limit: Limit): void {
    const { atLeast, minutes = 5, periods = 1, statistic = 'Sum', missingIsBad } = limit;
    const period = Duration.minutes(minutes);
    const measured = metric instanceof MathExpression ? metric.with({ period }) : metric.with({ period, statistic });
    const alarm = new Alarm(this, name, {
      alarmName: alarmName(this.#stage, name),
      alarmDescription: `docs/runbook.md, "${name}"`,
      metric: measured,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      // A percentile of a handful of requests means nothing.
      ...(statistic === 'p99' && { evaluateLowSampleCountPercentile: 'ignore' }),
    });
    this.names.push(alarmName(this.#stage, name));
    alarm.addAlarmAction(this.#action);
    alarm.addOkAction(this.#action);
  }

  onAny(name: string, metric: Metric): void {
    this.add(name, metric, { atLeast: 1, statistic: 'Maximum' });
  }
}

/** A metric without data counts as 0. */
export const combined = (metrics: readonly Metric[]): MathExpression => {
  // CloudWatch allows ten metrics in an alarm.
  if (metrics.length > 10) throw new Error('An alarm can have at most ten metrics.');
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
  return new MathExpression({ expression: `SUM([${filled.join(', ')}])`, usingMetrics });
};

const NOTICES = [
  { notificationType: 'ACTUAL', threshold: 50 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** AWS updates it a few times a day: it catches high bills, not attacks. */
export class Spend extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `sidenote-${stage.name}-spend`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyDollars, unit: 'USD' },
      },
      notificationsWithSubscribers: NOTICES.map((notice) => ({
        notification: { ...notice, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: stage.alarmMail }],
      })),
    });
  }
}
