import type { DynamoDBRecord } from 'aws-lambda';
import { tryGroups } from '../kit/stream.ts';
import { keys } from '../kit/table/keys.ts';
import { sharedTable, type Table } from '../kit/table/table.ts';
import { changeIn, type NoteChange } from './changed-notes.ts';
import { append } from './log.ts';

/** Of a workspace that is being purged nothing must remain. */
const isPurged = async (of: Table, ws: string): Promise<boolean> => {
  const row = await of.get(keys.workspace(ws));
  return !row || row.purging_at !== undefined;
};

const follow = async (of: Table, found: readonly [NoteChange, ...NoteChange[]]): Promise<void> => {
  const [{ workspace_id: ws }] = found;
  const isOver = found.some(({ is_purge }) => is_purge) && (await isPurged(of, ws));
  const changes = found.filter(({ is_purge }) => !(is_purge && isOver)).map(({ change }) => change);
  await append(of, ws, changes);
};

/** Adds changes of notes to their workspace's log in the order of the stream. Returns the records to try again. */
export const followChanges = async (records: readonly DynamoDBRecord[]): Promise<string[]> =>
  tryGroups(
    'follow changes',
    records.flatMap((record) => changeIn(record) ?? []),
    ({ workspace_id }) => workspace_id,
    (found) => follow(sharedTable(), found),
  );
