import type { Area, OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { stakeholderStore } from './stakeholder-store.ts';
import { siteStore } from './store.ts';

/** The stores of this area alone: those of others would build all their shapes at every cold start, 15 ms of it. */
export const bindSites = (table: Table, call: Call) => ({
  ...call,
  sites: siteStore(table, call),
  stakeholders: stakeholderStore(table, call),
});

export type Operation<A extends Area, Id extends keyof A['rows']> = OperationOf<ReturnType<typeof bindSites>, A, Id>;
