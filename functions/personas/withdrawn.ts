import { MINUTE, ttlAt } from '../kit/clock.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import { requireIds } from '../kit/table/record.ts';
import type { Table, Write } from '../kit/table/table.ts';
import type { MarketRow } from './schema.ts';

/** Far longer than an index lags. */
const LAG = 10 * MINUTE;

export const markWithdrawn = (persona: string, at: number): Write => ({
  in: 'scratch',
  put: { ...scratchKeys.withdrawnPersona(String(at), persona), ttl: ttlAt(at + LAG) },
});

/** Personas that were withdrawn so lately that an index may still list them; publishing one again comes later. */
export const readWithdrawn = async (table: Table, at: number) => {
  const { pk: partition } = scratchKeys.withdrawnPersona('', '');
  const sort = ['>=', String(at - LAG)] as const;
  const rows = await table.queryAll({ in: 'scratch', partition, sort, consistent: true });
  const withdrawn = new Map(
    rows.map((row) => requireIds(scratchKeys.withdrawnPersona, row)).map(([on, id]) => [id, Number(on)]),
  );
  return ({ id, updated_at }: MarketRow): boolean => updated_at <= (withdrawn.get(id) ?? 0);
};
