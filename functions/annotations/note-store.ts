import type * as z from 'zod';
import { transactOnce } from '../kit/access/idempotency.ts';
import { now } from '../kit/clock.ts';
import type { Call } from '../kit/http/serve.ts';
import { packJson } from '../kit/packed.ts';
import { LIVE } from '../kit/table/expression.ts';
import { keys } from '../kit/table/keys.ts';
import { allOf, requireIds } from '../kit/table/record.ts';
import type { Item, Table, Write } from '../kit/table/table.ts';
import { personOfAddress } from '../kit/text/address.ts';
import { owed } from '../owed/jobs.ts';
import { listKeys } from './change.ts';
import type { CapturedContext } from './context-schema.ts';
import { markQuarantine } from './lists.ts';
import { type AnnotationRow, type ContextRow, contextRows } from './rows.ts';

/** Kept with its Idempotency-Key, so that a replay answers without a read. */
export type Created = Pick<AnnotationRow, 'id' | 'status' | 'auto_fix' | 'created_at'> & { note_key_id: string };

export interface NewNote {
  row: z.input<typeof AnnotationRow>;
  context: Omit<ContextRow, 'captured'> & { captured: CapturedContext };
}

type SentNote = NewNote & { row: { note_key_id: string } };

const contextItem = (workspace_id: string, { context }: NewNote, id: string) => ({
  ...keys.context(workspace_id, id),
  ...context,
  ...(context.email !== null && { person: personOfAddress(context.email) }),
  captured: packJson(context.captured),
  ...(context.cut_from !== undefined && owed('cut-picture', keys.context(workspace_id, id), now())),
});

const rowWrite = (workspace_id: string, { row }: NewNote): Write => ({
  put: { ...keys.annotation(workspace_id, row.id), ...listKeys(workspace_id, row), ...row },
  when: [['absent', 'pk']],
});

const ofWinner = ({ row, context }: SentNote, winner: string): NewNote => {
  const moved = (key: string) => key.replace(`/${row.id}/`, `/${winner}/`);
  const { screenshot_key, thumbnail_key, files } = context;
  return {
    row,
    context: {
      ...context,
      screenshot_key: screenshot_key && moved(screenshot_key),
      thumbnail_key: thumbnail_key && moved(thumbnail_key),
      ...(files && { files: files.map((file) => ({ ...file, key: moved(file.key) })) }),
    },
  };
};

/** For a transaction that creates a team's note together with its source. */
export const noteWrites = (workspace_id: string, note: NewNote): Write[] => [
  rowWrite(workspace_id, note),
  { put: contextItem(workspace_id, note, note.row.id) },
];

export const noteStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const noteKey = ({ site_id, stakeholder_id }: NewNote['row'], id: string) =>
    stakeholder_id === undefined ? undefined : keys.stakeholderNote(workspace_id, site_id, stakeholder_id, id);

  const takeBack = async ({ row }: SentNote, withRow: boolean) => {
    const beside = [keys.context(workspace_id, row.id), noteKey(row, row.id)].filter((key) => key !== undefined);
    const all = withRow ? [keys.annotation(workspace_id, row.id), ...beside] : beside;
    await table.transact(all.map((key): Write => ({ delete: key }))).catch(() => {});
  };

  /** The first attempt may have lost its context, so the winner's missing row is written now. It has kept the same files. */
  const heal = async (note: SentNote, winner: string) => {
    const key = noteKey(note.row, winner);
    const missing = [contextItem(workspace_id, ofWinner(note, winner), winner), ...(key ? [{ ...key }] : [])];
    const put = async (item: Item & { pk: string; sk: string }) => {
      await table.tryTransact([
        { put: item, when: [['absent', 'pk']] },
        { check: keys.annotation(workspace_id, winner), when: LIVE },
      ]);
    };
    await Promise.all([...missing.map(put), takeBack(note, false)]);
  };

  return {
    /** All in one round trip. If one fails, the same key completes the note; without a key nothing of it remains. */
    create: async (note: SentNote): Promise<Created> => {
      const { row } = note;
      const { id, status, auto_fix, created_at, note_key_id } = row;
      const result: Created = { id, status, auto_fix, created_at, note_key_id };
      const key = noteKey(row, id);
      const [written, ...beside] = await Promise.allSettled([
        transactOnce(table, call.once, result, [
          rowWrite(workspace_id, note),
          ...(row.quarantine ? markQuarantine(call, row.site_id) : []),
        ]),
        table.put(contextItem(workspace_id, note, id)),
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

    contextsOf: async (ids: readonly string[]): Promise<(ContextRow | undefined)[]> => {
      const rows = await table.getEach(ids.map((id) => keys.context(workspace_id, id)));
      return rows.map((row) => row && contextRows.parse(row));
    },

    idsOfStakeholder: async (site: string, stakeholder: string, limit: number, before?: string): Promise<string[]> => {
      const { items } = await table.query({
        ...allOf(keys.stakeholderNote, workspace_id, site, stakeholder),
        newestFirst: true,
        limit,
        ...(before !== undefined && { after: { ...keys.stakeholderNote(workspace_id, site, stakeholder, before) } }),
      });
      return items.map((item) => requireIds(keys.stakeholderNote, item)[3]);
    },
  };
};
