import { expect, test } from '@jest/globals';
import { together } from '../../../functions/reviews/run/together.ts';

const grouped = (most = 10, fails = (_: readonly number[]) => false) => {
  const groups: number[][] = [];
  const reading = Promise.withResolvers<void>();
  const work = together(
    most,
    () => reading.promise,
    async (items: readonly number[]) => {
      groups.push([...items]);
      if (fails(items)) throw new Error(`failed ${items}`);
      return items.map((item) => item * 2);
    },
  );
  return { work, groups, read: reading.resolve };
};

test('what comes up at once, and while the first is prepared, is done in one go, each with its own result', async () => {
  const { work, groups, read } = grouped();
  const first = [1, 2, 3].map((item) => work('a', item));
  await new Promise((resolve) => setImmediate(resolve));
  const late = work('a', 4);
  read();
  expect(await Promise.all([...first, late])).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([[1, 2, 3, 4]]);
});

test('groups are no larger than told, and other keys go their own way', async () => {
  const { work, groups, read } = grouped(2);
  read();
  const all = await Promise.all([work('a', 1), work('b', 10), work('a', 2), work('a', 3)]);
  expect(all).toEqual([2, 20, 4, 6]);
  expect(groups).toHaveLength(3);
});

test('a group that fails fails for its own alone', async () => {
  const { work, read } = grouped(1, ([item]) => item === 2);
  read();
  const all = await Promise.allSettled([1, 2, 3].map((item) => work('a', item)));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
