import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '../../functions/kit/ids.ts';
import { keys } from '../../functions/kit/table/keys.ts';
import { ConditionFailed, openTable, type Table, type Write } from '../../functions/kit/table/table.ts';

let table: Table;
beforeAll(() => {
  table = openTable();
});

const missing = (refusal?: string): Write => ({
  check: keys.user(newId()),
  when: [['exists', 'pk']],
  ...(refusal !== undefined && { else: () => new Error(refusal) }),
});
const met = (): Write => ({
  put: { ...keys.user(newId()), name: 'x' },
  when: [['absent', 'pk']],
  else: () => new Error('met'),
});

describe('transact', () => {
  test('throws what the failed write says', async () => {
    await expect(table.transact([met(), missing('refused')])).rejects.toThrow('refused');
  });

  test('throws what the first of several failed writes says', async () => {
    await expect(table.transact([missing(), missing('first'), missing('second')])).rejects.toThrow('first');
  });

  test('throws ConditionFailed with the indexes of failed writes that say nothing', async () => {
    const failed = await table.transact([met(), missing(), missing()]).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConditionFailed);
    expect(failed).toMatchObject({ failed: [1, 2] });
  });
});
