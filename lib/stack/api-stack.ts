import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Area } from '../../functions/kit/contract/contract.ts';
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import { lambdaOf } from '../../functions/lambdas.ts';
import { lambda as mcpLambda } from '../../functions/mcp/lambda.ts';
import { Alarms } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { grant } from './grant.ts';
import { ContractApi } from './http-api.ts';
import { lambdaConfig } from './lambda-config.ts';
import { LambdaFunction, type LambdaFunctionProps } from './lambda-function.ts';
import { McpUrl } from './mcp-url.ts';
import { grantModel } from './model.ts';
import { publish } from './published.ts';
import { Rollout } from './rollout.ts';
import type { Stage } from './stages.ts';
import type { WidgetStack } from './widget-stack.ts';
import type { WorkersStack } from './workers-stack.ts';

/** Requests without a valid origin secret: strangers who found the origin's host name, or a failed rotation. */
const bypassedMetric = ({ name }: Stage) => new Metric({ namespace: `Sidenote/${name}`, metricName: 'EdgeBypassed' });

const countBypassed = ({ logGroup }: LambdaFunction, stage: Stage): void => {
  const { namespace: metricNamespace, metricName } = bypassedMetric(stage);
  const filterPattern = FilterPattern.literal('"\\"refused\\":\\"edge\\""');
  logGroup.addMetricFilter('EdgeBypassed', { metricNamespace, metricName, filterPattern, metricValue: '1' });
};

interface Behind {
  data: DataStack;
  workers: WorkersStack;
  widget: WidgetStack;
}

/** The Lambdas that answer requests, the HTTP API and the function URL of MCP. */
export class ApiStack extends Stack {
  /** Values for the edge's region, each to be used alone (`publish`). */
  readonly forEdge: { apiHost: string; mcpHost: string };
  readonly alarms: Alarms;

  constructor(scope: Construct, stage: Stage, areas: readonly Area[], { data, workers, widget }: Behind) {
    super(scope, `Sidenote-${stage.name}-api`, {
      description: `Sidenote, ${stage.name}: API`,
      env: { region: stage.region },
      terminationProtection: stage.isProtected === true,
    });
    // Secrets are read by name; the loader names the widget's files.
    for (const behind of [data, workers, widget]) this.addStackDependency(behind);
    this.alarms = new Alarms(this, 'Alarms', stage, data.alarmTopic);
    const { alarms } = this;
    const { fetcher } = workers;
    const config = lambdaConfig(stage, data, fetcher.settings);

    const rollout = new Rollout(this, 'Rollout', stage);
    const serve = (
      name: string,
      { model, fetcher: fetches, ...spec }: LambdaSpec,
      more: Partial<LambdaFunctionProps> = {},
    ) => {
      const lambda = new LambdaFunction(this, name, config, {
        entry: `functions/${name}/index.ts`,
        timeoutSeconds: 20,
        ...spec,
        ...more,
      });
      grant(lambda, spec, data.tables, data.evidence);
      countBypassed(lambda, stage);
      if (fetches) fetcher.grantUse(lambda);
      if (model) grantModel(lambda, stage);
      return rollout.release(lambda);
    };
    const served = areas.map((area) => ({ area, by: serve(area.name, lambdaOf(area.name)) }));
    const notFound = serve('not-found', { isUntraced: true });
    const api = new ContractApi(this, 'HttpApi', stage, served, notFound, alarms);
    const atOnce = stage.mcpAtOnce === undefined ? {} : { reservedConcurrency: stage.mcpAtOnce };
    const mcp = new McpUrl(this, 'McpUrl', serve('mcp', mcpLambda, atOnce), alarms);
    alarms.add('edge-bypassed', bypassedMetric(stage), { atLeast: 100 });
    this.forEdge = {
      apiHost: publish(this, 'ApiHost', api.host),
      mcpHost: publish(this, 'McpHost', mcp.host),
    };
  }
}
