import type { DynamoDBStreamEvent } from 'aws-lambda';
import { followChanges } from '../changes/follow-changes.ts';
import { batchLambda } from '../kit/lambda.ts';
import { oweMemberEvents } from '../notifications/events-of-change.ts';
import { dispatch } from '../owed/dispatch.ts';
import { followNotes } from '../search/follow-notes.ts';
import { oweDeliveries } from '../webhooks/owe-deliveries.ts';

/** One reader for all: a shard of the stream serves two readers, and the other one counts usage. */
export const handler = batchLambda(async ({ Records }: DynamoDBStreamEvent) => {
  const failed = await Promise.all([
    dispatch(Records),
    followChanges(Records),
    oweDeliveries(Records),
    oweMemberEvents(Records),
    followNotes(Records),
  ]);
  return [...new Set(failed.flat())];
});
