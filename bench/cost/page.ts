import { costTargets } from '../budgets.ts';
import { markdownTable } from '../markdown.ts';
import type { Measured } from '../meter.ts';
import { assumed, MILLION, prices, usd } from '../prices.ts';
import type { RequestFigures } from '../requests.ts';
import { browserCosts } from './browser.ts';
import { type Customer, customers, edgeShare, requestsOf } from './customers.ts';
import { type Deliveries, deliveryCosts } from './deliveries.ts';
import { notificationCosts } from './notifications.ts';
import { type Cost, measuredOf, PARTS, targetedOf, totalOf } from './request.ts';
import { reviewCosts } from './reviews.ts';
import { type Indexing, searchCosts } from './search.ts';
import { waitingCosts } from './waiting.ts';

const monthOf = (customer: Customer, costs: ReadonlyMap<string, Cost>, perMail: number) => {
  const { mails, rowsGb, imagesGb } = customer;
  const requests = [...requestsOf(customer)].reduce(
    (sum, [name, times]) => sum + totalOf(measuredOf(costs, name)) * times,
    0,
  );
  const mail = mails * perMail;
  const kept = rowsGb * prices.storageGbMonth + imagesGb * prices.objectGbMonth;
  return { requests, mail, kept };
};

/** `bench/cost-by-request.md`. */
export const requestTable = (costs: ReadonlyMap<string, Cost>, figures: readonly RequestFigures[]) => {
  const perMillion = (dollars: number) => (dollars * MILLION).toFixed(2);
  const units = new Map(figures.map(({ name, measured }) => [name, measured]));
  const requestLines = [...costs].map(([name, cost]) => {
    const { reads, writes } = units.get(name) ?? { reads: 0, writes: 0 };
    return [
      name,
      String(reads),
      String(writes),
      ...PARTS.map((part) => perMillion(cost[part])),
      perMillion(totalOf(cost)),
    ];
  });
  return `# Dollars per million requests

Written by \`npm run bench\`. Do not edit. The assumptions are in [docs/cost.md](../docs/cost.md).

${markdownTable(['request', 'read units', 'write units', ...PARTS, 'total'], requestLines)}
`;
};

/** `docs/cost.md`. */
export const document = (
  costs: ReadonlyMap<string, Cost>,
  idle: [string, number][],
  mails: { sent: number; received: number },
  {
    deliveries,
    notified,
    indexing,
  }: { deliveries: Deliveries; notified: ReadonlyMap<string, Measured>; indexing: Indexing },
) => {
  const targetLines = Object.entries(costTargets).map(([name, { target, limit, why }]) => {
    const total = targetedOf(measuredOf(costs, name)) * MILLION;
    return [name, usd(target), usd(total), total <= target ? 'met' : `missed: ${why}`, usd(limit)];
  });
  const idleTotal = idle.reduce((sum, [, dollars]) => sum + dollars, 0);
  const months = customers.map((customer) => {
    const { requests, mail, kept } = monthOf(customer, costs, mails.sent);
    const cached = `${Math.round(edgeShare(customer) * 100)}%`;
    return [customer.name, cached, usd(requests), usd(mail), usd(kept), usd(requests + mail + kept)];
  });
  return `# Cost

Written by \`npm run bench\` from the request units it measures and the public prices of us-east-1. Do not edit.
Free tiers are left out. A Lambda works ${assumed.ownMs} ms, plus ${assumed.tripMs} ms per sequential DynamoDB trip. A request leaves its own log
line and ${assumed.platformLogBytes} bytes by Lambda, API Gateway and CloudFront. Every operation, part by part:
[bench/cost-by-request.md](../bench/cost-by-request.md).

## Dollars per million requests, against the targets

CloudFront and WAF included, without logs. CloudFront is the request, the function that adds the caller's address, the
Lambda@Edge that restores the challenge header, and the bytes. MCP uses a function URL, so it pays for no HTTP API.

${markdownTable(['request', 'target', 'measured', 'state', 'limit'], targetLines)}

The bench enforces the limits, so these requests can only become cheaper. Why the targets are missed:

- The Lambda@Edge runs on every answer, with or without a challenge. It stays because MCP clients need the header, and
  CloudFront functions don't run on errors.
- A patch writes two rate windows, the row and its audit entry in one transaction, one entry of the first index and two
  of the second, since a status moves the row between lists. Fewer would mean inexact limits, an audit entry outside the
  transaction, or lists whose cost depends on resolved notes.
- A note writes two windows, the row, three index entries and its compressed context. One of the entries is by person,
  so that an erasure finds it: without an address a note costs one unit less.

${reviewCosts()}
${browserCosts()}
${waitingCosts(costs)}
${deliveryCosts(deliveries)}
${notificationCosts(notified, mails.sent)}
${searchCosts(indexing, costs)}
## An idle stage, per month

${markdownTable(['item', 'dollars'], [...idle.map(([item, dollars]) => [item, usd(dollars)]), ['**Total** without captcha and payments (target $15)', `**${usd(idleTotal)}**`]])}

Captcha and payments add ${usd(prices.secretMonth)} each: a stage that has them can't be deployed without a secret of each, made by hand.

## Three customers, per month, in addition to the idle stage

A thousand mails to submitters, with the two workers and their queues: ${usd(mails.sent * 1000)}.
A thousand answers by mail, taken into their threads: ${usd(mails.received * 1000)}.

A visit reads three pages within ${assumed.loaderSeconds / 60} minutes. Its requests are those that a real browser sends
(bench/cost/visits.ts, counted by test/browser/end-to-end.test.ts): the loader once, and no other before the widget is
used. ${assumed.edgeCaches} regional caches keep each site's loader for ${assumed.loaderSeconds} seconds, so the busier a site, the fewer loads reach the API.

${markdownTable(['customer', 'loads from the edge', 'requests', 'mail', 'kept', 'total'], months)}
`;
};
