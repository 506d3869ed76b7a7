import type { ReplyRow } from '../annotations/rows.ts';
import { appendReplies } from '../annotations/thread.ts';
import { isSiteDeleted } from '../kit/access/membership.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { annotationPartition, keys } from '../kit/table/keys.ts';
import { isLive, rowsOf, textAt } from '../kit/table/record.ts';
import type { Item, StoredRow, Table, Write } from '../kit/table/table.ts';
import { addressHash, mailableAddress } from '../kit/text/address.ts';
import { OWED } from '../owed/jobs.ts';
import { mailsSubmitters } from '../workspaces/submitter-mail.ts';

export interface NoteIds {
  ws: string;
  annotation: string;
}

export interface Subject {
  state: 'there';
  workspace: Item;
  rows: StoredRow[];
  note: Item;
  context: Item;
  /** Undefined if there is none that may be mailed. */
  address: string | undefined;
  hash: string;
}

/** A note with its thread, as its submitter's notifications need it. */
export const readSubject = async (
  table: Table,
  { ws, annotation }: NoteIds,
): Promise<Subject | { state: 'gone' } | { state: 'asleep' }> => {
  const [workspace, rows] = await Promise.all([
    table.get(keys.workspace(ws)),
    table.queryAll({ partition: annotationPartition(ws, annotation), consistent: true }),
  ]);
  const note = rowsOf(rows, keys.annotation)[0];
  if (!workspace || !isLive(note)) return { state: 'gone' };
  if (isSiteDeleted(workspace, note.site_id)) return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  const context: Item = rowsOf(rows, keys.context)[0] ?? {};
  const mayMail = mailsSubmitters(workspace) && note.quarantine === undefined;
  const address = mayMail ? mailableAddress(context.email) : undefined;
  const hash = address === undefined ? '' : addressHash(address);
  return { state: 'there', workspace, rows, note, context, address, hash };
};

const textOf = ({ explanation, diff_url, pr_url }: Item): string => {
  const parts = [explanation, diff_url, pr_url].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join('\n\n') : 'Someone worked on this note and attached images of the result.';
};

/** For a submitter who gets no mail about these resolutions, on the condition that they are still owed. */
export const repliesInstead = (
  { ws, annotation }: NoteIds,
  resolutions: readonly Item[],
  at: number,
  when: readonly Test[] = [],
): Write[] => {
  if (resolutions.length === 0) return [];
  const replies = resolutions.map(
    (resolution): ReplyRow => ({
      id: newId(),
      annotation_id: annotation,
      author: resolution.actor_kind === 'human' ? 'owner' : 'agent',
      author_name: '',
      body: textOf(resolution),
      created_at: at,
      resolution_id: textAt(resolution, 'id'),
    }),
  );
  return [
    ...resolutions.map(
      ({ id }): Write => ({
        update: keys.resolution(ws, annotation, String(id)),
        set: { notification_status: 'queued_reply', notified_at: at },
        remove: OWED,
        when: [['exists', 'pk'], ['in', 'notification_status', ['pending', 'failed']], ...when],
      }),
    ),
    ...appendReplies(ws, annotation, replies),
  ];
};
