import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas } from '../../functions/areas.ts';
import { buildDashboard } from '../../lib/build/dashboard-build.ts';
import { assumed, GB, prices } from '../prices.ts';

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** The resources of one stage, as they would be deployed. */
export const synthesise = async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'sidenote-synth-'));
  try {
    const [{ App }, { assemble }, { selectStages }] = await Promise.all([
      import('aws-cdk-lib'),
      import('../../lib/stack/app.ts'),
      import('../../lib/stack/stages.ts'),
    ]);
    const { folder: dashboard } = await buildDashboard();
    const app = new App({ outdir });
    const folders = { widget: join(import.meta.dirname, '../../dist/widget'), dashboard };
    await assemble(app, { stages: selectStages('production'), areas, folders });
    return app.synth().stacks.flatMap(({ template }) => Object.values((template as Template).Resources));
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
};

type Resources = Awaited<ReturnType<typeof synthesise>>;

const count = (resources: Resources, type: string) => resources.filter(({ Type }) => Type === type).length;

/** In GB, of the Lambdas that answer requests. */
export const memoryOf = (resources: Resources): number => {
  const lambda = resources.find(({ Properties }) => String(Properties?.Description).includes('functions/annotations/'));
  return Number(lambda?.Properties?.MemorySize ?? 1024) / 1024;
};

/** Cost of a stage in a month without requests. Secrets that are made by hand are in no template. */
export const idleOf = (resources: Resources): [string, number][] => {
  const acls = resources.filter(({ Type }) => Type === 'AWS::WAFv2::WebACL');
  const rules = acls.reduce((sum, { Properties }) => sum + ((Properties?.Rules as unknown[]) ?? []).length, 0);
  const secrets = resources.filter(({ Type }) => Type === 'AWS::SecretsManager::Secret');
  const held = secrets.reduce((sum, { Properties }) => {
    const replicas = Properties?.ReplicaRegions;
    return sum + 1 + (Array.isArray(replicas) ? replicas.length : 0);
  }, 0);
  const alarms = resources.filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
  // An alarm is billed by the number of metrics that it reads.
  const watched = alarms.reduce((sum, { Properties }) => {
    const all = (Properties?.Metrics as { MetricStat?: object }[] | undefined) ?? [];
    return sum + Math.max(1, all.filter(({ MetricStat }) => MetricStat !== undefined).length);
  }, 0);
  const dashboards = count(resources, 'AWS::CloudWatch::Dashboard');
  const queues = resources.filter(
    ({ Type, Properties }) =>
      Type === 'AWS::Lambda::EventSourceMapping' && JSON.stringify(Properties).includes('MaximumConcurrency'),
  ).length;
  const polls = queues * assumed.queuePollers * 3 * assumed.minutesAMonth;
  const minutes = assumed.minutesAMonth;
  const reconcile =
    minutes * (prices.lambdaRequest + (assumed.reconcileMs / 1000) * 0.5 * prices.lambdaGbSecond) +
    minutes * assumed.reconcileReads * prices.readUnit +
    ((minutes * 700) / GB) * prices.logGb;
  return [
    [
      `WAF: ${acls.length} web ACL with ${rules} rule`,
      acls.length * prices.firewallMonth + rules * prices.firewallRuleMonth,
    ],
    [`CloudWatch: ${alarms.length} alarms on ${watched} metrics`, watched * prices.alarmMonth],
    [`CloudWatch: ${dashboards} dashboard of at most 50 metrics, the first three of an account`, 0],
    ['CloudWatch: the metric of owed work', prices.metricMonth],
    [`Secrets Manager: ${held} secrets, copies included`, held * prices.secretMonth],
    [`SQS: ${polls.toLocaleString('en')} polls of ${queues} queues`, polls * prices.queueRequest],
    [`The schedule that looks for overdue work: ${minutes.toLocaleString('en')} runs`, reconcile],
    ['Tables, buckets, topics, user pool, CloudFront, HTTP API: nothing when idle', 0],
  ];
};
