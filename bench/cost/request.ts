import { loader } from '../../functions/loader/contract.ts';
import type { Measured } from '../meter.ts';
import { assumed, GB, prices } from '../prices.ts';
import type { RequestFigures } from '../requests.ts';

/** Dollars per request, by payee. */
export interface Cost {
  DynamoDB: number;
  'HTTP API': number;
  Lambda: number;
  CloudFront: number;
  WAF: number;
  logs: number;
}

/** On paths without the function that restores challenges. */
const OPEN = new Set(Object.keys(loader.rows));

/** The default of our Lambdas. */
const WORKER_GB = 1;

export const PARTS = ['DynamoDB', 'HTTP API', 'Lambda', 'CloudFront', 'WAF', 'logs'] as const satisfies (keyof Cost)[];

/** The items included in BUDGETS.md's targets: without logs and traces. */
export const targetedOf = (cost: Cost) => totalOf(cost) - cost.logs;
export const totalOf = (cost: Cost) => PARTS.reduce((sum, part) => sum + cost[part], 0);

/** A cost or a measurement that must exist by this name. */
export const measuredOf = <T>(all: ReadonlyMap<string, T>, name: string): T => {
  const found = all.get(name);
  if (found === undefined) throw new Error(`${name} was not measured.`);
  return found;
};

export const unitsCost = ({ reads, writes }: Pick<Measured, 'reads' | 'writes'>): number =>
  reads * prices.readUnit + writes * prices.writeUnit;

export const costOf = ({ name, measured, bytes, sentBytes, logBytes }: RequestFigures, memoryGb: number): Cost => {
  const seconds = (measured.trips * assumed.tripMs + assumed.ownMs) / 1000;
  const out = ((bytes + assumed.answerHeaders) / GB) * prices.edgeGbOut;
  const toOrigin = ((sentBytes + assumed.requestHeaders) / GB) * prices.edgeGbToOrigin;
  const takesCredential = !OPEN.has(name);
  const edgeLambda = prices.edgeLambdaRequest + (assumed.edgeLambdaMs / 1000) * 0.125 * prices.edgeLambdaGbSecond;
  return {
    DynamoDB: unitsCost(measured),
    'HTTP API': name.startsWith('mcp ') ? 0 : prices.httpApiRequest,
    Lambda: prices.lambdaRequest + seconds * memoryGb * prices.lambdaGbSecond,
    CloudFront: prices.edgeRequest + prices.edgeFunction + (takesCredential ? edgeLambda : 0) + out + toOrigin,
    WAF: prices.firewallRequest,
    logs: ((logBytes + assumed.platformLogBytes) / GB) * prices.logGb + assumed.tracedPart * prices.trace,
  };
};

/** Not rows of the contracts: a loader from the edge's cache, and a preflight, which the edge answers. */
export const EDGE_HIT = 'getLoader (from the edge)';
export const PREFLIGHT = 'preflight (by the edge)';

export const edgeCost = (bytes: number): Cost => ({
  DynamoDB: 0,
  'HTTP API': 0,
  Lambda: 0,
  CloudFront: prices.edgeRequest + prices.edgeFunction + ((bytes + assumed.answerHeaders) / GB) * prices.edgeGbOut,
  WAF: prices.firewallRequest,
  logs: (assumed.edgeLogBytes / GB) * prices.logGb,
});

/** An email passes dispatch and two queues, each a send, a receive and a delete, with a worker behind it. */
export const mailCost = (jobs: ReadonlyMap<string, Measured>): number => {
  const units = [...jobs.values()].reduce((sum, job) => sum + unitsCost(job), 0);
  return prices.mail + 6 * prices.queueRequest + 3 * prices.lambdaRequest + units;
};

/** Kept as an object and reported by a topic, read by the worker, and removed. */
export const receivedMailCost = (measured: Measured): number =>
  prices.receivedMail +
  prices.objectWrite +
  prices.objectRead +
  prices.topicMessage +
  prices.lambdaRequest +
  ((measured.trips * assumed.tripMs + assumed.ownMs) / 1000) * WORKER_GB * prices.lambdaGbSecond +
  unitsCost(measured);
