import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { AT_THE_EDGE } from '../../functions/codes/at-the-edge.ts';
import { inWords } from '../../functions/codes/sentence.ts';
import { SAFE_HEADERS } from '../../functions/kit/http/respond.ts';
import { stageLogs } from './stage-stack.ts';
import type { Stage } from './stages.ts';

const REFUSAL = { detail: inWords(AT_THE_EDGE.rate_limited), code: 'rate_limited', reason: 'rate_limited' };
const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'x-sidenote-stakeholder',
  'x-sidenote-notes',
  'x-sidenote-member',
  'referer',
];

/** Managed rule sets would refuse the HTML that notes quote. */
export class AddressLimit extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    // Samples would show paths, which hold secrets.
    const visibility = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(`sidenote-${stage.name}`),
      customResponseBodies: { refusal: { contentType: 'APPLICATION_JSON', content: JSON.stringify(REFUSAL) } },
      rules: [
        {
          name: 'per-address',
          priority: 0,
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit: stage.requestsPerAddress },
          },
          action: {
            block: {
              customResponse: {
                responseCode: 429,
                customResponseBodyKey: 'refusal',
                responseHeaders: [
                  { name: 'retry-after', value: '300' },
                  { name: 'access-control-allow-origin', value: '*' },
                  ...Object.entries(SAFE_HEADERS).map(([name, value]) => ({ name, value })),
                ],
              },
            },
          },
          visibilityConfig: visibility(`sidenote-${stage.name}-per-address`),
        },
      ],
    });
    this.webAclArn = acl.attrArn;

    // WAF only writes to log groups with this prefix.
    const logs = stageLogs(this, 'Logs', stage, `aws-waf-logs-sidenote-${stage.name}`);
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [
        // The group's own ARN ends in `:*`, which WAF does not accept.
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logs.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [
        { uriPath: {} },
        { queryString: {} },
        ...SECRET_HEADERS.map((name) => ({ singleHeader: { Name: name } })),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        ],
      },
    });
  }
}
