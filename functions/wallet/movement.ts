import { paymentRequired, type Refusal } from '../kit/errors.ts';
import { newId } from '../kit/ids.ts';
import { keys } from '../kit/table/keys.ts';
import type { Item, Write } from '../kit/table/table.ts';
import { topUpUrl } from './top-up-url.ts';

/** What an agent's workspace pays for a review unless its row says otherwise. */
export const PRICE_CENTS = 5;

/** One change of a balance, and what it is for. */
export interface Movement {
  kind: 'charge' | 'refund' | 'payment' | 'grant';
  /** Negative for a charge. */
  cents: number;
  review_id?: string;
  payment_id?: string;
  /** An operator, and their own words. */
  by?: string;
  note?: string;
}

/** An empty wallet. */
export const walletRow = (workspace_id: string, at: number): Item & { pk: string; sk: string } => ({
  ...keys.wallet(workspace_id),
  workspace_id,
  balance_cents: 0,
  created_at: at,
  updated_at: at,
});

/**
 * Changes a balance and enters it in the ledger, in the transaction of what it is for. The first of the two writes fails where
 * there is no wallet, or too little in it.
 */
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

/** The price of a review in cents; undefined in a workspace that is not charged. */
export const priceOf = (workspace: Item | undefined): number | undefined => {
  if (workspace?.billing_mode !== 'prepaid_micro') return undefined;
  const price = workspace.per_review_price_cents;
  return typeof price === 'number' ? price : PRICE_CENTS;
};

/** What whoever cannot pay is told. */
export const walletEmpty = (workspace_id: string, cents: number): Refusal =>
  paymentRequired('wallet_empty', { cents }, { reason: 'wallet_empty', wallet_topup_url: topUpUrl(workspace_id) });

/** Gives back what a review was charged that came to nothing: none for one that was not charged. */
export const refund = (workspace_id: string, review: Item, at: number): Write[] => {
  const { id, charged_cents } = review;
  if (typeof charged_cents !== 'number' || charged_cents <= 0) return [];
  return moveCents(workspace_id, { kind: 'refund', cents: charged_cents, review_id: String(id) }, at).writes;
};
