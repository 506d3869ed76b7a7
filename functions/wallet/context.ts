import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { wallet } from './contract.ts';
import { walletStore } from './store.ts';

export const bindWallet = (table: Table, call: Call) => ({ ...call, wallet: walletStore(table, call) });

export type Operation<Id extends keyof (typeof wallet)['rows']> = OperationOf<
  ReturnType<typeof bindWallet>,
  typeof wallet,
  Id
>;
