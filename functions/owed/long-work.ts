import { openStorage, type Storage } from '../kit/files/storage.ts';
import { sharedTable, type Table } from '../kit/table/table.ts';
import type { Delivery } from './queue-worker.ts';

export interface Stores {
  table: Table;
  storage: Storage;
}

/** For work that another invocation continues when the time of this one is over. */
export interface LongWork extends Stores {
  hasTime: () => boolean;
}

let stores: Stores | undefined;

export const longWork = ({ remainingMs }: Pick<Delivery, 'remainingMs'>, enoughMs: number): LongWork => {
  stores ??= { table: sharedTable(), storage: openStorage() };
  return { ...stores, hasTime: () => remainingMs() > enoughMs };
};
