import { Fn } from 'aws-cdk-lib';
import { FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { annotations } from '../../functions/annotations/contract.ts';
import { changes } from '../../functions/changes/contract.ts';
import type { Area } from '../../functions/kit/contract/contract.ts';
import type { LambdaSpec } from '../../functions/kit/contract/lambda-spec.ts';
import { lambdaOf } from '../../functions/lambdas.ts';
import { lambda as mcpLambda } from '../../functions/mcp/lambda.ts';
import { Alarms } from './alarms.ts';
import type { DataStack } from './data-stack.ts';
import { serviceFunction } from './grants.ts';
import { ContractApi } from './http-api.ts';
import { type LambdaFunctionProps, logMetric } from './lambda-function.ts';
import { lambdaSettings } from './lambda-settings.ts';
import type { WidgetStack } from './public-files.ts';
import { type Released, Rollout } from './rollout.ts';
import { StageStack } from './stage-stack.ts';
import type { Stage } from './stages.ts';
import type { WorkersStack } from './workers-stack.ts';

/** Strangers found the origin's host name, or a rotation failed. */
const BYPASSED = 'EdgeBypassed';

interface Behind {
  data: DataStack;
  workers: WorkersStack;
  widget: WidgetStack;
}

export class ApiStack extends StageStack {
  readonly forEdge: { apiHost: string; mcpHost: string };
  readonly alarms: Alarms;

  constructor(scope: Construct, stage: Stage, areas: readonly Area[], { data, workers, widget }: Behind) {
    super(scope, stage, 'api', 'API');
    // Secrets are read by name; the loader names the widget's files.
    for (const behind of [data, workers, widget]) this.addStackDependency(behind);
    this.alarms = new Alarms(this, 'Alarms', stage, data.alarmTopic);
    const { alarms } = this;
    const { fetcher, renderer } = workers;
    const settings = lambdaSettings(stage, data, {
      FETCHER_FUNCTION: fetcher.functionName,
      RENDERER_FUNCTION: renderer.functionName,
    });
    const config = { stage, settings, data, fetcher, renderer };

    const rollout = new Rollout(this, 'Rollout', stage);
    const serve = (name: string, spec: LambdaSpec & Partial<LambdaFunctionProps>) => {
      const entry = `functions/${name}/index.ts`;
      const lambda = serviceFunction(this, name, config, { timeoutSeconds: 20, ...spec, entry });
      lambda.countLines('EdgeBypassed', BYPASSED, '"\\"refused\\":\\"edge\\""');
      return rollout.release(lambda);
    };
    const served = areas.map((area) => {
      const waits = area.name === changes.name ? { reservedConcurrency: stage.waitsAtOnce } : {};
      return { area, by: serve(area.name, { ...lambdaOf(area.name), ...waits }) };
    });
    const notes = served.find(({ area }) => area.name === annotations.name)?.by.alias.lambda;
    // Of the function that answers most requests: the API's own latency includes requests that wait for changes.
    if (notes) alarms.add('api-slow', notes.metric('Duration'), { atLeast: 5000, periods: 3, statistic: 'p99' });
    const notFound = serve('not-found', { isUntraced: true });
    const api = new ContractApi(this, 'HttpApi', stage, served, notFound, alarms);
    const mcpHost = this.#functionUrlHost(serve('mcp', { ...mcpLambda, reservedConcurrency: stage.mcpAtOnce }));
    alarms.add('edge-bypassed', logMetric(stage, BYPASSED), { atLeast: 100 });
    this.forEdge = {
      apiHost: this.publish('ApiHost', api.host),
      mcpHost: this.publish('McpHost', mcpHost),
    };
  }

  /** Protected by the origin secret: signing would replace Authorization and require MCP clients to hash their body. */
  #functionUrlHost({ alias }: Released): string {
    const { url } = alias.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.BUFFERED });
    const { lambda } = alias;
    this.alarms.add('mcp-5xx', lambda.metric('Url5xxCount'), { atLeast: 5 });
    // No wait for changes takes longer.
    this.alarms.add('mcp-slow', lambda.metric('UrlRequestLatency'), { atLeast: 27_000, periods: 3, statistic: 'p99' });
    return Fn.select(2, Fn.split('/', url));
  }
}
