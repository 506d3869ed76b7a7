import { now } from '../kit/clock.ts';
import { keys } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained';

export const suppress = (table: Table, addressHash: string, reason: SuppressionReason): Promise<void> =>
  table.put({ ...keys.suppression(addressHash), reason, created_at: now() });

export const isSuppressed = async (table: Table, addressHash: string): Promise<boolean> =>
  (await table.get(keys.suppression(addressHash))) !== undefined;
