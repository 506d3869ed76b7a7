import { UNITS_PER_SECOND } from '../../lib/local/partitions.ts';
import { type Account, BATCH, SHARDS, TIMES } from './account.ts';
import type { Operations } from './operations.ts';
import type { Simulated } from './simulate.ts';

/** A limit, and one second's demand of the traffic. */
export interface Ceiling {
  name: string;
  unit: string;
  asked: number;
  limit: number;
}

/** Names of the hottest partition of each kind, by key pattern. */
const PARTITIONS: Readonly<Record<string, string>> = {
  'main WS#{workspace} read': 'a workspace’s rows',
  'main WS#{workspace}#AUDIT#{month} write': 'a workspace’s audit log',
  'scratch USAGE#{usage} write': 'usage counters of all tenants',
  'due DUE#{part} write': 'owed work, by part',
  'gsi1 WS#{workspace}#SITE#{site} read': 'a site’s list',
  'scratch RATE#credential#600/60#{caller} write': 'a caller’s rate window',
};

const kindOf = (name: string) => (name.endsWith(' write') ? 'write' : 'read');

/** All ceilings, the lowest first. Needs a run without limits. */
export const ceilingsOf = (run: Simulated, account: Account): Ceiling[] => {
  const perSecond = (count: number) => count / run.seconds;
  const partitions = Object.entries(PARTITIONS).flatMap(([name, what]): Ceiling[] => {
    const [hottest] = [...(run.table.demand.get(name)?.values() ?? [])].toSorted((a, b) => b - a);
    if (hottest === undefined) return [];
    const kind = kindOf(name);
    return [
      {
        name: `Partition: ${what}`,
        unit: `${kind} units/s`,
        asked: perSecond(hottest),
        limit: UNITS_PER_SECOND[kind],
      },
    ];
  });
  // A shard processes one batch at a time.
  const batchesPerSecond = 1000 / (TIMES.handler + TIMES.trip);
  return [
    ...partitions,
    {
      name: 'API Gateway’s throttle',
      unit: 'requests/s',
      asked: perSecond(run.edgeRequests),
      limit: account.apiPerSecond,
    },
    {
      name: 'Function at the edge',
      unit: 'requests/s',
      asked: perSecond(run.edgeRequests),
      limit: account.edgePerSecond,
    },
    { name: 'Lambda concurrency', unit: 'executions', asked: perSecond(run.lambdaSeconds), limit: account.concurrency },
    {
      name: 'Stream that counts usage',
      unit: 'records/s',
      asked: perSecond(run.counted.records),
      limit: batchesPerSecond * BATCH * SHARDS,
    },
  ].toSorted((a, b) => b.asked / b.limit - a.asked / a.limit);
};

/** Requests per second of all tenants that reach a ceiling, for traffic of the same shape. */
export const metAt = ({ asked, limit }: Ceiling, perSecond: number): number => (perSecond * limit) / asked;

const AUTH_READ = 'WS#{workspace}';
const BY_SITE = new Set(['getLoader', 'getWidgetSettings', 'createAnnotation']);

/**
 * The same operations if credentials and sites had separate partitions, and executions cached the workspace's row for a
 * second: of the two reads that authorize a request, one disappears and the other moves.
 */
export const withOwnPartitions = (operations: Operations): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      let reads = 0;
      const requests = operation.requests.map((uses) => {
        const [use] = uses;
        if (uses.length !== 1 || use?.partition !== AUTH_READ || use.kind !== 'read' || use.units !== 1) return uses;
        reads += 1;
        if (reads === 1) return [];
        return reads === 2
          ? [{ ...use, partition: `${AUTH_READ}#${BY_SITE.has(name) ? '{site}' : '{caller}'}` }]
          : uses;
      });
      return [name, { ...operation, requests: requests.filter((uses) => uses.length > 0) }];
    }),
  );
