import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import { cardStore } from './calibration-card.ts';
import type { personas } from './contract.ts';
import { marketStore } from './market-store.ts';
import { personaStore } from './store.ts';

/** The stores of this area alone, so that no other Lambda carries the catalog. */
export const bindPersonas = (table: Table, call: Call) => ({
  ...call,
  personas: personaStore(table, call),
  market: marketStore(table, call),
  cards: cardStore(table, call),
});

export type Operation<Id extends keyof (typeof personas)['rows']> = OperationOf<
  ReturnType<typeof bindPersonas>,
  typeof personas,
  Id
>;
