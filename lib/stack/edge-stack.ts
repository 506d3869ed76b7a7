import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as AnyLambda } from 'aws-cdk-lib/aws-lambda';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { words } from '../../functions/kit/words.ts';
import { AddressLimit } from './address-limit.ts';
import { Alarms, AlarmTopic, Spend } from './alarms.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import { Front } from './front.ts';
import { DashboardFiles, type WidgetStack } from './public-files.ts';
import { EDGE_REGION } from './server-secrets.ts';
import { StageDashboard } from './stage-dashboard.ts';
import { StageStack, stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';
import type { WorkersStack } from './workers-stack.ts';

/** No URI, query, referrer or cookie, because they hold secrets. No address: WAF logs those that it rejects. */
const FIELDS = words(`
  date time x-edge-location x-edge-request-id x-host-header cs-method cs-protocol cs-protocol-version cs-bytes
  sc-bytes sc-status sc-content-type time-taken time-to-first-byte x-edge-result-type x-edge-response-result-type
  x-edge-detailed-result-type ssl-protocol
`);

class FrontLogs extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, distribution: Distribution) {
    super(scope, id);
    const { account, region } = Stack.of(this);
    const name = `sidenote-${stage.name}-front`;
    const logs = stageLogs(this, 'Logs', stage, `/aws/vendedlogs/${name}`);
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: logs.logGroupArn,
    });
    const policy = logs.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logs.logGroupArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:aws:logs:${region}:${account}:*` },
        },
      }),
    );
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
    delivery.addResourceDependency(source);
    if (policy.policyDependable) delivery.node.addDependency(policy.policyDependable);
  }
}

interface Behind {
  data: DataStack;
  widget: WidgetStack;
  workers: WorkersStack;
  api: ApiStack;
}

/** All of it must be in us-east-1. */
export class EdgeStack extends StageStack {
  constructor(scope: Construct, stage: Stage, { data, widget, workers, api }: Behind, dashboardFolder: string) {
    super(scope, stage, 'edge', 'the edge', EDGE_REGION);
    for (const behind of [data, widget, api]) this.addStackDependency(behind);

    const alarmTopic = new AlarmTopic(this, 'AlarmTopic', stage);
    const alarms = new Alarms(this, 'Alarms', stage, alarmTopic);
    const { webAclArn } = new AddressLimit(this, 'AddressLimit', stage);
    const dashboard = new DashboardFiles(this, 'DashboardFiles', stage, dashboardFolder, data.forEdge.config);
    const { distribution } = new Front(this, 'Front', stage, {
      ...api.forEdge,
      widgetFiles: widget.bucket,
      dashboardFiles: dashboard.bucket,
      dashboardPolicy: data.forEdge.dashboardPolicy,
      publicPolicy: data.forEdge.publicPolicy,
      webAclArn,
    });
    new FrontLogs(this, 'FrontLogs', stage, distribution);

    // Spelled out because the library's metric omits the region, and without it CloudWatch has no data.
    const dimensionsMap = { DistributionId: distribution.distributionId, Region: 'Global' };
    const failed = new Metric({ namespace: 'AWS/CloudFront', metricName: '5xxErrorRate', dimensionsMap });
    alarms.add('edge-5xx', failed, { atLeast: 2, periods: 2, statistic: 'Average' });
    if (stage.region !== EDGE_REGION) alarms.onAny('edge-lambda-throttles', AnyLambda.metricAllThrottles());
    const rules = { WebACL: `sidenote-${stage.name}`, Rule: 'ALL' };
    const blocked = new Metric({ namespace: 'AWS/WAFV2', metricName: 'BlockedRequests', dimensionsMap: rules });
    alarms.add('waf-blocks', blocked, { atLeast: 1000 });
    new Spend(this, 'Spend', stage);
    new StageDashboard(this, 'Dashboard', stage, [
      [stage.region, [data, workers, api].flatMap(({ alarms: { names } }) => names)],
      [EDGE_REGION, alarms.names],
    ]);
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
  }
}
