import { idsIn, requireIds } from '../kit/table/key-ids.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import type { Item, Table } from '../kit/table/table.ts';
import { addressHash, mailableAddress } from '../kit/text/address.ts';

/** The ids that a resolution's key carries. */
export interface ResolutionIds {
  ws: string;
  annotation: string;
  resolution: string;
}

/** The ids in the key of a resolution or of the mail about it. */
export const idsOfKey = (key: Key): ResolutionIds => {
  const [ws, annotation, resolution] = idsIn(keys.annotationMail, key) ?? requireIds(keys.resolution, key);
  return { ws, annotation, resolution };
};

const isIn = (set: unknown, id: unknown) => set instanceof Set && set.has(id);

/** The subject of a notification, as far as it still exists. */
export type Subject =
  | { state: 'gone' }
  /** The workspace is deleted but may be restored. */
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

/** Whether a workspace notifies its submitters by mail. */
export const wantsMail = ({ notifications }: Item): boolean =>
  (notifications as { submitter_mail?: unknown } | undefined)?.submitter_mail !== false;

/** Reads a resolution and the note that it answers; workers check before they act. */
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
