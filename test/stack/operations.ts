import { describe, expect, test } from '@jest/globals';
import { graphsOf, MAX_SERIES } from '../../lib/stack/stage-dashboard.ts';
import { list, type Synthesised, text, type Value } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

/** Joins what CloudFormation joins, with references left out. */
const joined = (value: Value | undefined): string =>
  typeof value === 'string'
    ? value
    : list(value?.['Fn::Join']?.[1])
        .map((part) => (typeof part === 'string' ? part : ''))
        .join('');

const functionNames = ({ region }: Synthesised) =>
  region
    .of('AWS::Lambda::Function')
    .filter(({ properties }) => text(properties.Description ?? ('' as never)).startsWith('Sidenote'))
    .map(({ properties }) => ({
      entry: text(properties.Description).split(': ')[1]!,
      tracing: properties.TracingConfig?.Mode,
    }));

export const operationsRules = (each: Each): void => {
  describe('the dashboard', () => {
    const bodyOf = ({ stage, edge }: Synthesised) => {
      const [dashboard, ...more] = edge.of('AWS::CloudWatch::Dashboard');
      expect([text(dashboard!.properties.DashboardName), more]).toEqual([`sidenote-${stage.name}`, []]);
      return JSON.parse(joined(dashboard!.properties.DashboardBody)) as {
        widgets: {
          type: string;
          properties: {
            title: string;
            alarms?: string[];
            metrics?: [{ expression: string; region?: string }][];
            region?: string;
          };
        }[];
      };
    };

    test(
      'shows every alarm of the stage',
      each((one) => {
        const [status] = bodyOf(one).widgets;
        const shown = (status!.properties.alarms ?? []).map((arn) => arn.split(':alarm:')[1]);
        const alarms = [one.region, one.edge].flatMap((stack) =>
          stack.of('AWS::CloudWatch::Alarm').map(({ properties }) => text(properties.AlarmName)),
        );
        expect(shown.sort()).toEqual(alarms.sort());
      }),
    );

    test(
      'searches metrics in their region, and refers to no resource of another stack',
      each((one) => {
        const graphs = bodyOf(one).widgets.slice(1);
        expect(graphs.map(({ properties }) => properties.title)).toEqual(graphsOf(one.stage).map(({ title }) => title));
        for (const { properties } of graphs) {
          for (const [{ expression, region = properties.region }] of properties.metrics ?? []) {
            const isGlobal = /AWS\/(CloudFront|WAFV2)/.test(expression);
            // Without a region, it is that of the dashboard's own stack.
            expect([expression, region || 'us-east-1']).toEqual([
              expression,
              isGlobal ? 'us-east-1' : one.stage.region,
            ]);
          }
        }
      }),
    );

    test(
      `shows at most ${MAX_SERIES} series, which are free`,
      each(({ stage }) => {
        const series = graphsOf(stage).flatMap(({ lines }) => lines.map(({ top }) => top));
        expect(series.reduce((sum, top) => sum + top, 0)).toBeLessThanOrEqual(MAX_SERIES);
      }),
    );
  });

  describe('a budget', () => {
    test(
      'reports actual and forecast cost to the recipients of alarms',
      each(({ stage, edge }) => {
        const [budget] = edge.of('AWS::Budgets::Budget').map(({ properties }) => properties);
        expect(budget?.Budget).toMatchObject({
          BudgetLimit: { Amount: stage.monthlyDollars, Unit: 'USD' },
          TimeUnit: 'MONTHLY',
        });
        const notices = list(budget?.NotificationsWithSubscribers);
        expect(notices.map(({ Notification }) => Notification?.NotificationType)).toEqual([
          'ACTUAL',
          'ACTUAL',
          'FORECASTED',
        ]);
        for (const { Subscribers } of notices) {
          expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: stage.alarmMail }]);
        }
      }),
    );
  });

  describe('an alarm over several metrics', () => {
    const alarm = ({ stage, region }: Synthesised, name: string) =>
      region
        .of('AWS::CloudWatch::Alarm')
        .find(({ properties }) => text(properties.AlarmName) === `sidenote-${stage.name}-${name}`)?.properties;
    const watched = (properties: Value | undefined) =>
      list(properties?.Metrics).flatMap(({ MetricStat }) => (MetricStat?.Metric ? [MetricStat.Metric] : []));

    test(
      'includes each index of the table of records, which the table’s own metrics omit',
      each((one) => {
        const metrics = watched(alarm(one, 'index-throttles'));
        const indexes = one.region
          .of('AWS::DynamoDB::Table')
          .flatMap(({ properties }) => list(properties.GlobalSecondaryIndexes));
        expect(indexes.length).toBeGreaterThan(0);
        for (const { IndexName } of indexes) {
          const names = metrics
            .filter(({ Dimensions }) =>
              list(Dimensions).some(
                ({ Name, Value }) => text(Name) === 'GlobalSecondaryIndexName' && text(Value) === text(IndexName),
              ),
            )
            .map(({ MetricName }) => text(MetricName));
          expect([text(IndexName), names.sort()]).toEqual([
            text(IndexName),
            ['ReadThrottleEvents', 'WriteThrottleEvents'],
          ]);
        }
      }),
    );

    test(
      'reads at most the ten metrics that CloudWatch allows',
      each((one) => {
        for (const { properties } of one.region.of('AWS::CloudWatch::Alarm'))
          expect(watched(properties).length).toBeLessThanOrEqual(10);
      }),
    );

    test(
      'an alarm on a percentile ignores a handful of requests',
      each((one) => {
        for (const name of ['api-slow', 'mcp-slow']) {
          expect(alarm(one, name)).toMatchObject({
            ExtendedStatistic: 'p99',
            EvaluateLowSampleCountPercentile: 'ignore',
          });
        }
      }),
    );
  });

  test(
    'the alarm on stored evidence reads the daily size of the upload bucket',
    each(({ stage, region }) => {
      const { properties } = region
        .of('AWS::CloudWatch::Alarm')
        .find((alarm) => text(alarm.properties.AlarmName) === `sidenote-${stage.name}-evidence-size`)!;
      expect(properties).toMatchObject({
        Namespace: 'AWS/S3',
        MetricName: 'BucketSizeBytes',
        Statistic: 'Average',
        Period: 86_400,
        Threshold: stage.evidenceBytes,
        TreatMissingData: 'notBreaching',
      });
      const [bucket, storage] = list(properties.Dimensions).toSorted((a, b) =>
        text(a.Name).localeCompare(text(b.Name)),
      );
      const { LifecycleConfiguration } = region.named(bucket?.Value).properties;
      expect(list(LifecycleConfiguration?.Rules).map(({ Prefix }) => Prefix)).toContain('incoming/');
      expect([text(storage?.Name), text(storage?.Value)]).toEqual(['StorageType', 'StandardStorage']);
    }),
  );

  describe('a function', () => {
    test(
      'is traced by Lambda unless it answers from memory or may have no grants',
      each((one) => {
        const untraced = functionNames(one).filter(({ tracing }) => tracing === undefined);
        expect(untraced.map(({ entry }) => entry).sort()).toEqual([
          'functions/browser/handler.ts',
          'functions/discovery/index.ts',
          'functions/fetcher/handler.ts',
          'functions/not-found/index.ts',
        ]);
      }),
    );
  });
};
