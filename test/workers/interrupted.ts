import type { Table } from '../../functions/kit/table/table.ts';
import { table } from '../driver.ts';

/** A Lambda that has time for so many looks at the clock, and then none. */
export const runFor = (looks: number) => {
  let left = looks;
  return {
    getRemainingTimeInMillis: () => {
      left -= 1;
      return left > 0 ? 60_000 : 0;
    },
  };
};

/** Requests to remove rows fail after the first few, as in a function that is shot down. */
export const shotDownAfter = async <T>(requests: number, work: () => Promise<T>): Promise<T> => {
  const prototype = Object.getPrototypeOf(table()) as Table;
  const { removeMany } = prototype;
  let calls = 0;
  prototype.removeMany = function (this: Table, rows: Parameters<Table['removeMany']>[0]) {
    calls += 1;
    if (calls > requests) throw new Error('the function timed out');
    return removeMany.call(this, rows);
  };
  try {
    return await work();
  } finally {
    prototype.removeMany = removeMany;
  }
};
