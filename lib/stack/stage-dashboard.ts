import { Duration, Stack, Tags } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { chunksOf } from '../../functions/kit/chunks.ts';
import { EDGE_REGION } from './server-secrets.ts';
import type { Stage } from './stages.ts';

interface Line {
  /** In CloudWatch's search syntax. */
  search: string;
  statistic: 'Sum' | 'Average' | 'Maximum' | 'p50' | 'p99';
  region?: string;
  label?: string;
  top: number;
}

interface Graph {
  title: string;
  lines: readonly Line[];
  axis?: cloudwatch.YAxisProps;
}

const MILLISECONDS = { label: 'ms', showUnits: false, min: 0 } as const;
const SECONDS = { label: 's', showUnits: false, min: 0 } as const;

/** AWS charges nothing for a dashboard of at most 50 metrics. */
export const MAX_SERIES = 50;

/** In the order in which an operator looks: from what callers see to what causes it. */
export const graphsOf = (stage: Stage): Graph[] => {
  const ours = (dimension: string) => `${dimension}=(Sidenote AND ${stage.name})`;
  const api = '{AWS/ApiGateway,ApiId,Stage}';
  const lambda = `{AWS/Lambda,FunctionName} ${ours('FunctionName')}`;
  const queue = `{AWS/SQS,QueueName} ${ours('QueueName')}`;
  const table = `{AWS/DynamoDB,TableName} ${ours('TableName')}`;
  const index = `{AWS/DynamoDB,TableName,GlobalSecondaryIndexName} ${ours('TableName')}`;
  const edge = { region: EDGE_REGION } as const;
  const front = '{AWS/CloudFront,DistributionId,Region}';
  const metric = (where: string, name: string, statistic: Line['statistic'], more: Partial<Line> = {}): Line => ({
    search: `${where} MetricName="${name}"`,
    statistic,
    top: 1,
    ...more,
  });
  const sums = (where: string, names: string[], more?: Partial<Line>) =>
    names.map((name) => metric(where, name, 'Sum', more));
  return [
    { title: 'Requests at the edge', lines: sums(front, ['Requests'], edge) },
    {
      title: 'Errors at the edge, in %',
      lines: ['5xxErrorRate', '4xxErrorRate'].map((name) => metric(front, name, 'Average', edge)),
    },
    { title: 'Blocked by WAF', lines: sums('{AWS/WAFV2,Rule,WebACL}', ['BlockedRequests'], edge) },
    { title: 'API: requests and refusals', lines: sums(api, ['Count', '4xx', '5xx']) },
    {
      title: 'API: latency',
      axis: MILLISECONDS,
      lines: (['p50', 'p99'] as const).map((statistic) => metric(api, 'Latency', statistic, { label: statistic })),
    },
    { title: 'MCP: requests and 5xx', lines: sums(lambda, ['UrlRequestCount', 'Url5xxCount']) },
    { title: 'Functions: errors and timeouts', lines: sums(lambda, ['Errors'], { top: 5 }) },
    {
      title: 'Functions: p99 of their duration',
      axis: MILLISECONDS,
      lines: [metric(lambda, 'Duration', 'p99', { top: 4 })],
    },
    {
      title: 'Functions: concurrency and throttles',
      lines: [metric(lambda, 'ConcurrentExecutions', 'Maximum', { top: 3 }), metric(lambda, 'Throttles', 'Sum')],
    },
    {
      title: 'Queues: age of the oldest message',
      axis: SECONDS,
      lines: [metric(queue, 'ApproximateAgeOfOldestMessage', 'Maximum', { top: 5 })],
    },
    { title: 'Queues: messages', lines: [metric(queue, 'ApproximateNumberOfMessagesVisible', 'Maximum', { top: 4 })] },
    {
      title: 'Oldest owed work',
      axis: SECONDS,
      lines: [metric(`{Sidenote,Table} ${ours('Table')}`, 'OldestOwedSeconds', 'Maximum')],
    },
    {
      title: 'Tables: consumed units',
      lines: sums(table, ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'], { top: 2 }),
    },
    {
      title: 'Tables and indexes: throttles',
      lines: [table, index].flatMap((where) => sums(where, ['ReadThrottleEvents', 'WriteThrottleEvents'])),
    },
    { title: 'Mail', lines: sums('{AWS/SES}', ['Send', 'Bounce', 'Complaint']) },
    { title: 'Model: tokens', lines: sums('{AWS/Bedrock,ModelId}', ['InputTokenCount', 'OutputTokenCount']) },
    {
      title: 'Bugs and faults of the model',
      lines: sums(`{Sidenote/${stage.name}}`, ['Bugs', 'ModelFaults', 'EdgeBypassed']),
    },
  ];
};

const WIDTH = 8;

/** It finds metrics by search expressions, so it refers to no resource of another stack. */
export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, alarmsOf: [region: string, names: readonly string[]][]) {
    super(scope, id);
    const { account } = Stack.of(this);
    const arns = alarmsOf.flatMap(([region, names]) =>
      names.map((name) => `arn:aws:cloudwatch:${region}:${account}:alarm:${name}`),
    );
    const alarms = arns.map((arn, number) => cloudwatch.Alarm.fromAlarmArn(this, `Alarm${number}`, arn));
    const dashboard = new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: `sidenote-${stage.name}`,
      defaultInterval: Duration.hours(3),
    });
    // The published schema of a dashboard has no tags.
    Tags.of(dashboard).remove('sidenote:stage', { priority: 300 });
    dashboard.addWidgets(new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 6 }));
    const widgets = graphsOf(stage).map(({ title, lines, axis }) => {
      const left: cloudwatch.IMetric[] = lines.map(
        ({ search, statistic, top, label = '', region = stage.region }) =>
          new cloudwatch.SearchExpression({
            expression: `SORT(SEARCH('${search}', '${statistic}', 300), MAX, DESC, ${top})`,
            period: Duration.minutes(5),
            searchRegion: region,
            label,
          }),
      );
      return new cloudwatch.GraphWidget({ title, left, width: WIDTH, ...(axis && { leftYAxis: axis }) });
    });
    for (const row of chunksOf(widgets, 24 / WIDTH)) dashboard.addWidgets(...row);
  }
}
