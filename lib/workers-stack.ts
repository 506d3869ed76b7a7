import { Stack } from 'aws-cdk-lib';
import { Function as AnyLambda } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { Fetcher } from './fetcher.ts';
import { bugMetric } from './lambda-function.ts';
import { keepExports } from './published.ts';
import type { Stage } from './stages.ts';
import { surroundingsOf } from './surroundings.ts';
import { JobQueues, Workers } from './workers.ts';

/** Owed work: queues, the stream's readers, the schedule and the fetcher. It deploys before the API, which writes what is owed. */
export class WorkersStack extends Stack {
  readonly fetcher: Fetcher;

  constructor(scope: Construct, stage: Stage, data: DataStack) {
    super(scope, `Sidenote-${stage.name}-workers`, {
      description: `Sidenote, ${stage.name}: workers`,
      env: { region: stage.region },
      terminationProtection: stage.isProtected === true,
    });
    // Secrets are read by name, which is no reference.
    this.addStackDependency(data);
    const alarms = new Alarms(this, 'Alarms', stage, data.alarmTopic);
    const jobs = new JobQueues(this, 'Jobs', alarms);
    this.fetcher = new Fetcher(this, 'Fetcher', stage);
    const { tables, evidence, mail, signIn } = data;
    const surroundings = surroundingsOf(stage, data, { ...jobs.settings, ...this.fetcher.settings });
    new Workers(this, 'Workers', { surroundings, tables, evidence, mail, signIn, jobs, fetcher: this.fetcher, alarms });
    alarms.onAny('bugs', bugMetric(stage));
    alarms.onAny('lambda-throttles', AnyLambda.metricAllThrottles());
    keepExports(this, this.fetcher.exported);
  }
}
