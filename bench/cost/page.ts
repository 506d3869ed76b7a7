import { costTargets } from '../budgets.ts';
import { assumed, MILLION, prices } from '../prices.ts';
import type { RequestFigures } from '../requests.ts';
import { type Customer, customers } from './customers.ts';
import { type Cost, PARTS, targetedOf, totalOf } from './request.ts';

export const usd = (dollars: number) => `$${dollars.toFixed(2)}`;

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

/** `docs/cost.md`. */
export const document = (
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
