import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { patiently } from '../../functions/kit/table/patience.ts';

const canceled = (Code: string) =>
  new TransactionCanceledException({ message: Code, $metadata: {}, CancellationReasons: [{ Code }] });

/** How many calls were made, and their end, if the first ones fail with these codes. */
const outcomeOf = async (codes: string[]) => {
  let calls = 0;
  const result = patiently(async () => {
    const code = codes[calls];
    calls += 1;
    if (code !== undefined) throw canceled(code);
    return 'written';
  });
  const end = await result.catch(({ status }: { status: number }) => status);
  return [calls, end];
};

const times = (count: number, code: string) => Array.from({ length: count }, () => code);

test.each([
  ['a request that is throttled four times', times(4, 'ThrottlingError'), [4, 503]],
  [
    'a request throttled once after four conflicts',
    [...times(4, 'TransactionConflict'), 'ThrottlingError'],
    [6, 'written'],
  ],
  ['a request throttled between conflicts', ['TransactionConflict', ...times(3, 'ThrottlingError')], [5, 'written']],
])('patiently makes the expected calls for %s', async (_, codes, expected) => {
  expect(await outcomeOf(codes)).toEqual(expected);
});
