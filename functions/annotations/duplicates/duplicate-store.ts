import { conflict, unprocessable } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { below, LIVE, type Test, unchanged } from '../../kit/table/expression.ts';
import { keys } from '../../kit/table/keys.ts';
import { isLive } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { isLiveInScope } from '../in-scope.ts';
import type { AnnotationRow } from '../rows.ts';
import { MAX_DUPLICATES } from './schema.ts';

/** Throws unless the original is another note of the same site and no duplicate itself, so that duplicates form no chain. */
export const requireMergeable = (row: AnnotationRow, original: AnnotationRow | undefined): void => {
  const isOriginal =
    original !== undefined &&
    original.id !== row.id &&
    original.site_id === row.site_id &&
    original.duplicate_of === undefined;
  if (!isOriginal) throw unprocessable(['body', 'duplicate_of'], 'no_such_original');
  const { duplicate_count: count = 0 } = row;
  if (count > 0) throw conflict('has_duplicates', { count });
  const isFull = (original.duplicate_count ?? 0) >= MAX_DUPLICATES && row.duplicate_of !== original.id;
  if (isFull) throw conflict('duplicates_full', { max: MAX_DUPLICATES });
};

export const duplicateStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  return {
    /** Originals count their duplicates and lead to them; a row that leads to a former one is ignored. The tests are for the write of the note itself. */
    writes: async (
      before: AnnotationRow,
      { duplicate_of }: Pick<AnnotationRow, 'duplicate_of'>,
    ): Promise<{ writes: Write[]; tests: Test[] }> => {
      const { id, duplicate_of: left } = before;
      const isAsRead = unchanged('duplicate_of', left);
      if (duplicate_of === left) return { writes: [], tests: [isAsRead] };
      const writes: Write[] = [];
      if (left !== undefined) {
        const key = keys.annotation(workspace_id, left);
        const original = await table.get(key);
        if (isLive(original)) {
          writes.push({ update: key, set: { updated_at: call.now }, add: { duplicate_count: -1 }, when: LIVE });
        }
      }
      if (duplicate_of !== undefined) {
        writes.push(
          { put: { ...keys.duplicate(workspace_id, duplicate_of, id), id } },
          {
            update: keys.annotation(workspace_id, duplicate_of),
            set: { updated_at: call.now },
            add: { duplicate_count: 1 },
            when: [...isLiveInScope(call.scope), ['absent', 'duplicate_of'], below('duplicate_count', MAX_DUPLICATES)],
          },
        );
      }
      return {
        writes,
        tests: [isAsRead, ...(duplicate_of === undefined ? [] : [below('duplicate_count', 1)])],
      };
    },
  };
};
