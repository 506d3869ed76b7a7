import { lambda as changesLambda } from '../../functions/changes/lambda.ts';
import { markdownTable } from '../markdown.ts';
import { assumed, prices, usd } from '../prices.ts';
import { type Cost, measuredOf, totalOf, unitsCost } from './request.ts';

const MONTH_SECONDS = assumed.minutesAMonth * 60;
/** As `web/dashboard/pages/inbox/follow-changes.ts` polls. */
const POLL_SECONDS = 10;
/** A tab is visible during working hours. */
const VISIBLE_HOURS = 8 * 21;
const WAIT_SECONDS = 25;
const MCP_GB = 1;

const counted = (times: number) => times.toLocaleString('en-US');

/** Its Lambda runs for the whole wait; it looks once a second, and takes and frees its slot in two transactions. */
const waitCost = (request: Cost, memoryGb: number): number =>
  totalOf(request) +
  WAIT_SECONDS * memoryGb * prices.lambdaGbSecond +
  unitsCost({ reads: WAIT_SECONDS * 0.5 + 3, writes: 4 });

/** A section of `docs/cost.md`. */
export const waitingCosts = (costs: ReadonlyMap<string, Cost>): string => {
  const polls = (VISIBLE_HOURS * 3600) / POLL_SECONDS;
  const waits = MONTH_SECONDS / WAIT_SECONDS;
  const restGb = changesLambda.memoryMb / 1024;
  const lines = [
    [
      'An open inbox, visible 8 hours on 21 days',
      `${counted(polls)} polls`,
      polls * totalOf(measuredOf(costs, 'listWidgetChanges')),
    ],
    [
      'An agent that waits by REST day and night',
      `${counted(waits)} waits`,
      waits * waitCost(measuredOf(costs, 'listChanges'), restGb),
    ],
    [
      'An agent that waits by MCP day and night',
      `${counted(waits)} waits`,
      waits * waitCost(measuredOf(costs, 'mcp list_annotations'), MCP_GB),
    ],
  ] as const;
  return `## Dollars per open tab and per waiting agent, per month

While nothing happens. A tab polls every ${POLL_SECONDS} seconds while it is visible. A wait lasts ${WAIT_SECONDS} seconds and holds its Lambda
(${changesLambda.memoryMb} MB, MCP's ${MCP_GB * 1024}); a change ends it early, for no more. At most five wait per workspace.

${markdownTable(
  ['client', 'requests', 'total'],
  lines.map(([name, count, dollars]) => [name, count, `**${usd(dollars)}**`]),
)}
`;
};
