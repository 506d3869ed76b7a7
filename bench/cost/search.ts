import { BLOCK } from '../../functions/search/blocks.ts';
import type { Measured } from '../meter.ts';
import { assumed, MILLION, prices } from '../prices.ts';
import { type Cost, totalOf } from './request.ts';

export interface Indexing {
  note: Measured;
  block: Measured;
}

const WORKER_GB = 0.5;

/** Without the invocation: it is that of the change. */
const indexingCost = ({ trips, reads, writes }: Measured): number =>
  reads * prices.readUnit +
  writes * prices.writeUnit +
  ((trips * assumed.tripMs) / 1000) * WORKER_GB * prices.lambdaGbSecond;

/** A section of `docs/cost.md`. */
export const searchCosts = ({ note, block }: Indexing, costs: ReadonlyMap<string, Cost>): string => {
  const usd = (dollars: number) => `$${(dollars * MILLION).toFixed(2)}`;
  const search = costs.get('listAnnotations (q)');
  if (!search) throw new Error('A search was not measured.');
  return `## Dollars per million notes that search finds

The stream's reader writes an entry per note (${note.writes} write unit, ${note.reads} read units): ${usd(indexingCost(note))}. On a site with more
than ${3 * BLOCK - 1} notes, ${BLOCK} notes share a block (${block.writes} write units), which is ${usd(indexingCost(block) / BLOCK)} more per million notes. A million searches
for a word that all of a site's 60 notes have: ${usd(totalOf(search))}.
`;
};
