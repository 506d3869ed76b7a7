import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** Percentages of the month's budget, actual or forecast, at which an email is sent. */
const NOTICES = [
  { notificationType: 'ACTUAL', threshold: 50 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/** The account's monthly budget. AWS updates it a few times a day: it catches high bills, not attacks. */
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
