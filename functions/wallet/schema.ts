import * as z from 'zod';
import { anyText, Id, Time } from '../kit/contract/schema.ts';
import { keys } from '../kit/table/keys.ts';
import { rowsAs } from '../kit/table/rows.ts';

const Cents = z.number().int();

export const BilledWorkspace = z.object({ plan: z.string().default('free') });

export const walletRows = rowsAs(keys.wallet, () => z.object({ balance_cents: Cents }));

export const LedgerRow = z.object({
  id: z.string(),
  workspace_id: z.string(),
  kind: z.enum(['charge', 'refund', 'payment', 'grant']),
  cents: Cents,
  review_id: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  created_at: z.number(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;
export const ledgerRows = rowsAs(keys.ledgerEntry, () => LedgerRow);

export const Wallet = z.object({
  workspace_id: Id,
  plan: z.string(),
  billing_mode: z
    .enum(['prepaid_micro', 'none'])
    .meta({ description: 'none: reviews are free in this workspace, and it has no wallet' }),
  currency: z.literal('usd'),
  per_review_price_cents: Cents,
  wallet_balance_cents: Cents,
  wallet_topup_url: z.string().nullable(),
});

export const LedgerEntry = LedgerRow.extend({
  id: Id,
  workspace_id: Id,
  kind: LedgerRow.shape.kind.meta({
    description:
      'charge: a review; refund: a review that failed, could not be judged, or has only facts (at most ten a day that a model has read); payment: a top-up; grant: credited by an operator',
  }),
  cents: Cents.meta({ description: 'Negative for a charge. All entries add up to the balance' }),
  review_id: Id.nullable(),
  note: z.string().nullable(),
  created_at: Time,
});

export const WalletTopUp = z.object({
  cents: Cents.min(1).max(1_000_000).meta({ description: 'At most $10,000' }),
  note: anyText(500).nullish().meta({ description: 'Reason, shown to the workspace in its ledger' }),
});

export const Received = z.object({ received: z.literal(true) });
