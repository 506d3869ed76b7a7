import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { patiently } from '../../functions/kit/table/patience.ts';

const canceled = (Code: string) =>
  new TransactionCanceledException({ message: Code, $metadata: {}, CancellationReasons: [{ Code }] });
const refused = (name: string, httpStatusCode = 400) =>
  new DynamoDBServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

/** How many calls were made, and their end, if the first ones fail with these errors. */
const outcomeOf = async (errors: Error[]) => {
  let calls = 0;
  const result = patiently(async () => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return 'written';
  });
  const end = await result.catch(({ status }: { status: number }) => status);
  return [calls, end];
};

const unreachable = (code: string) => Object.assign(new Error(code), { code });

const times = (count: number, error: Error) => Array.from({ length: count }, () => error);
const [throttled, conflict] = [canceled('ThrottlingError'), canceled('TransactionConflict')];

test.each([
  ['a transaction that is throttled four times', times(4, throttled), [4, 503]],
  ['a transaction throttled once after four conflicts', [...times(4, conflict), throttled], [6, 'written']],
  ['a transaction throttled between conflicts', [conflict, ...times(3, throttled)], [5, 'written']],
  [
    'a request to a hot partition of a provisioned table',
    times(4, refused('ProvisionedThroughputExceededException')),
    [4, 503],
  ],
  ['a request to a hot partition of an on-demand table', times(4, refused('ThrottlingException')), [4, 503]],
  ['a request above the limit of the account', times(4, refused('RequestLimitExceeded')), [4, 503]],
  ['a request that AWS fails by its own fault', [refused('InternalFailure', 500)], [2, 'written']],
  ['a request to a service that is unavailable', [refused('ServiceUnavailableException', 503)], [2, 'written']],
  ['a request that AWS received too slowly', [refused('RequestTimeoutException', 408)], [2, 'written']],
  ['a request that AWS fails eight times', times(8, refused('InternalFailure', 500)), [8, 503]],
  ['a host that is not found', [unreachable('ENOTFOUND')], [2, 'written']],
  ['a host that is unreachable', [unreachable('EHOSTUNREACH')], [2, 'written']],
  ['a network that is unreachable', [unreachable('ENETUNREACH')], [2, 'written']],
  ['a request that is invalid', [refused('ValidationException')], [1, undefined]],
])('patiently makes the expected calls for %s', async (_, errors, expected) => {
  expect(await outcomeOf(errors)).toEqual(expected);
});
