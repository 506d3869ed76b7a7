import { InvokeCommand, LambdaClient, LambdaServiceException } from '@aws-sdk/client-lambda';
import { BUSY, FetchedPage, FetchOrder, LIMITS, UNREACHABLE } from '../../fetcher/fetched-page.ts';
import { setting } from '../../kit/config.ts';
import { newId } from '../../kit/ids.ts';
import { logBug, logLine } from '../../kit/log.ts';

export type { FetchedPage } from '../../fetcher/fetched-page.ts';

const STARTING_MS = 4000;

const client = new LambdaClient({
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: 2000,
    requestTimeout: LIMITS.timeout_ms + STARTING_MS,
    throwOnRequestTimeout: true,
  },
});

const isOurMistake = (error: unknown) =>
  error instanceof LambdaServiceException &&
  error.$fault === 'client' &&
  error.$metadata.httpStatusCode !== 429 &&
  error.name !== 'TooManyRequestsException';

const read = (payload: string): FetchedPage => {
  try {
    return FetchedPage.parse(JSON.parse(payload));
  } catch {
    // Its full message may contain text of the page.
    logBug(newId(), new Error('The fetcher answered in another shape.'));
    return BUSY;
  }
};

/** Never throws. `busy` is worth another try. The limits stay under the fetcher's own (10 s, 1 MiB). */
export const fetchPage = async (url: string, limits: Omit<FetchOrder, 'url'> = {}): Promise<FetchedPage> => {
  const order = FetchOrder.parse({ ...limits, url });
  try {
    const { Payload, FunctionError } = await client.send(
      new InvokeCommand({ FunctionName: setting('FETCHER_FUNCTION'), Payload: JSON.stringify(order) }),
      { abortSignal: AbortSignal.timeout(order.timeout_ms + STARTING_MS) },
    );
    if (FunctionError === undefined) return read(Payload?.transformToString() ?? '');
    // The fetcher has logged the reason; a page that breaks it can't be reviewed.
    return UNREACHABLE;
  } catch (error) {
    if (isOurMistake(error)) logBug(newId(), error);
    else logLine({ fetcher: error instanceof Error ? error.name : 'unknown' });
    return BUSY;
  }
};
