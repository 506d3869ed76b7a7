import type { RecordName } from '../../functions/kit/table/keys.ts';
import { isLive } from '../../functions/kit/table/record.ts';
import type { Item } from '../../functions/kit/table/table.ts';

/** Attributes that add up rows of another kind. */
export const SUMS: Readonly<
  Partial<Record<RecordName, Readonly<Record<string, readonly [RecordName, (row: Item) => number]>>>>
> = {
  workspace: {
    owner_count: ['member', ({ role }) => Number(role === 'OWNER')],
    site_count: ['site', (row) => Number(isLive(row) && row.sample !== true)],
    token_count: ['apiToken', ({ revoked_at }) => Number(revoked_at === undefined)],
    webhook_count: ['webhook', (row) => Number(isLive(row))],
    // Defaults aren't counted.
    persona_count: ['persona', ({ slug }) => Number(slug === null)],
  },
  site: { stakeholder_count: ['stakeholder', () => 1] },
  wallet: { balance_cents: ['ledgerEntry', ({ cents }) => Number(cents)] },
};
