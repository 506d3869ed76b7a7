import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { usage } from './contract.ts';
import { usageStore } from './store.ts';

export const bindUsage = (table: Table, call: Call) => ({ ...call, usage: usageStore(table, call) });

export type Operation<Id extends keyof (typeof usage)['rows']> = OperationOf<
  ReturnType<typeof bindUsage>,
  typeof usage,
  Id
>;
