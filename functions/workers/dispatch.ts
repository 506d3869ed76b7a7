import type { DynamoDBStreamEvent } from 'aws-lambda';
import { followChanges } from '../changes/follow-changes.ts';
import { batchLambda } from '../kit/lambda.ts';
import { dispatch } from '../owed/dispatch.ts';

/** One reader for both: a shard of the stream serves two readers, and the other one counts usage. */
export const handler = batchLambda(async ({ Records }: DynamoDBStreamEvent) => {
  const failed = await Promise.all([dispatch(Records), followChanges(Records)]);
  return failed.flat();
});
