import { DAY, type Milliseconds, ttlAt } from '../kit/clock.ts';
import { unauthorized } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { passed } from '../kit/table/expression.ts';
import { scratchKeys } from '../kit/table/keys.ts';
import { numberAt, textAt } from '../kit/table/record.ts';
import type { Table } from '../kit/table/table.ts';
import { MAX_OPENED } from './opened-schema.ts';
import type { AnnotationRow } from './rows.ts';

/** A note that hasn't changed for so long counts as read, which bounds the marks. */
const KEPT_MS = 30 * DAY;
/** Sorts after all ids. */
const ALL = 'ALL';

/** The marks of the member who calls. */
export const openedStore = (table: Table, { actor, scope, now }: Call) => {
  const keyOf = (site_id: string, id: string) => {
    if (actor.kind !== 'session') throw unauthorized('unknown');
    return scratchKeys.opened(scope.workspace_id, actor.user_id, site_id, id);
  };
  /** An earlier read may arrive later. */
  const mark = (site_id: string, id: string, updated_at: Milliseconds) =>
    table.putIf({ ...keyOf(site_id, id), updated_at, ttl: ttlAt(now + KEPT_MS) }, [passed('updated_at', updated_at)], {
      in: 'scratch',
    });

  return {
    list: async (site_id: string, { consistent = false } = {}) => {
      const { items, last } = await table.query({
        in: 'scratch',
        partition: keyOf(site_id, '').pk,
        newestFirst: true,
        limit: MAX_OPENED,
        consistent,
      });
      const all = items.find(({ sk }) => sk === ALL);
      const marks = items.filter((row) => row !== all);
      const opened = marks.map((row) => ({
        annotation_id: textAt(row, 'sk'),
        updated_at: numberAt(row, 'updated_at'),
      }));
      return {
        since: Math.max(now - KEPT_MS, all ? numberAt(all, 'updated_at') : 0),
        opened,
        from: last ? (opened.at(-1)?.annotation_id ?? null) : null,
      };
    },

    /** Never past the note itself: what happens on it meanwhile stays unread. */
    markNotes: async (rows: readonly AnnotationRow[], seen: ReadonlyMap<string, Milliseconds>): Promise<void> => {
      await Promise.all(
        rows.map(({ id, site_id, updated_at }) => mark(site_id, id, Math.min(updated_at, seen.get(id) ?? 0))),
      );
    },

    markAll: (site_id: string) => mark(site_id, ALL, now),
  };
};
