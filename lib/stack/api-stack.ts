import { Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { shippedFiles } from '../../functions/exports/render/shipped.ts';
import type { Area } from '../../functions/kit/contract/contract.ts';
import { Alarms } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { ContractApi } from './http-api.ts';
import { LambdaFunction } from './lambda-function.ts';
import { McpUrl } from './mcp-url.ts';
import { grantModel } from './model.ts';
import { grant, mcpNeeds, type Needs, needsOfArea } from './needs.ts';
import { publish } from './published.ts';
import { Rollout } from './rollout.ts';
import type { Stage } from './stages.ts';
import { surroundingsOf } from './surroundings.ts';
import type { WidgetStack } from './widget-stack.ts';
import type { WorkersStack } from './workers-stack.ts';

const SHIPPED: Readonly<Record<string, readonly string[]>> = {
  discovery: ['functions/discovery/static'],
  personas: ['functions/personas/catalogue'],
  reviews: ['functions/personas/catalogue'],
  mcp: ['functions/personas/catalogue'],
  demo: ['functions/personas/catalogue'],
  loader: ['dist/widget/loader.js', 'dist/widget/manifest.json'],
  exports: shippedFiles,
};

/**
 * API Gateway times out after 30 s. A long PDF takes most of that on a processor and a half; a demo waits for a page
 * and for a model.
 */
const OWN_SIZES: Readonly<Record<string, { timeoutSeconds: number; memoryMb: number }>> = {
  exports: { timeoutSeconds: 29, memoryMb: 2560 },
  demo: { timeoutSeconds: 28, memoryMb: 2048 },
};

/** These answer from memory within a millisecond, so a trace is useless. */
const STATIC = new Set(['discovery', 'not-found']);

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
    const surroundings = surroundingsOf(stage, data, fetcher.settings);

    const rollout = new Rollout(this, 'Rollout', stage);
    const serve = (name: string, needs: Needs) => {
      const lambda = new LambdaFunction(this, name, surroundings, {
        entry: `functions/${name}/index.ts`,
        timeoutSeconds: 20,
        ...OWN_SIZES[name],
        ...(name === 'mcp' && stage.mcpAtOnce !== undefined && { reservedConcurrency: stage.mcpAtOnce }),
        files: SHIPPED[name] ?? [],
        ...(STATIC.has(name) && { isUntraced: true }),
      });
      grant(lambda, needs, data.tables, data.evidence);
      countBypassed(lambda, stage);
      if (name === 'demo') {
        fetcher.grantUse(lambda);
        grantModel(lambda, stage);
      }
      return rollout.release(lambda);
    };
    const served = areas.map((area) => ({ area, by: serve(area.name, needsOfArea(area.name)) }));
    const api = new ContractApi(this, 'HttpApi', stage, served, serve('not-found', {}), alarms);
    const mcp = new McpUrl(this, 'McpUrl', serve('mcp', mcpNeeds), alarms);
    alarms.add('edge-bypassed', bypassedMetric(stage), { atLeast: 100 });
    this.forEdge = {
      apiHost: publish(this, 'ApiHost', api.host),
      mcpHost: publish(this, 'McpHost', mcp.host),
    };
  }
}
