import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBRecord } from 'aws-lambda';
import { type Image, keyIn } from '../kit/table/image.ts';
import { keys } from '../kit/table/keys.ts';
import { idsIn } from '../kit/table/record.ts';
import { words } from '../kit/words.ts';
import type { Change } from './log.ts';

export interface NoteChange {
  workspace_id: string;
  change: Change;
  /** By a purge, which may be of the whole workspace. */
  is_purge: boolean;
  itemIdentifier: string;
}

/** Attributes by which no reader of a note could tell that something happened. */
const INTERNAL = words('reviewed_at looked_at anchor_check news_at job due_at due_pk owed_since requeues request_id');

const shown = (image: Image): Image =>
  Object.fromEntries(Object.entries(image).filter(([name]) => !INTERNAL.includes(name)));

const typeOf = (before: Image | undefined, after: Image | undefined): Change['type'] | undefined => {
  if (after?.deleted_at) return before && !before.deleted_at ? 'annotation.removed' : undefined;
  if (!after) return before?.deleted_at ? undefined : 'annotation.removed';
  if (!before) return 'annotation.created';
  return isDeepStrictEqual(shown(before), shown(after)) ? undefined : 'annotation.changed';
};

/** A deleted note is removed once: when it is marked, or if nothing marked it, when its row goes. */
export const changeIn = ({ eventID, dynamodb = {} }: DynamoDBRecord): NoteChange | undefined => {
  const { OldImage: before, NewImage: after, SequenceNumber: itemIdentifier = '' } = dynamodb;
  const image = after ?? before;
  const [workspace_id, annotation_id] = idsIn(keys.annotation, keyIn(image)) ?? [];
  const site_id = image?.site_id?.S;
  if (!workspace_id || !annotation_id || !site_id) return undefined;
  const type = typeOf(before, after);
  if (!type) return undefined;
  const change = { id: eventID ?? itemIdentifier, type, annotation_id, site_id };
  return { workspace_id, change, is_purge: !after, itemIdentifier };
};
