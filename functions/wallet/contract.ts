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
    summary: 'Read what the workspace has left for reviews, and where to pay in',
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
    summary: 'Take a signed event of the payment service: what was paid is credited once',
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
    summary: 'Give a workspace cents for reviews',
    body: WalletTopUp,
    response: LedgerEntry,
  },
});
