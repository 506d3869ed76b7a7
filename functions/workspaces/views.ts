import * as z from 'zod';
import { tryTransactOnce } from '../kit/access/idempotency.ts';
import { hasRole } from '../kit/actor.ts';
import { auditEntry } from '../kit/audit/audit-log.ts';
import { Id, Time, writtenText } from '../kit/contract/schema.ts';
import { insufficientRole, notFound, unauthorized, unavailable, unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { type Key, keys } from '../kit/table/keys.ts';
import { allOf } from '../kit/table/record.ts';
import { rowsAs } from '../kit/table/rows.ts';
import type { Table } from '../kit/table/table.ts';

/** Of a member's own, and of those that the workspace shares. */
const MAX_VIEWS = 20;
export const SLOTS = Array.from({ length: MAX_VIEWS }, (_, slot) => String(slot).padStart(2, '0'));
const [FIRST_SLOT = ''] = SLOTS;
const ATTEMPTS = 4;

const ViewRow = z.object({
  id: Id,
  name: z.string(),
  /** A query string, which the dashboard reads as it reads its address. */
  search: z.string(),
  created_by: Id,
  created_at: z.number(),
});
type ViewRow = z.infer<typeof ViewRow>;
const sharedViewRows = rowsAs(keys.sharedView, () => ViewRow);
const ownViewRows = rowsAs(keys.ownView, () => ViewRow);

export const ViewCreate = z.object({
  name: writtenText(60),
  search: z
    .string()
    .max(1000)
    .regex(/^[\w.~%=&+*-]*$/)
    .meta({ description: 'The filters, as in the address of the inbox after `?`' }),
  shared: z.boolean().default(false).meta({ description: 'true: for all members except guests' }),
});

export const View = ViewRow.extend({ shared: z.boolean(), created_at: Time });

export const Views = z.object({ items: z.array(View.extend({})).max(2 * MAX_VIEWS) });

export const viewStore = (table: Table, call: Call) => {
  const { actor, scope, once, now } = call;
  const ws = scope.workspace_id;
  const person = () => {
    if (actor.kind !== 'session' || actor.role === null) throw unauthorized('unknown');
    return { user_id: actor.user_id, mayShare: hasRole(actor.role, 'MEMBER') };
  };

  const keyOf = (shared: boolean, slot: string): Key =>
    shared ? keys.sharedView(ws, slot) : keys.ownView(ws, person().user_id, slot);

  const rowsIn = (shared: boolean) =>
    table.queryAll({
      ...(shared ? allOf(keys.sharedView, ws) : allOf(keys.ownView, ws, person().user_id)),
      consistent: true,
    });

  const shown = (row: ViewRow, shared: boolean) => ({ ...row, shared });

  const all = async () => {
    const kinds = person().mayShare ? [true, false] : [false];
    const found = await Promise.all(
      kinds.map(async (shared) =>
        (await rowsIn(shared)).map((row) => ({
          row,
          shared,
          view: (shared ? sharedViewRows : ownViewRows).parse(row),
        })),
      ),
    );
    return found.flat();
  };

  return {
    list: async () => (await all()).map(({ view, shared }) => shown(view, shared)),

    /** In a free slot, so that no more than the maximum can be saved at once. */
    create: async ({ shared, ...given }: z.infer<typeof ViewCreate>, id: string) => {
      const { user_id, mayShare } = person();
      if (shared && !mayShare) throw insufficientRole();
      const row: ViewRow = { ...given, id, created_by: user_id, created_at: now };
      for (let tries = 0; tries < ATTEMPTS; tries += 1) {
        const taken = new Set((await rowsIn(shared)).map(({ sk }) => sk));
        const free = SLOTS.map((slot) => keyOf(shared, slot)).find(({ sk }) => !taken.has(sk));
        // If all are taken, this may still be a replay of the one that took the last.
        const { result, replayed, failed } = await tryTransactOnce(table, once, { id }, [
          {
            put: { ...(free ?? keyOf(shared, FIRST_SLOT)), ...row, ...(!shared && { person: user_id }) },
            when: [['absent', 'pk']],
          },
          auditEntry(ws, actor, 'view.create', { view_id: id, shared }),
        ]);
        if (failed) {
          if (!free) throw unprocessable(['body'], 'view_limit', { max: MAX_VIEWS }, 'too_many');
          continue;
        }
        if (!replayed) return shown(row, shared);
        const first = (await all()).find(({ view }) => view.id === result.id);
        if (!first) throw notFound();
        return shown(first.view, first.shared);
      }
      throw unavailable('store_busy');
    },

    remove: async (id: string): Promise<void> => {
      const found = (await all()).find(({ view }) => view.id === id);
      if (!found) throw notFound();
      await table.transact([
        { delete: found.row, when: [['=', 'id', id]], else: notFound },
        auditEntry(ws, actor, 'view.delete', { view_id: id, shared: found.shared }),
      ]);
    },
  };
};
