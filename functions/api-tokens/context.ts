import type { Area, OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { apiTokenStore } from './store.ts';

/** The store of this area alone: those of others would build all their shapes at every cold start, 15 ms of it. */
export const bindApiTokens = (table: Table, call: Call) => ({ ...call, apiTokens: apiTokenStore(table, call) });

export type Operation<A extends Area, Id extends keyof A['rows']> = OperationOf<
  ReturnType<typeof bindApiTokens>,
  A,
  Id
>;
