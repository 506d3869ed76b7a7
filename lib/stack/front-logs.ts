import { Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';

/** No URI, query, referrer or cookie, because they hold secrets. No address: WAF logs those that it rejects. */
const FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'x-host-header',
  'cs-method',
  'cs-protocol',
  'cs-protocol-version',
  'cs-bytes',
  'sc-bytes',
  'sc-status',
  'sc-content-type',
  'time-taken',
  'time-to-first-byte',
  'x-edge-result-type',
  'x-edge-response-result-type',
  'x-edge-detailed-result-type',
  'ssl-protocol',
];

export class FrontLogs extends Construct {
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
