import type * as z from 'zod';
import { transactOnce } from '../kit/access/idempotency.ts';
import type { Call } from '../kit/http/serve.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys, workspacePartition } from '../kit/table/keys.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { tryTransact } from '../kit/table/try-transact.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { packCaptured } from './captured.ts';
import type { CapturedContext } from './context-schema.ts';
import { markQuarantine } from './quarantine-mark.ts';
import type { AnnotationRow, ContextRow } from './rows.ts';
import { listKeys } from './store.ts';

/** A creation's answer, kept with its Idempotency-Key, so that a replay answers the same without a read. */
export type Created = Pick<AnnotationRow, 'id' | 'status' | 'auto_fix' | 'created_at'> & { note_key_id: string };

interface NewNote {
  /** Without what has a default. */
  row: z.input<typeof AnnotationRow> & { note_key_id: string };
  context: Omit<ContextRow, 'captured'> & { captured: CapturedContext };
}

/** Writes the notes of a site's visitors, and finds a stakeholder's own. */
export const noteStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const contextItem = ({ context }: NewNote, id: string) => ({
    ...keys.context(workspace_id, id),
    ...context,
    ...(context.email !== null && { person: personOfAddress(context.email) }),
    captured: packCaptured(context.captured),
  });

  const noteKey = ({ site_id, stakeholder_id }: NewNote['row'], id: string) =>
    stakeholder_id === undefined ? undefined : keys.stakeholderNote(workspace_id, site_id, stakeholder_id, id);

  /** Removes the context of a row that wasn't written; without its row no one reads it. */
  const takeBack = async ({ row }: NewNote, withRow: boolean) => {
    const beside = [keys.context(workspace_id, row.id), noteKey(row, row.id)].filter((key) => key !== undefined);
    const all = withRow ? [keys.annotation(workspace_id, row.id), ...beside] : beside;
    await table.transact(all.map((key): Write => ({ delete: key }))).catch(() => {});
  };

  /** The first attempt may have lost its context, so the winner's missing row is written now. */
  const heal = async (note: NewNote, winner: string) => {
    const key = noteKey(note.row, winner);
    const missing = [contextItem(note, winner), ...(key ? [{ ...key }] : [])];
    const put = async (item: Item & { pk: string; sk: string }) => {
      await tryTransact(table, [
        { put: item, when: [['absent', 'pk']] },
        {
          check: keys.annotation(workspace_id, winner),
          when: LIVE,
        },
      ]);
    };
    await Promise.all([...missing.map(put), takeBack(note, false)]);
  };

  return {
    /**
     * One round trip: the row (once per Idempotency-Key), its context and the stakeholder's entry side by side. Where a
     * neighbour fails, the same key sent again completes the note; without a key nothing of it stays.
     */
    create: async (note: NewNote): Promise<Created> => {
      const { row } = note;
      const { id, status, auto_fix, created_at, note_key_id } = row;
      const result: Created = { id, status, auto_fix, created_at, note_key_id };
      const key = noteKey(row, id);
      const [written, ...beside] = await Promise.allSettled([
        transactOnce(table, call.once, result, [
          {
            put: { ...keys.annotation(workspace_id, id), ...listKeys(workspace_id, row), ...row },
            when: [['absent', 'pk']],
          },
          ...(row.quarantine ? markQuarantine(call, row.site_id) : []),
        ]),
        table.put(contextItem(note, id)),
        ...(key ? [table.put({ ...key })] : []),
      ]);
      if (written.status === 'rejected') {
        await takeBack(note, false);
        throw written.reason;
      }
      if (written.value.replayed) {
        await heal(note, written.value.result.id);
        return written.value.result;
      }
      const failed = beside.find((outcome) => outcome.status === 'rejected');
      if (failed) {
        if (!call.once) await takeBack(note, true);
        throw failed.reason;
      }
      return result;
    },

    /** Ids of a stakeholder's notes, newest first, from the one before `before` on. */
    idsOfStakeholder: async (site: string, stakeholder: string, limit: number, before?: string): Promise<string[]> => {
      const prefix = keys.stakeholderNote(workspace_id, site, stakeholder, '').sk;
      const { items } = await table.query({
        partition: workspacePartition(workspace_id),
        sort: ['begins_with', prefix],
        newestFirst: true,
        limit,
        ...(before !== undefined && { after: { ...keys.stakeholderNote(workspace_id, site, stakeholder, before) } }),
      });
      return items.map((item) => item.sk.slice(prefix.length));
    },
  };
};
