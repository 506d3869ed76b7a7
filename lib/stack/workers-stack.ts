import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as AnyLambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { BROWSER_FILES } from '../../functions/browser/chromium.ts';
import { FETCHER_ENTRY, RENDERER_ENTRY } from '../build/bundling.ts';
import { Alarms, combined } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { JobQueues } from './job-queues.ts';
import { BUGS, LambdaFunction, logMetric } from './lambda-function.ts';
import { lambdaSettings } from './lambda-settings.ts';
import { StageStack } from './stage-stack.ts';
import type { Stage } from './stages.ts';
import { Workers } from './workers.ts';

/** Other providers publish no metric in the account. */
const tokenMetrics = ({ model }: Stage): Metric[] =>
  model?.provider === 'bedrock'
    ? ['InputTokenCount', 'OutputTokenCount'].map(
        (metricName) =>
          new Metric({ namespace: 'AWS/Bedrock', metricName, dimensionsMap: { ModelId: model.id }, statistic: 'Sum' }),
      )
    : [];

/** Without those of the sign-in's trigger, which can refuse only by an error: strangers would ring the alarm. */
const errorMetric = (refusing: LambdaFunction | undefined): Metric | MathExpression => {
  const all = AnyLambda.metricAllErrors();
  if (!refusing) return all;
  const usingMetrics = { all, refused: refusing.metricErrors({ statistic: 'Sum' }) };
  return new MathExpression({ expression: 'all - FILL(refused, 0)', usingMetrics });
};

/** It deploys before the API, which writes owed work. */
export class WorkersStack extends StageStack {
  readonly fetcher: LambdaFunction;
  readonly renderer: LambdaFunction;
  readonly alarms: Alarms;

  constructor(scope: Construct, stage: Stage, data: DataStack) {
    super(scope, stage, 'workers', 'workers');
    // Secrets are read by name, which creates no dependency.
    this.addStackDependency(data);
    this.alarms = new Alarms(this, 'Alarms', stage, data.alarmTopic);
    const { alarms } = this;
    const jobs = new JobQueues(this, 'Jobs', stage, alarms);
    this.fetcher = this.#makeFetcher(stage);
    this.renderer = this.#makeRenderer(stage);
    const { fetcher, renderer } = this;
    const settings = lambdaSettings(stage, data, {
      ...jobs.settings,
      FETCHER_FUNCTION: fetcher.functionName,
      RENDERER_FUNCTION: renderer.functionName,
    });
    new Workers(this, 'Workers', { stage, settings, data, jobs, fetcher, renderer, alarms });
    alarms.onAny('bugs', logMetric(stage, BUGS));
    alarms.onAny('lambda-throttles', AnyLambda.metricAllThrottles());
    // Failures that our log lines can't report: timeouts, out of memory, a bundle that doesn't load.
    alarms.add('function-errors', errorMetric(data.signIn.linking), { atLeast: 1 });
    const tokens = tokenMetrics(stage);
    if (tokens.length > 0) alarms.add('model-tokens', combined(tokens), { atLeast: stage.tokensAnHour, minutes: 60 });
    for (const { functionName, functionArn } of [fetcher, renderer]) this.keepExports(functionName, functionArn);
  }

  /** Strangers name its pages: it may only write its log, and has no settings and no access to our network. */
  #makeFetcher(stage: Stage): LambdaFunction {
    return new LambdaFunction(
      new Construct(this, 'Fetcher'),
      'fetcher',
      { stage, settings: {} },
      {
        entry: FETCHER_ENTRY,
        // Its own limit is 10 s, plus the cold start.
        timeoutSeconds: 15,
        memoryMb: 512,
        isUntraced: true,
        reservedConcurrency: stage.fetchesAtOnce,
      },
    );
  }

  /** Its browser runs the scripts of strangers without a sandbox: no grants, no settings, not our network. */
  #makeRenderer(stage: Stage): LambdaFunction {
    return new LambdaFunction(
      new Construct(this, 'Renderer'),
      'renderer',
      { stage, settings: {} },
      {
        entry: RENDERER_ENTRY,
        files: BROWSER_FILES,
        // A visit ends after 60 s; unpacking the browser comes before it.
        timeoutSeconds: 75,
        memoryMb: 3008,
        temporaryGb: 1,
        isIntel: true,
        isolatesTenants: true,
        isUntraced: true,
        reservedConcurrency: stage.rendersAtOnce,
      },
    );
  }
}
