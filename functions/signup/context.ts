import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { accessRequestStore } from './access-request-store.ts';
import { agentStore } from './agent-store.ts';
import type { signup } from './contract.ts';

export const bindSignup = (table: Table, call: Call) => ({
  ...call,
  accessRequests: accessRequestStore(table, call),
  agents: agentStore(table, call),
});

export type Operation<Id extends keyof (typeof signup)['rows']> = OperationOf<
  ReturnType<typeof bindSignup>,
  typeof signup,
  Id
>;
