import { Duration, Stack, Tags } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  SearchExpression,
  type YAxisProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { EDGE_REGION } from './server-secrets.ts';
import type { Stage } from './stages.ts';

interface Line {
  /** Namespace and dimensions of the metrics, and a filter, in CloudWatch's search syntax. */
  search: string;
  statistic: 'Sum' | 'Average' | 'Maximum' | 'p50' | 'p99';
  region?: string;
  label?: string;
  /** Number of series: those with the highest values of the window are shown. */
  top: number;
}

interface Graph {
  title: string;
  lines: readonly Line[];
  axis?: YAxisProps;
}

const MILLISECONDS = { label: 'ms', showUnits: false, min: 0 } as const;
const SECONDS = { label: 's', showUnits: false, min: 0 } as const;

/** AWS charges nothing for a dashboard of at most 50 metrics. */
export const MAX_SERIES = 50;

/** From what callers see to what causes it, the order in which an operator looks. */
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
  return [
    { title: 'Requests at the edge', lines: [metric(front, 'Requests', 'Sum', edge)] },
    {
      title: 'Errors at the edge, in %',
      lines: [metric(front, '5xxErrorRate', 'Average', edge), metric(front, '4xxErrorRate', 'Average', edge)],
    },
    {
      title: 'Blocked by WAF',
      lines: [metric('{AWS/WAFV2,Rule,WebACL}', 'BlockedRequests', 'Sum', edge)],
    },
    { title: 'API: requests and refusals', lines: ['Count', '4xx', '5xx'].map((name) => metric(api, name, 'Sum')) },
    {
      title: 'API: latency',
      axis: MILLISECONDS,
      lines: (['p50', 'p99'] as const).map((statistic) => metric(api, 'Latency', statistic, { label: statistic })),
    },
    {
      title: 'MCP: requests and 5xx',
      lines: ['UrlRequestCount', 'Url5xxCount'].map((name) => metric(lambda, name, 'Sum')),
    },
    { title: 'Functions: errors and timeouts', lines: [metric(lambda, 'Errors', 'Sum', { top: 5 })] },
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
      lines: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) =>
        metric(table, name, 'Sum', { top: 2 }),
      ),
    },
    {
      title: 'Tables and indexes: throttles',
      lines: [table, index].flatMap((where) =>
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => metric(where, name, 'Sum')),
      ),
    },
    {
      title: 'Mail',
      lines: ['Send', 'Bounce', 'Complaint'].map((name) => metric('{AWS/SES}', name, 'Sum')),
    },
    {
      title: 'Model: tokens',
      lines: ['InputTokenCount', 'OutputTokenCount'].map((name) => metric('{AWS/Bedrock,ModelId}', name, 'Sum')),
    },
    {
      title: 'Bugs and faults of the model',
      lines: ['Bugs', 'ModelFaults', 'EdgeBypassed'].map((name) => metric(`{Sidenote/${stage.name}}`, name, 'Sum')),
    },
  ];
};

const WIDTH = 8;

/**
 * The stage on one page: its alarms, then traffic from the edge to the tables. It finds metrics by search expressions,
 * so it refers to no resource of another stack; an account has one stage.
 */
export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, alarmArns: readonly string[]) {
    super(scope, id);
    const alarms = alarmArns.map((arn, number) => Alarm.fromAlarmArn(this, `Alarm${number}`, arn));
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: `sidenote-${stage.name}`,
      defaultInterval: Duration.hours(3),
    });
    // The published schema of a dashboard has no tags.
    Tags.of(dashboard).remove('sidenote:stage', { priority: 300 });
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 6 }));
    const widgets = graphsOf(stage).map(({ title, lines, axis }) => {
      const left: IMetric[] = lines.map(
        ({ search, statistic, top, label = '', region = stage.region }) =>
          new SearchExpression({
            expression: `SORT(SEARCH('${search}', '${statistic}', 300), MAX, DESC, ${top})`,
            period: Duration.minutes(5),
            searchRegion: region,
            label,
          }),
      );
      return new GraphWidget({ title, left, width: WIDTH, ...(axis && { leftYAxis: axis }) });
    });
    for (let start = 0; start < widgets.length; start += 24 / WIDTH) {
      dashboard.addWidgets(...widgets.slice(start, start + 24 / WIDTH));
    }
  }
}

/** An alarm of the stage by name, from any region's stack. */
export const alarmArn = (scope: Construct, region: string, name: string): string =>
  `arn:aws:cloudwatch:${region}:${Stack.of(scope).account}:alarm:${name}`;
