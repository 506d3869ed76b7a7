import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBRecord } from 'aws-lambda';
import { MINUTE, SECOND } from '../kit/clock.ts';
import { logBug } from '../kit/log.ts';
import { tryGroups } from '../kit/stream.ts';
import { type Image, keyIn, listed } from '../kit/table/image.ts';
import { keys } from '../kit/table/keys.ts';
import { idsIn } from '../kit/table/record.ts';
import { sharedTable, type Table } from '../kit/table/table.ts';
import type { SearchedSite } from './blocks.ts';
import { indexNote, removeFromSearch } from './index-note.ts';
import { markIncomplete } from './site.ts';

interface ChangedNote {
  ws: string;
  id: string;
  /** Unknown from its text alone. */
  site: string | undefined;
  isGone: boolean;
  age: number;
  itemIdentifier: string;
}

const searchedOf = (image: Image) => [
  ...['summary', 'labels', 'submitter', 'page_url', 'excerpt'].map((name) => listed(image, name)),
  ...['deleted_at', 'reply_count', 'body', 'name'].map((name) => image[name]),
];

const ageOf = ({ dynamodb }: DynamoDBRecord): number =>
  Date.now() - (dynamodb?.ApproximateCreationDateTime ?? Number.POSITIVE_INFINITY) * SECOND;

const changedNote = (record: DynamoDBRecord): ChangedNote | undefined => {
  const { eventName, dynamodb = {} } = record;
  const { OldImage: before, NewImage: after, SequenceNumber: itemIdentifier = '' } = dynamodb;
  const image = after ?? before ?? {};
  const key = keyIn(image);
  const note = idsIn(keys.annotation, key);
  const [ws, id] = note ?? idsIn(keys.context, key) ?? [];
  if (ws === undefined || id === undefined) return undefined;
  // The removal of a text comes with that of its note. A deleted note was forgotten when it was marked.
  if (eventName === 'REMOVE' && (!note || before?.deleted_at)) return undefined;
  if (before && after && isDeepStrictEqual(searchedOf(before), searchedOf(after))) return undefined;
  const isGone = after === undefined || after.deleted_at !== undefined;
  return { ws, id, site: image.site_id?.S, isGone, age: ageOf(record), itemIdentifier };
};

/** Then the site's search is incomplete: a note that can't be indexed must not hold up the changes behind it. */
const GIVE_UP_MS = 10 * SECOND;
/** Then a fault isn't one of the store. */
const FORGET_MS = 10 * MINUTE;

const siteOf = async (of: Table, ws: string, id: string): Promise<string | undefined> => {
  const row = await of.get(keys.annotation(ws, id));
  return typeof row?.site_id === 'string' ? row.site_id : undefined;
};

type Changes = readonly [ChangedNote, ...ChangedNote[]];

/** Undefined for a text without a note: its note is yet to come, or gone. */
const placeOf = async (of: Table, changes: Changes): Promise<SearchedSite | undefined> => {
  const [{ ws, id }] = changes;
  const site = changes.find((change) => change.site !== undefined)?.site ?? (await siteOf(of, ws, id));
  return site === undefined ? undefined : { ws, site };
};

const follow = async (of: Table, changes: Changes): Promise<void> => {
  const place = await placeOf(of, changes);
  if (!place) return;
  const [{ id }] = changes;
  await (changes.at(-1)?.isGone ? removeFromSearch(of, place, id) : indexNote(of, place, id));
};

/** Whether the changes needn't come again. */
const giveUp = async (of: Table, changes: Changes): Promise<boolean> => {
  const age = Math.max(...changes.map((change) => change.age));
  if (age < GIVE_UP_MS) return false;
  try {
    const place = await placeOf(of, changes);
    if (place) await markIncomplete(of, place);
    return true;
  } catch (error) {
    logBug('index notes', error);
    return age > FORGET_MS;
  }
};

/** Keeps the search entries of changed notes. Returns the records to try again. */
export const followNotes = async (records: readonly DynamoDBRecord[]): Promise<string[]> =>
  tryGroups(
    'index notes',
    records.flatMap((record) => changedNote(record) ?? []),
    ({ ws, id }) => `${ws} ${id}`,
    (changes) => follow(sharedTable(), changes),
    (changes) => giveUp(sharedTable(), changes),
  );
