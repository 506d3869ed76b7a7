import { Duration, Stack } from 'aws-cdk-lib';
import { Function as AnyLambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Alarms, combined } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { Fetcher } from './fetcher.ts';
import { lambdaConfig } from './lambda-config.ts';
import { bugMetric } from './lambda-function.ts';
import { tokenMetrics } from './model.ts';
import { keepExports } from './published.ts';
import type { Stage } from './stages.ts';
import { JobQueues, Workers } from './workers.ts';

/**
 * Owed work: queues, stream readers, the schedule and the fetcher. It deploys before the API, which writes owed work.
 */
export class WorkersStack extends Stack {
  readonly fetcher: Fetcher;
  readonly alarms: Alarms;

  constructor(scope: Construct, stage: Stage, data: DataStack) {
    super(scope, `Sidenote-${stage.name}-workers`, {
      description: `Sidenote, ${stage.name}: workers`,
      env: { region: stage.region },
      terminationProtection: stage.isProtected === true,
    });
    // Secrets are read by name, which creates no dependency.
    this.addStackDependency(data);
    this.alarms = new Alarms(this, 'Alarms', stage, data.alarmTopic);
    const { alarms } = this;
    const jobs = new JobQueues(this, 'Jobs', alarms);
    this.fetcher = new Fetcher(this, 'Fetcher', stage);
    const { tables, evidence, mail, signIn } = data;
    const config = lambdaConfig(stage, data, { ...jobs.settings, ...this.fetcher.settings });
    new Workers(this, 'Workers', { config, tables, evidence, mail, signIn, jobs, fetcher: this.fetcher, alarms });
    alarms.onAny('bugs', bugMetric(stage));
    alarms.onAny('lambda-throttles', AnyLambda.metricAllThrottles());
    // Failures that our log lines can't report: timeouts, out of memory, a bundle that doesn't load.
    alarms.add('function-errors', AnyLambda.metricAllErrors(), { atLeast: 1 });
    alarms.add('queue-age', combined('MAX', jobs.ages()), { atLeast: Duration.minutes(15).toSeconds(), periods: 2 });
    const tokens = tokenMetrics(stage);
    if (tokens) alarms.add('model-tokens', combined('SUM', tokens), { atLeast: stage.tokensAnHour, minutes: 60 });
    keepExports(this, this.fetcher.exported);
  }
}
