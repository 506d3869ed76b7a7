import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { selectStages, stages } from '../../lib/stages.ts';
import { bundleRules } from './bundles.ts';
import { dataRules } from './data.ts';
import { edgeRules } from './edge.ts';
import { lambdaRules } from './lambdas.ts';
import { queueRules } from './queues.ts';
import { routeRules } from './routes.ts';
import { type Synthesised, synthesise, text } from './synthesised.ts';

let acknowledged: [string, string][] = [];
let both: Synthesised[] = [];

beforeAll(async () => {
  ({ acknowledged, stages: both } = await synthesise());
}, 120_000);

const each = (check: (one: Synthesised) => void) => () => {
  expect(both).toHaveLength(2);
  for (const one of both) check(one);
};

describe('the stages', () => {
  test('are production, staging and development, each with a region of its own choice', () => {
    expect(stages.map(({ name }) => name)).toEqual(['production', 'staging', 'development']);
    for (const { region } of stages) expect(region).toMatch(/^[a-z]{2}-[a-z]+-\d$/);
  });

  test('share no address, no mail domain and no sign-in', () => {
    for (const setting of ['baseUrl', 'signInPrefix'] as const) {
      expect(new Set(stages.map((stage) => stage[setting])).size).toBe(stages.length);
    }
    expect(new Set(stages.map(({ mail }) => mail.domain)).size).toBe(stages.length);
  });

  test('send an origin secret that is accepted, and accept two at most', () => {
    for (const { originSecrets } of stages) {
      expect(originSecrets.accepted).toContain(originSecrets.sent);
      expect(originSecrets.accepted.length).toBeLessThanOrEqual(2);
    }
  });

  test('ask visitors of the demo for a captcha where its answers cost money', () => {
    for (const { model, captcha } of stages) if (model) expect(captcha).toBeDefined();
  });

  test('are refused under any other name', () => {
    expect(() => selectStages('live')).toThrow('production, staging, development');
  });
});

describe('what cdk-nag finds', () => {
  test('is acknowledged with a reason, and each acknowledgement names one finding', () => {
    expect(acknowledged.length).toBeGreaterThan(10);
    for (const [finding, reason] of acknowledged) {
      expect(finding).toMatch(/AwsSolutions-[A-Z]+\d+/);
      expect(reason.length).toBeGreaterThan(30);
    }
  });
});

describe('an alarm', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const alarms = ({ region, edge }: Synthesised) =>
    [region, edge].flatMap((stack) =>
      stack
        .of('AWS::CloudWatch::Alarm')
        .map((alarm) => ({ stack, name: text(alarm.properties.AlarmName), alarm: alarm.properties })),
    );

  test(
    'stands in the runbook under its name',
    each((one) => {
      for (const { name } of alarms(one)) {
        expect(runbook).toContain(`### ${name.slice(`sidenote-${one.stage.name}-`.length)}\n`);
      }
    }),
  );

  test(
    'tells a topic that takes it',
    each((one) => {
      for (const { stack, alarm } of alarms(one)) {
        const topic = stack.named(alarm.AlarmActions?.[0]);
        const policy = stack
          .of('AWS::SNS::TopicPolicy')
          .find(({ properties }) => stack.named(properties.Topics?.[0]) === topic);
        expect(JSON.stringify(policy?.properties)).toContain('"cloudwatch.amazonaws.com"');
      }
    }),
  );

  test.each([
    'api-5xx',
    'mcp-5xx',
    'bugs',
    'dispatch-late',
    'count-usage-late',
    'dead-letters-count-usage',
    'oldest-owed',
    'lambda-throttles',
    'model-faults',
    'dead-letters-run-persona',
    'dead-letters-extract-review',
    'dead-letters-refit-calibrator',
    'table-read-throttles',
    'table-write-throttles',
    'mail-bounces',
    'mail-complaints',
    'edge-5xx',
  ])('watches %s', (name) => {
    for (const one of both) {
      expect(alarms(one).map(({ name: found }) => found)).toContain(`sidenote-${one.stage.name}-${name}`);
    }
  });

  test(
    'on the oldest owed work also fires when nobody measures it',
    each((one) => {
      const found = alarms(one).find(({ name }) => name.endsWith('-oldest-owed'));
      expect(found?.alarm).toMatchObject({
        Namespace: 'Sidenote',
        MetricName: 'OldestOwedSeconds',
        TreatMissingData: 'breaching',
      });
    }),
  );
});

dataRules(each);
lambdaRules(each);
queueRules(each);
routeRules(each);
edgeRules(each);
bundleRules();
