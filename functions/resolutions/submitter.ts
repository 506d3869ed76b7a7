import type { ReplyRow } from '../annotations/rows.ts';
import { appendReply } from '../annotations/thread.ts';
import { newId } from '../kit/ids.ts';
import type { Test } from '../kit/table/expression.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { idsIn, requireIds } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { addressHash, mailableAddress } from '../kit/text/address.ts';
import { OWED } from '../owed/jobs.ts';

export interface ResolutionIds {
  ws: string;
  annotation: string;
  resolution: string;
}

export const idsOfKey = (key: Key): ResolutionIds => {
  const [ws, annotation, resolution] = idsIn(keys.annotationMail, key) ?? requireIds(keys.resolution, key);
  return { ws, annotation, resolution };
};

const isIn = (set: unknown, id: unknown) => set instanceof Set && set.has(id);

export type Subject =
  | { state: 'gone' }
  | { state: 'asleep' }
  | {
      state: 'there';
      workspace: Item;
      annotation: Item;
      context: Item;
      resolution: Item;
      address: string | undefined;
      hash: string;
    };

export const wantsMail = ({ notifications }: Item): boolean =>
  (notifications as { submitter_mail?: unknown } | undefined)?.submitter_mail !== false;

export const readSubject = async (table: Table, { ws, annotation, resolution }: ResolutionIds): Promise<Subject> => {
  const [workspace, note, context, row] = await Promise.all([
    table.get(keys.workspace(ws)),
    table.get(keys.annotation(ws, annotation)),
    table.get(keys.context(ws, annotation)),
    table.get(keys.resolution(ws, annotation, resolution)),
  ]);
  if (!workspace || !note || !row || note.deleted_at !== undefined) return { state: 'gone' };
  if (isIn(workspace.deleted_sites, note.site_id)) return { state: 'gone' };
  if (workspace.deleted_at !== undefined) return { state: 'asleep' };
  const address = mailableAddress(context?.email);
  return {
    state: 'there',
    workspace,
    annotation: note,
    context: context ?? {},
    resolution: row,
    address,
    hash: address === undefined ? '' : addressHash(address),
  };
};

const textOf = ({ explanation, diff_url }: Item): string => {
  const parts = [explanation, diff_url].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join('\n\n') : 'Someone worked on this note and attached images of the result.';
};

/** The resolution's own write comes first. */
export const replyInstead = (ids: ResolutionIds, resolution: Item, at: number, when: readonly Test[] = []): Write[] => {
  const { ws, annotation } = ids;
  const id = newId();
  const reply: ReplyRow = {
    id,
    annotation_id: annotation,
    author: resolution.actor_kind === 'human' ? 'owner' : 'agent',
    author_name: '',
    body: textOf(resolution),
    created_at: at,
  };
  return [
    {
      update: keys.resolution(ws, annotation, ids.resolution),
      set: { notification_status: 'queued_reply', notified_at: at },
      remove: OWED,
      when: [['exists', 'pk'], ['in', 'notification_status', ['pending', 'failed']], ...when],
    },
    ...appendReply(ws, reply, { by: 'service' }),
  ];
};
