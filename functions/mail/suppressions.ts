import { now } from '../kit/clock.ts';
import { oneOf } from '../kit/table/fields.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table, Write } from '../kit/table/table.ts';

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

const readReason = oneOf(SUPPRESSION_REASONS);

/** Unsubscribing keeps an earlier reason, since a bounce or a complaint can't be taken back. */
export const suppress = async (table: Table, addressHash: string, reason: SuppressionReason): Promise<void> => {
  const row = { ...keys.suppression(addressHash), reason, created_at: now() };
  if (reason === 'unsubscribed') await table.tryTransact([{ put: row, when: [['absent', 'pk']] }]);
  else await table.put(row);
};

export const findSuppression = async (table: Table, addressHash: string): Promise<SuppressionReason | undefined> => {
  const row = await table.get(keys.suppression(addressHash));
  return row && readReason(row.reason);
};

export const isSuppressed = async (table: Table, addressHash: string): Promise<boolean> =>
  (await findSuppression(table, addressHash)) !== undefined;

export const subscribeAgain = (addressHash: string): Write => ({
  delete: keys.suppression(addressHash),
  when: [['=', 'reason', 'unsubscribed']],
});
