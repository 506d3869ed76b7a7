import { readSwitches } from '../kit/access/read-switches.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { findCaptcha } from './captcha.ts';
import type { demo } from './contract.ts';
import { demoStore } from './store.ts';

/** The scratch table is all that the demo knows. */
export const bindDemo = (table: Table, call: Call) => ({
  ...call,
  demo: demoStore(table, call),
  captcha: async () => findCaptcha(await readSwitches(table)),
});

export type Operation<Id extends keyof (typeof demo)['rows']> = OperationOf<
  ReturnType<typeof bindDemo>,
  typeof demo,
  Id
>;
