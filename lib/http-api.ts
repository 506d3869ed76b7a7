import { Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Area } from '../functions/kit/contract.ts';
import { ACCESS_LOG } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import type { Alarms } from './alarms.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Stage } from './stages.ts';

interface Served {
  area: Area;
  by: LambdaFunction;
}

const preflightPaths = ({ rows }: Area) => [
  ...new Set(
    Object.values(rows)
      .filter((row) => row.cross_origin)
      .map((row) => row.path),
  ),
];

/** One route per contract row, OPTIONS where the widget calls from other origins, and `$default` for every other path. */
export class ContractApi extends Construct {
  /** The name that CloudFront calls. */
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    stage: Stage,
    served: readonly Served[],
    otherwise: LambdaFunction,
    alarms: Alarms,
  ) {
    super(scope, id);
    const integrationOf = (handler: LambdaFunction) =>
      new HttpLambdaIntegration(handler.node.id, handler, { scopePermissionToRoute: false });
    const api = new HttpApi(this, 'Api', {
      apiName: `sidenote-${stage.name}`,
      createDefaultStage: false,
      defaultIntegration: integrationOf(otherwise),
    });
    for (const { area, by } of served) {
      const integration = integrationOf(by);
      for (const { method, path } of Object.values(area.rows)) {
        api.addRoutes({ path, methods: [HttpMethod[method]], integration });
      }
      for (const path of preflightPaths(area)) {
        api.addRoutes({ path, methods: [HttpMethod.OPTIONS], integration });
      }
    }

    const destination = new LogGroupLogDestination(
      new LogGroup(this, 'AccessLog', {
        logGroupName: `/sidenote/${stage.name}/access`,
        retention: stage.logDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    );
    const deployed = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 2000, burstLimit: 2000 },
      accessLogSettings: { destination, format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)) },
    });
    alarms.add('api-5xx', deployed.metricServerError(), { atLeast: 5 });
    this.host = Fn.select(2, Fn.split('/', api.apiEndpoint));

    acknowledge(
      api,
      'APIG4',
      'serve authorises every request itself: a gateway authoriser caches, and revocation must work at once.',
    );
  }
}
