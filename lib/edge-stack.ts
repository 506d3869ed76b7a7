import { CfnOutput, CrossStackReferences, ReferenceStrength, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AddressLimit } from './address-limit.ts';
import { Alarms } from './alarms.ts';
import { DashboardFiles } from './dashboard-files.ts';
import { Front } from './front.ts';
import { FrontLogs } from './front-logs.ts';
import { EDGE_REGION } from './server-secrets.ts';
import type { SidenoteStack } from './stack.ts';
import type { Stage } from './stages.ts';
import { WidgetFiles } from './widget-files.ts';

/** Where the built files lie. */
export interface Folders {
  widget: string;
  dashboard: string;
}

/** What stands in front of a stage: WAF, CloudFront, its functions, and the files of widget and dashboard. All of it must live in us-east-1. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, stage: Stage, behind: SidenoteStack, folders: Folders) {
    super(scope, `Sidenote-${stage.name}-edge`, {
      description: `Sidenote, ${stage.name}: the edge`,
      env: { region: EDGE_REGION },
      terminationProtection: true,
    });
    // Reads the other region's outputs by themselves; the strong kind needs custom resources in both.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    this.addStackDependency(behind);

    const alarms = new Alarms(this, 'Alarms', stage);
    const { webAclArn } = new AddressLimit(this, 'AddressLimit', stage);
    const widget = new WidgetFiles(this, 'WidgetFiles', stage, folders.widget);
    const config = behind.signIn.dashboardConfig;
    const dashboard = new DashboardFiles(this, 'DashboardFiles', widget, folders.dashboard, config);
    const { apiHost, mcpHost } = behind;
    const { distribution } = new Front(this, 'Front', stage, {
      apiHost,
      mcpHost,
      widgetFiles: widget.bucket,
      dashboardFiles: dashboard.bucket,
      dashboardOrigins: {
        signIn: new URL(config.token_endpoint).origin,
        bucket: `https://${behind.evidence.bucketRegionalDomainName}`,
      },
      webAclArn,
    });
    new FrontLogs(this, 'FrontLogs', stage, distribution);

    alarms.add('edge-5xx', distribution.metric5xxErrorRate(), { atLeast: 2, periods: 2, statistic: 'Average' });
    new CfnOutput(this, 'DistributionDomain', { value: distribution.distributionDomainName });
    new CfnOutput(this, 'EdgeAlarmTopic', { value: alarms.topic.topicArn });
  }
}
