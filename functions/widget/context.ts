import { noteStore } from '../annotations/note-store.ts';
import { bindContext, type Context as CommonContext } from '../context.ts';
import type { OperationOf } from '../kit/contract/contract.ts';
import type { Call } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { widget } from './contract.ts';
import { seenStore } from './seen-store.ts';

const bindStores = (table: Table, call: Call) => ({ notes: noteStore(table, call), seen: seenStore(table) });

/** The context of the widget's own operations. */
export type WidgetContext = CommonContext & ReturnType<typeof bindStores>;

export const bindWidgetContext = (table: Table, call: Call): WidgetContext => ({
  ...bindContext(table, call),
  ...bindStores(table, call),
});

export type WidgetOperation<Id extends keyof (typeof widget)['rows']> = OperationOf<WidgetContext, typeof widget, Id>;
