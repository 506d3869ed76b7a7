import type { DynamoDBRecord } from 'aws-lambda';
import { logBug } from '../kit/log.ts';
import { keys } from '../kit/table/keys.ts';
import { openTable, type Table } from '../kit/table/table.ts';
import { changeIn, type NoteChange } from './changed-notes.ts';
import { append } from './log.ts';

let table: Table | undefined;

/** Of a workspace that is being purged nothing must remain. */
const isPurged = async (of: Table, ws: string): Promise<boolean> => {
  const row = await of.get(keys.workspace(ws));
  return !row || row.purging_at !== undefined;
};

const addTo = async (of: Table, ws: string, found: readonly NoteChange[]): Promise<void> => {
  const isOver = found.some(({ is_purge }) => is_purge) && (await isPurged(of, ws));
  const changes = found.filter(({ is_purge }) => !(is_purge && isOver)).map(({ change }) => change);
  await append(of, ws, changes);
};

/** Adds changes of notes to their workspace's log in the order of the stream. Returns the records to try again. */
export const followChanges = async (records: readonly DynamoDBRecord[]): Promise<string[]> => {
  const found = records.flatMap((record) => changeIn(record) ?? []);
  if (found.length === 0) return [];
  table ??= openTable();
  const of = table;
  const workspaces = Object.entries(Object.groupBy(found, ({ workspace_id }) => workspace_id));
  const failed = await Promise.all(
    workspaces.map(async ([ws, ofOne = []]) => {
      try {
        await addTo(of, ws, ofOne);
        return [];
      } catch (error) {
        logBug('follow changes', error);
        return ofOne.map(({ itemIdentifier }) => itemIdentifier);
      }
    }),
  );
  return failed.flat();
};
