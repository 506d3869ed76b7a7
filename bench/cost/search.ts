import { BLOCK } from '../../functions/search/blocks.ts';
import type { Measured } from '../meter.ts';
import { assumed, MILLION, prices, usd } from '../prices.ts';
import { type Cost, measuredOf, totalOf, unitsCost } from './request.ts';

export interface Indexing {
  note: Measured;
  block: Measured;
}

const WORKER_GB = 0.5;

/** Without the invocation: it is that of the change. */
const indexingCost = (measured: Measured): number =>
  unitsCost(measured) + ((measured.trips * assumed.tripMs) / 1000) * WORKER_GB * prices.lambdaGbSecond;

/** A section of `docs/cost.md`. */
export const searchCosts = ({ note, block }: Indexing, costs: ReadonlyMap<string, Cost>): string => {
  const perMillion = (dollars: number) => usd(dollars * MILLION);
  const search = measuredOf(costs, 'listAnnotations (q)');
  return `## Dollars per million notes that search finds

The stream's reader writes an entry per note (${note.writes} write unit, ${note.reads} read units): ${perMillion(indexingCost(note))}. On a site with more
than ${3 * BLOCK - 1} notes, ${BLOCK} notes share a block (${block.writes} write units), which is ${perMillion(indexingCost(block) / BLOCK)} more per million notes. A million searches
for a word that all of a site's 60 notes have: ${perMillion(totalOf(search))}.
`;
};
