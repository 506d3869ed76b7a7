import { InvokeCommand, LambdaClient, LambdaServiceException } from '@aws-sdk/client-lambda';
import { setting } from '../kit/config.ts';
import { newId } from '../kit/ids.ts';
import { logBug, logLine } from '../kit/log.ts';

const STARTING_MS = 4000;
/** The fetcher's own limit. */
const MAX_MS = 10_000;

const client = new LambdaClient({
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 2000,
    requestTimeout: MAX_MS + STARTING_MS,
    throwOnRequestTimeout: true,
  },
});

const isOurMistake = (error: unknown) =>
  error instanceof LambdaServiceException &&
  error.$fault === 'client' &&
  error.$metadata.httpStatusCode !== 429 &&
  error.name !== 'TooManyRequestsException';

/** Never throws. `failed`: the order breaks the fetcher, which has logged why. `busy` is worth another try. */
export const callFetcher = async (order: unknown, timeoutMs: number): Promise<{ text: string } | 'failed' | 'busy'> => {
  try {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: setting('FETCHER_FUNCTION'), Payload: JSON.stringify(order) }),
      { abortSignal: AbortSignal.timeout(timeoutMs + STARTING_MS) },
    );
    return FunctionError === undefined ? { text: Payload?.transformToString() ?? '' } : 'failed';
  } catch (error) {
    if (isOurMistake(error)) logBug(newId(), error);
    else logLine({ fetcher: error instanceof Error ? error.name : 'unknown' });
    return 'busy';
  }
};
