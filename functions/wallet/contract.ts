import { ADMINS, area, beyondSpec, MEMBERS, PUBLIC } from '../kit/contract/contract.ts';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';
import { LedgerEntry, Received, Wallet, WalletTopUp } from './schema.ts';

export const wallet = area('wallet', {
  getWallet: beyondSpec('GET /api/wallet', MEMBERS, {
    summary: "Read the wallet's balance and where to top it up",
    response: Wallet,
  }),
  listLedger: beyondSpec('GET /api/wallet/ledger', MEMBERS, {
    summary: 'List charges, refunds and payments, newest first',
    query: PageQuery,
    response: pageOf(LedgerEntry),
  }),
  receiveStripeEvent: beyondSpec('POST /api/wallet/webhooks/stripe', PUBLIC, {
    summary: 'Receive a signed event from the payment provider; each payment is credited once',
    response: Received,
    limits: [{ bucket: 'ip', max: 600, per_seconds: 60 }],
    refuses: [404],
  }),
  topUpWallet: beyondSpec('POST /api/admin/wallets/{ws_id}/top-up', ADMINS, {
    summary: "Credit a workspace's wallet",
    body: WalletTopUp,
    response: LedgerEntry,
  }),
});
