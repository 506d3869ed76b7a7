import type { OperationOf } from '../kit/contract/contract.ts';
import { unauthorized } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { accountStore } from './account-store.ts';
import type { data } from './contract.ts';
import { exportStore } from './export-store.ts';
import { heldStore } from './held-store.ts';

export const bindData = (table: Table, call: Call) => ({
  ...call,
  exports: exportStore(table, call),
  held: heldStore(table),
  account: () => {
    if (call.actor.kind !== 'session') throw unauthorized('unknown');
    return accountStore(table, call, call.actor);
  },
});

type DataContext = ReturnType<typeof bindData>;

export type Operation<Id extends keyof (typeof data)['rows']> = OperationOf<DataContext, typeof data, Id>;
