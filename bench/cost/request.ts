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

export const PARTS = ['DynamoDB', 'HTTP API', 'Lambda', 'CloudFront', 'WAF', 'logs'] as const satisfies (keyof Cost)[];

/** The items included in BUDGETS.md's targets: without logs and traces. */
export const targetedOf = (cost: Cost) => totalOf(cost) - cost.logs;
export const totalOf = (cost: Cost) => PARTS.reduce((sum, part) => sum + cost[part], 0);

export const costOf = ({ name, measured, bytes, sentBytes, logBytes }: RequestFigures, memoryGb: number): Cost => {
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
    logs: ((logBytes + assumed.platformLogBytes) / GB) * prices.logGb + assumed.tracedPart * prices.trace,
  };
};

/** An email passes dispatch and two queues, each a send, a receive and a delete, with a worker behind it. */
export const mailCost = (jobs: ReadonlyMap<string, Measured>): number => {
  const units = [...jobs.values()].reduce(
    (sum, { reads, writes }) => sum + reads * prices.readUnit + writes * prices.writeUnit,
    0,
  );
  return prices.mail + 6 * prices.queueRequest + 3 * prices.lambdaRequest + units;
};
