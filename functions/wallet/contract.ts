import { ADMINS, area, MEMBERS, PUBLIC, route } from '../kit/contract/contract.ts';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';
import { LedgerEntry, Received, Wallet, WalletTopUp } from './schema.ts';

export const wallet = area('wallet', {
  getWallet: route('GET /api/wallet', MEMBERS, {
    beyond_spec: true,
    summary: "Read the wallet's balance and where to top it up",
    response: Wallet,
  }),
  listLedger: route('GET /api/wallet/ledger', MEMBERS, {
    beyond_spec: true,
    summary: 'List charges, refunds and payments, newest first',
    query: PageQuery,
    response: pageOf(LedgerEntry),
  }),
  receiveStripeEvent: route('POST /api/wallet/webhooks/stripe', PUBLIC, {
    beyond_spec: true,
    summary: 'Receive a signed event from the payment provider; each payment is credited once',
    response: Received,
    limits: [{ bucket: 'ip', max: 600, per_seconds: 60 }],
    refuses: [404],
  }),
  topUpWallet: route('POST /api/admin/wallets/{ws_id}/top-up', ADMINS, {
    beyond_spec: true,
    summary: "Credit a workspace's wallet",
    body: WalletTopUp,
    response: LedgerEntry,
  }),
});
