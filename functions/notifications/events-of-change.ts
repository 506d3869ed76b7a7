import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { now } from '../kit/clock.ts';
import { derivedId, firstIdAt, isId } from '../kit/ids.ts';
import { tryGroups } from '../kit/stream.ts';
import { type Image, keyIn, listed } from '../kit/table/image.ts';
import { keys } from '../kit/table/keys.ts';
import { idsIn, isRestored } from '../kit/table/record.ts';
import { type StoredRow, sharedTable } from '../kit/table/table.ts';
import { isAside, wasShownBefore } from './aside-image.ts';
import { type EventOfEntry, eventRow, type MemberEvent } from './member-event.ts';

const TIME_LENGTH = 10;

/** The same if the change is delivered again, and in the order of time. */
const idOf = (at: number, change: string): string =>
  firstIdAt(at).slice(0, TIME_LENGTH) + derivedId('member-event', change).slice(TIME_LENGTH);

const isSet = (value: AttributeValue | undefined) => value !== undefined && !value.NULL;
const isShown = (image: Image | undefined) => image !== undefined && !image.deleted_at && !isAside(image);

/** When it arrives, or is released from the quarantine that it arrived in. A persona's note is part of its review. */
const newNote = (before: Image | undefined, after: Image, annotation_id: string): MemberEvent | undefined => {
  const isNew = isShown(after) && !isShown(before) && !before?.deleted_at && !wasShownBefore(before);
  if (!isNew || listed(after, 'submitter')?.M?.kind?.S === 'persona') return undefined;
  return { event: 'new_note', annotation_id };
};

/** A note's own review is part of the note. */
const doneReview = (before: Image | undefined, after: Image, review_id: string): MemberEvent | undefined => {
  const isDone = isSet(listed(after, 'completed_at')) && !isSet(listed(before, 'completed_at')) && !after.deleted_at;
  const maker = after.created_by?.S;
  if (!isDone || maker === undefined || !isId(maker) || isSet(listed(after, 'annotation_id'))) return undefined;
  return { event: 'review_done', review_id, to: [maker] };
};

/** Cheaper than a row for the event in the patch's transaction. */
const eventsOfEntry = (entry: Image): MemberEvent[] =>
  (JSON.parse(entry.owes?.S ?? '[]') as EventOfEntry[]).map((owed) => ({
    ...owed,
    annotation_id: entry.target?.M?.annotation_id?.S,
    by: entry.actor_kind?.S === 'session' ? entry.actor_id?.S : entry.user_id?.S,
  }));

const rowsOf = ({ eventID = '', dynamodb = {} }: DynamoDBRecord): StoredRow[] => {
  const { OldImage: before, NewImage: after } = dynamodb;
  if (!after || isRestored(before, after)) return [];
  const key = keyIn(after);
  const entry = before ? undefined : idsIn(keys.audit, key);
  if (entry) {
    const at = Number(after.created_at?.N ?? now());
    const [ws] = entry;
    return eventsOfEntry(after).map((event) => eventRow(ws, idOf(at, `${eventID} ${event.event}`), event, now()));
  }
  const at = Number(listed(after, 'updated_at')?.N ?? now());
  const note = idsIn(keys.annotation, key);
  const review = note ? undefined : idsIn(keys.review, key);
  const event = note ? newNote(before, after, note[1]) : review && doneReview(before, after, review[1]);
  const ws = note?.[0] ?? review?.[0];
  return event && ws !== undefined ? [eventRow(ws, idOf(at, eventID), event, now())] : [];
};

/** For writes that may cost nothing more: the change itself owes it. Returns the records to try again. */
export const oweMemberEvents = async (records: readonly DynamoDBRecord[]): Promise<string[]> =>
  tryGroups(
    'owe member events',
    records.flatMap((record) =>
      rowsOf(record).map((row) => ({ row, itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })),
    ),
    ({ itemIdentifier }) => itemIdentifier,
    (events) => Promise.all(events.map(({ row }) => sharedTable().putNew(row))),
  );
