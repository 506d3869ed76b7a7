import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areas } from '../functions/areas.ts';
import { buildDashboard } from '../lib/dashboard-build.ts';
import { costTargets } from './budgets.ts';
import type { Figure, Section } from './figures.ts';
import type { Measured } from './meter.ts';
import { assumed, prices } from './prices.ts';
import type { RequestFigures } from './requests.ts';

const MILLION = 1_000_000;
const GB = 1e9;
const page = join(import.meta.dirname, '../docs/cost.md');

const usd = (dollars: number, digits = 2) => `$${dollars.toFixed(digits)}`;

/** Dollars of one request, by who is paid. */
interface Cost {
  DynamoDB: number;
  'HTTP API': number;
  Lambda: number;
  CloudFront: number;
  WAF: number;
  logs: number;
}

const PARTS = ['DynamoDB', 'HTTP API', 'Lambda', 'CloudFront', 'WAF', 'logs'] as const satisfies (keyof Cost)[];

/** What the targets of BUDGETS.md name: not the logs. */
const targetedOf = (cost: Cost) => totalOf(cost) - cost.logs;
const totalOf = (cost: Cost) => PARTS.reduce((sum, part) => sum + cost[part], 0);

const costOf = ({ name, measured, bytes, sentBytes, logBytes }: RequestFigures, memoryGb: number): Cost => {
  const seconds = (measured.trips * assumed.tripMs + assumed.ownMs) / 1000;
  const out = ((bytes + assumed.answerHeaders) / GB) * prices.edgeGbOut;
  const toOrigin = ((sentBytes + assumed.requestHeaders) / GB) * prices.edgeGbToOrigin;
  const edgeLambda = prices.edgeLambdaRequest + (assumed.edgeLambdaMs / 1000) * 0.125 * prices.edgeLambdaGbSecond;
  return {
    DynamoDB: measured.reads * prices.readUnit + measured.writes * prices.writeUnit,
    'HTTP API': name.startsWith('mcp ') ? 0 : prices.httpApiRequest,
    Lambda: prices.lambdaRequest + seconds * memoryGb * prices.lambdaGbSecond,
    CloudFront: prices.edgeRequest + prices.edgeFunction + edgeLambda + out + toOrigin,
    WAF: prices.firewallRequest,
    logs: ((logBytes + assumed.platformLogBytes) / GB) * prices.logGb,
  };
};

interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** The resources of one stage, as they would be deployed. */
const synthesise = async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'sidenote-synth-'));
  try {
    const [{ App }, { bundleLambda, lambdaEntries }, { EdgeStack }, { SidenoteStack }, { selectStages }] =
      await Promise.all([
        import('aws-cdk-lib'),
        import('../lib/bundling.ts'),
        import('../lib/edge-stack.ts'),
        import('../lib/stack.ts'),
        import('../lib/stages.ts'),
      ]);
    const { folder: dashboard } = await buildDashboard();
    await Promise.all(lambdaEntries(areas).map(bundleLambda));
    const app = new App({ outdir });
    for (const stage of selectStages('production')) {
      const behind = new SidenoteStack(app, stage, areas);
      new EdgeStack(app, stage, behind, { widget: join(import.meta.dirname, '../dist/widget'), dashboard });
    }
    return app.synth().stacks.flatMap(({ template }) => Object.values((template as Template).Resources));
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
};

type Resources = Awaited<ReturnType<typeof synthesise>>;

const count = (resources: Resources, type: string) => resources.filter(({ Type }) => Type === type).length;

const memoryOf = (resources: Resources): number => {
  const lambda = resources.find(({ Properties }) => String(Properties?.Description).includes('functions/annotations/'));
  return Number(lambda?.Properties?.MemorySize ?? 1024) / 1024;
};

/** What a stage costs in a month in which nobody calls. */
const idleOf = (resources: Resources): [string, number][] => {
  const acls = resources.filter(({ Type }) => Type === 'AWS::WAFv2::WebACL');
  const rules = acls.reduce((sum, { Properties }) => sum + ((Properties?.Rules as unknown[]) ?? []).length, 0);
  const secrets = resources.filter(({ Type }) => Type === 'AWS::SecretsManager::Secret');
  const held = secrets.reduce((sum, { Properties }) => {
    const replicas = Properties?.ReplicaRegions;
    return sum + 1 + (Array.isArray(replicas) ? replicas.length : 0);
  }, 0);
  const alarms = count(resources, 'AWS::CloudWatch::Alarm');
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
    [`CloudWatch: ${alarms} alarms`, alarms * prices.alarmMonth],
    ['CloudWatch: the metric of owed work', prices.metricMonth],
    [`Secrets Manager: ${held} secrets, copies included`, held * prices.secretMonth],
    [`SQS: ${polls.toLocaleString('en')} polls of ${queues} queues`, polls * prices.queueRequest],
    [`The schedule that looks for overdue work: ${minutes.toLocaleString('en')} runs`, reconcile],
    ['Tables, buckets, topics, user pool, CloudFront, HTTP API: nothing while nobody calls', 0],
  ];
};

interface Customer {
  name: string;
  uses: Readonly<Record<string, number>>;
  mails: number;
  /** Kept rows and images at the end of the month. */
  rowsGb: number;
  imagesGb: number;
}

const customers: readonly Customer[] = [
  {
    name: 'A shop: 30,000 visits, 100 notes, one agent',
    uses: {
      getLoader: 30_000,
      getWidgetSettings: 600,
      createUpload: 160,
      'createAnnotation (Idempotency-Key)': 100,
      'listNotes (two notes)': 600,
      'mcp list_annotations': 1500,
      'mcp read_annotation': 150,
      'mcp acknowledge': 100,
      'mcp get_resolution_upload_url': 160,
      'mcp attach_resolution': 80,
      'mcp resolve': 90,
    },
    mails: 40,
    rowsGb: 0.01,
    imagesGb: 0.1,
  },
  {
    name: 'An agency: 40 sites, 600,000 visits, 3,000 notes, agents that poll every minute by day',
    uses: {
      getLoader: 600_000,
      getWidgetSettings: 15_000,
      createUpload: 5000,
      'createAnnotation (Idempotency-Key)': 3000,
      'listNotes (two notes)': 15_000,
      'listAnnotations (status=pending)': 400_000,
      getAnnotation: 9000,
      patchAnnotation: 6000,
      createReply: 3000,
      getResolutionUploadUrl: 5000,
      createResolution: 2500,
      listWidgetAnnotations: 20_000,
    },
    mails: 1500,
    rowsGb: 0.2,
    imagesGb: 4,
  },
  {
    name: 'A product team: one app, 5 million visits, 20,000 notes, agents and CI',
    uses: {
      getLoader: 5_000_000,
      getWidgetSettings: 100_000,
      createUpload: 30_000,
      'createAnnotation (Idempotency-Key)': 20_000,
      'listNotes (two notes)': 100_000,
      'listAnnotations (status=pending)': 300_000,
      getAnnotation: 60_000,
      patchAnnotation: 40_000,
      createReply: 20_000,
      getResolutionUploadUrl: 30_000,
      createResolution: 15_000,
      listWidgetAnnotations: 50_000,
    },
    mails: 10_000,
    rowsGb: 1.5,
    imagesGb: 30,
  },
];

/** A mail passes dispatch and two queues, each a send, a receive and a delete, with a worker behind it. */
const mailCost = (jobs: ReadonlyMap<string, Measured>): number => {
  const units = [...jobs.values()].reduce(
    (sum, { reads, writes }) => sum + reads * prices.readUnit + writes * prices.writeUnit,
    0,
  );
  return prices.mail + 6 * prices.queueRequest + 3 * prices.lambdaRequest + units;
};

const monthOf = ({ uses, mails, rowsGb, imagesGb }: Customer, costs: ReadonlyMap<string, Cost>, perMail: number) => {
  const requests = Object.entries(uses).reduce((sum, [name, times]) => {
    const cost = costs.get(name);
    if (!cost) throw new Error(`${name} was not measured, so that a customer cannot use it.`);
    return sum + totalOf(cost) * times;
  }, 0);
  const mail = mails * perMail;
  const kept = rowsGb * prices.storageGbMonth + imagesGb * prices.objectGbMonth;
  return { requests, mail, kept };
};

const table = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');

const document = (
  costs: ReadonlyMap<string, Cost>,
  figures: readonly RequestFigures[],
  idle: [string, number][],
  perMail: number,
) => {
  const perMillion = (dollars: number) => (dollars * MILLION).toFixed(2);
  const units = new Map(figures.map(({ name, measured }) => [name, measured]));
  const requestLines = [...costs].map(([name, cost]) => {
    const { reads, writes } = units.get(name)!;
    return [
      name,
      String(reads),
      String(writes),
      ...PARTS.map((part) => perMillion(cost[part])),
      perMillion(totalOf(cost)),
    ];
  });
  const targetLines = Object.entries(costTargets).map(([name, { target, limit, why }]) => {
    const total = targetedOf(costs.get(name)!) * MILLION;
    return [name, usd(target), usd(total), total <= target ? 'met' : `missed: ${why}`, usd(limit)];
  });
  const idleTotal = idle.reduce((sum, [, dollars]) => sum + dollars, 0);
  const months = customers.map((customer) => {
    const { requests, mail, kept } = monthOf(customer, costs, perMail);
    return [customer.name, usd(requests), usd(mail), usd(kept), usd(requests + mail + kept)];
  });
  return `# What it costs

Written by \`npm run bench\` from the request units that it measures and the public prices of us-east-1. Do not edit.
Free tiers are left out. A Lambda has ${assumed.ownMs} ms of work of its own and ${assumed.tripMs} ms for each sequential DynamoDB trip; a request leaves
its own log line and ${assumed.platformLogBytes} bytes by Lambda, API Gateway and CloudFront.

## Dollars per million requests

${table(['request', 'read units', 'write units', ...PARTS, 'total'], requestLines)}

CloudFront is the request, the function that writes the caller's address, the Lambda@Edge that brings the challenge
header back, and the bytes; MCP comes by function URL, so that it pays no HTTP API.

### Against the targets

CloudFront and WAF included, without logs.

${table(['request', 'target', 'measured', 'state', 'may not exceed'], targetLines)}

## A stage that nobody calls, per month

${table(['item', 'dollars'], [...idle.map(([item, dollars]) => [item, usd(dollars)]), ['**Total** (target $15)', `**${usd(idleTotal)}**`]])}

## Three customers, per month, beside the idle stage

A mail to a submitter, with the two workers and their queues: ${usd(perMail * 1000)} a thousand.

${table(['customer', 'requests', 'mail', 'kept', 'total'], months)}
`;
};

/** Dollars per million of each request class, and of an idle stage; writes docs/cost.md. */
export const measureCost = async (
  figures: readonly RequestFigures[],
  jobs: ReadonlyMap<string, Measured>,
): Promise<Section> => {
  const resources = await synthesise();
  const memory = memoryOf(resources);
  const costs = new Map(figures.map((one) => [one.name, costOf(one, memory)]));
  const idle = idleOf(resources);
  await writeFile(page, document(costs, figures, idle, mailCost(jobs)));
  const rows = new Map<string, Record<string, Figure | string>>();
  const notes: string[] = [];
  for (const [name, { target, limit, why }] of Object.entries(costTargets)) {
    const cost = costs.get(name);
    if (!cost) throw new Error(`${name} has a cost target, but was not measured.`);
    const dollars = targetedOf(cost) * MILLION;
    rows.set(name, { dollars: { value: dollars, limit }, target: usd(target) });
    if (dollars > target) notes.push(`${name}: over its target of ${usd(target)}: ${why}`);
  }
  rows.set('idle stage, a month', {
    dollars: { value: idle.reduce((sum, [, dollars]) => sum + dollars, 0), limit: 15 },
    target: usd(15),
  });
  return {
    title: 'Dollars per million requests, CloudFront and WAF included, without logs (docs/cost.md)',
    columns: ['dollars', 'target'],
    rows,
    notes,
  };
};
