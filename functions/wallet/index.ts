import { serve } from '../kit/http/serve.ts';
import { wallet } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(wallet, operations, operations.bindWallet);
