import { area } from '../kit/contract/contract.ts';
import { PageQuery, pageOf } from '../kit/contract/schema.ts';
import { LedgerEntry, Received, Wallet, WalletTopUp } from './schema.ts';

const ANY = ['session', 'token'] as const;

export const wallet = area('wallet', {
  getWallet: {
    method: 'GET',
    path: '/api/wallet',
    role: 'MEMBER',
    by: ANY,
    beyond_spec: true,
    summary: "Read the wallet's balance and where to top it up",
    response: Wallet,
  },
  listLedger: {
    method: 'GET',
    path: '/api/wallet/ledger',
    role: 'MEMBER',
    by: ANY,
    beyond_spec: true,
    summary: 'List charges, refunds and payments, newest first',
    query: PageQuery,
    response: pageOf(LedgerEntry),
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/api/wallet/webhooks/stripe',
    role: null,
    by: [],
    beyond_spec: true,
    summary: 'Receive a signed event from the payment provider; each payment is credited once',
    response: Received,
    limits: [{ bucket: 'ip', max: 600, per_seconds: 60 }],
    refuses: [404],
  },
  topUpWallet: {
    method: 'POST',
    path: '/api/admin/wallets/{ws_id}/top-up',
    role: 'admin',
    by: ['session'],
    beyond_spec: true,
    summary: "Credit a workspace's wallet",
    body: WalletTopUp,
    response: LedgerEntry,
  },
});
