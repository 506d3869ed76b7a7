import { optionalSetting } from '../kit/config.ts';
import { paymentRequired, type Refusal } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import { dashboardUrl } from '../workspaces/dashboard-url.ts';

/** For a review, unless the workspace's row says otherwise. */
export const PRICE_CENTS = 5;

export interface Movement {
  kind: 'charge' | 'refund' | 'payment' | 'grant';
  cents: number;
  review_id?: string;
  payment_id?: string;
  by?: string;
  note?: string;
}

export const walletRow = (workspace_id: string, at: number): Item & { pk: string; sk: string } => ({
  ...keys.wallet(workspace_id),
  workspace_id,
  balance_cents: 0,
  created_at: at,
  updated_at: at,
});

/** Belongs in the transaction of what it is for. The first write fails without a wallet, or with too little in it. */
export const moveCents = (workspace_id: string, movement: Movement, at: number, refusal?: () => Error) => {
  const { cents } = movement;
  const entry = { id: newId(), workspace_id, ...movement, created_at: at };
  const writes: Write[] = [
    {
      update: keys.wallet(workspace_id),
      add: { balance_cents: cents },
      set: { updated_at: at },
      when: [cents < 0 ? ['>=', 'balance_cents', -cents] : ['exists', 'pk']],
      ...(refusal && { else: refusal }),
    },
    { put: { ...keys.ledgerEntry(workspace_id, entry.id), ...entry }, when: [['absent', 'pk']] },
  ];
  return { entry, writes };
};

export const priceOf = (workspace: Item | undefined): number | undefined => {
  if (workspace?.billing_mode !== 'prepaid_micro') return undefined;
  const price = workspace.per_review_price_cents;
  return typeof price === 'number' ? price : PRICE_CENTS;
};

export const topUpUrl = (workspace_id: string): string => {
  const page = optionalSetting('TOPUP_URL');
  if (page === undefined) return dashboardUrl(workspace_id, '/wallet');
  const url = new URL(page);
  url.searchParams.set('client_reference_id', workspace_id);
  return url.href;
};

export const walletEmpty = (workspace_id: string, cents: number): Refusal =>
  paymentRequired('wallet_empty', { cents }, { reason: 'wallet_empty', wallet_topup_url: topUpUrl(workspace_id) });

export const refund = (workspace_id: string, review_id: string, charged_cents: unknown, at: number): Write[] =>
  typeof charged_cents === 'number' && charged_cents > 0
    ? moveCents(workspace_id, { kind: 'refund', cents: charged_cents, review_id }, at).writes
    : [];
