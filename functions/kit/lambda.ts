import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';

export type Layer<Event, Result, Added = unknown> = MiddlewareObj<Event, Result, Error, Context & Added>;

export type LambdaHandler<Event, Result> = (event: Event, context?: Partial<Context>) => Promise<Result>;

/** The first layer is outermost. */
export const lambda = <Event, Result, Added = unknown>(
  layers: Layer<Event, Result, Added>[],
  handle: (event: Event, context: Partial<Context> & Added) => Result | Promise<Result>,
): LambdaHandler<Event, Result> => {
  // The timeout is Lambda's: what it ends is retried, and the gateway answers for it.
  const run = middy<Event, Result, Error, Context & Added>({ timeoutEarlyInMillis: 0 }).use(layers).handler(handle);
  // Middy puts an empty context in the place of an absent one, and the layers add theirs.
  return (event, context) => run(event, context as Context & Added);
};

interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[];
}

/** `work` returns the identifiers of failed records: only those come back. */
export const batchLambda = <Event>(
  work: (event: Event, context: Partial<Context>) => Promise<string[]>,
): LambdaHandler<Event, BatchResponse> =>
  lambda<Event, BatchResponse>([], async (event, context) => ({
    batchItemFailures: (await work(event, context)).map((itemIdentifier) => ({ itemIdentifier })),
  }));
