import type { Table } from '../../browser/in-page/measurements.ts';
import type { Fact } from '../fact.ts';
import { differingPrices, wrongTotals } from './amounts.ts';
import { type Listing, wrongCounts } from './counts.ts';
import { dateFacts } from './dates.ts';
import { byPlaces } from './outcome.ts';
import type { Passage } from './passage.ts';

export const consistencyFacts = (
  passages: readonly Passage[],
  { tables, listings }: { tables: readonly Table[]; listings: readonly Listing[] },
  now: number,
): Fact[] => [
  byPlaces('sum-wrong', tables.flatMap(wrongTotals)),
  byPlaces('price-differs', differingPrices(passages)),
  byPlaces('count-wrong', wrongCounts(listings, passages)),
  ...dateFacts(passages, now),
];
