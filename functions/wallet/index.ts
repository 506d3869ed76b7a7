import { serve } from '../kit/http/serve.ts';
import { bindWallet } from './context.ts';
import { wallet } from './contract.ts';
import { getWallet } from './get-wallet.ts';
import { listLedger } from './list-ledger.ts';
import { receiveStripeEvent } from './receive-stripe-event.ts';
import { topUpWallet } from './top-up-wallet.ts';

export const handler = serve(wallet, { getWallet, listLedger, receiveStripeEvent, topUpWallet }, bindWallet);
