import { ArnFormat, Stack, Tags } from 'aws-cdk-lib';
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { type Area, routeKey } from '../../functions/kit/contract/contract.ts';
import { loader } from '../../functions/loader/contract.ts';
import type { Alarms } from './alarms.ts';
import { ACCESS_LOG, API_LIMITS, LOADER_PER_SECOND } from './api-settings.ts';
import type { Released } from './rollout.ts';
import { stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';

interface Served {
  area: Area;
  by: Released;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'any';

interface ApiRoute {
  path: string;
  method: Method;
  by: Released;
}

const routesOf = ({ area, by }: Served): ApiRoute[] => {
  const rows = Object.values(area.rows);
  return rows.map(({ method, path }) => ({ path, method: method.toLowerCase() as Method, by }));
};

const operation = ({ path, by }: ApiRoute) => ({
  'x-amazon-apigateway-integration': { $ref: `#/components/x-amazon-apigateway-integrations/${by.name}` },
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {},
});

/** One resource in API Gateway's import format: a stack holds 500 resources, an API 300 routes. */
export class ContractApi extends Construct {
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    stage: Stage,
    served: readonly Served[],
    otherwise: Released,
    alarms: Alarms,
  ) {
    super(scope, id);
    const handlers = [...served.map(({ by }) => by), otherwise];
    const paths: Record<string, Record<string, object>> = {
      $default: {
        'x-amazon-apigateway-any-method': {
          ...operation({ path: '', method: 'any', by: otherwise }),
          isDefaultRoute: true,
        },
      },
    };
    for (const route of served.flatMap(routesOf)) {
      paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
    }
    const api = new CfnApi(this, 'Api', {
      body: {
        openapi: '3.0.1',
        info: { title: `sidenote-${stage.name}`, version: '1' },
        // An import drops tags that its document doesn't have.
        tags: [{ name: 'sidenote:stage', 'x-amazon-apigateway-tag-value': stage.name }],
        paths,
        components: {
          'x-amazon-apigateway-integrations': Object.fromEntries(
            handlers.map((handler) => [handler.name, this.#integration(handler)]),
          ),
        },
      },
    });
    Tags.of(api).remove('sidenote:stage', { priority: 300 });
    for (const handler of handlers) {
      handler.alias.addPermission('Api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        // Two segments: the default route is called as `<stage>/$default`, every other as `<stage>/<method>/<path>`.
        sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: api.ref, resourceName: '*/*' }),
      });
    }

    const accessLog = stageLogs(this, 'AccessLog', stage, `/sidenote/${stage.name}/access`);
    const { stageName } = new CfnStage(this, 'Stage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: { throttlingRateLimit: API_LIMITS.perSecond, throttlingBurstLimit: API_LIMITS.burst },
      // CloudFront requests each loader once in five minutes per location; customers' pages must not use up the API's rate.
      routeSettings: {
        [routeKey(loader.rows.getLoader)]: {
          ThrottlingRateLimit: LOADER_PER_SECOND,
          ThrottlingBurstLimit: LOADER_PER_SECOND,
        },
      },
      accessLogSettings: { destinationArn: accessLog.logGroupArn, format: JSON.stringify(ACCESS_LOG) },
    });
    const dimensionsMap = { ApiId: api.ref, Stage: stageName };
    const measured = (metricName: string) => new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap });
    alarms.add('api-5xx', measured('5xx'), { atLeast: 5 });
    this.host = `${api.ref}.execute-api.${stage.region}.amazonaws.com`;
  }

  #integration({ alias }: Released) {
    return {
      type: 'AWS_PROXY',
      httpMethod: 'POST',
      payloadFormatVersion: '2.0',
      uri: Stack.of(this).formatArn({
        service: 'apigateway',
        account: 'lambda',
        resource: 'path',
        resourceName: `2015-03-31/functions/${alias.functionArn}/invocations`,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    };
  }
}
