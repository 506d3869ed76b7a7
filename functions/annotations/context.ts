import { bindContext } from '../context.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { auditStore } from './audit-store.ts';
import type { annotations } from './contract.ts';

/** Stores of the annotations' own Lambda, in addition to those that MCP and the widget share. */
export const bindAnnotations = (table: Table, call: Call) => ({
  ...bindContext(table, call),
  audit: auditStore(table, call),
});

export type OperationWithAudit<Id extends keyof (typeof annotations)['rows']> = OperationOf<
  ReturnType<typeof bindAnnotations>,
  typeof annotations,
  Id
>;
