import { annotationStore } from '../annotations/store.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { siteStore } from '../sites/store.ts';
import type { pdfExports } from './contract.ts';

export const bindExports = (table: Table, call: Call) => ({
  ...call,
  sites: siteStore(table, call),
  annotations: annotationStore(table, call),
});

export type ExportsContext = ReturnType<typeof bindExports>;

export type Operation<Id extends keyof (typeof pdfExports)['rows']> = OperationOf<
  ExportsContext,
  typeof pdfExports,
  Id
>;
