import { conflict } from '../../kit/errors.ts';
import type { Call } from '../../kit/http/serve.ts';
import { below, LIVE, type Test } from '../../kit/table/expression.ts';
import { keys, partitions } from '../../kit/table/keys.ts';
import { idsIn, textAt } from '../../kit/table/record.ts';
import type { Table, Write } from '../../kit/table/table.ts';
import { isLiveInScope } from '../in-scope.ts';
import { parseListed } from '../lists.ts';
import { type AnnotationRow, type ContextRow, contextRows } from '../rows.ts';
import type { Thread } from '../whole-thread.ts';
import { MAX_DUPLICATES, MAX_SUGGESTED } from './schema.ts';
import { featuresOf, likeness, type Reported } from './similar.ts';

/** Most duplicates come soon after their original. */
const MAX_COMPARED = 200;
/** Rows don't hold elements, so the contexts of the likeliest are read. */
const MAX_READ = 10;

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url;

const elementOf = ({ captured: { anchor } }: ContextRow) =>
  anchor.kind === 'page' ? undefined : (anchor.selector ?? anchor.xpath);

const reportedIn = (row: AnnotationRow, context: ContextRow): Reported => ({
  page: pathOf(row.page_url),
  element: elementOf(context),
  text: context.body,
});

interface Suggestion {
  row: AnnotationRow;
  same: 'element' | 'page';
}

export const duplicateStore = (table: Table, call: Call) => {
  const { workspace_id } = call.scope;

  const newest = async (site_id: string): Promise<AnnotationRow[]> => {
    const { items } = await table.query({
      index: 'gsi1',
      partition: partitions.siteAnnotations(workspace_id, site_id),
      newestFirst: true,
      limit: MAX_COMPARED,
      filter: [
        ['absent', 'quarantine'],
        ['<>', 'status', 'duplicate'],
      ],
    });
    return items.map((row) => parseListed(row, site_id, textAt(row, 'gsi1sk')));
  };

  const contextsOf = async (ids: readonly string[]): Promise<ReadonlyMap<string, ContextRow>> => {
    const rows = await table.getMany(ids.map((id) => keys.context(workspace_id, id)));
    return new Map(
      rows.flatMap((row) => {
        const [, id = ''] = idsIn(keys.context, row) ?? [];
        return contextRows.among([row]).map((context) => [id, context] as const);
      }),
    );
  };

  return {
    /** Costs the same on every site: the newest notes, and the contexts of a few. */
    find: async ({ row, context }: Thread): Promise<Suggestion[]> => {
      if (row.status === 'duplicate') return [];
      const asked = reportedIn(row, context);
      const likelyOf = (other: AnnotationRow) => {
        const text = other.excerpt;
        const page = pathOf(other.page_url);
        return likeness(featuresOf(asked, { page, element: page === asked.page ? undefined : asked.element, text }));
      };
      const likeliest = (await newest(row.site_id))
        .filter(({ id }) => id !== row.id)
        .map((other) => ({ row: other, likely: likelyOf(other) }))
        .filter(({ likely }) => likely > 0)
        .sort((one, other) => other.likely - one.likely)
        .slice(0, MAX_READ);
      const contexts = await contextsOf(likeliest.map(({ row: { id } }) => id));
      return likeliest
        .flatMap(({ row: other }) => {
          const known = contexts.get(other.id);
          if (!known) return [];
          const features = featuresOf(asked, reportedIn(other, known));
          const same = features.isSameElement ? ('element' as const) : ('page' as const);
          return [{ row: other, same, likely: likeness(features) }];
        })
        .filter(({ likely }) => likely > 0)
        .sort((one, other) => other.likely - one.likely)
        .slice(0, MAX_SUGGESTED)
        .map(({ row: found, same }) => ({ row: found, same }));
    },

    /** Both originals count their duplicates and lead to them. The tests are for the write of the note itself. */
    writes: async (
      before: AnnotationRow,
      { duplicate_of }: Pick<AnnotationRow, 'duplicate_of'>,
    ): Promise<{ writes: Write[]; tests: Test[] }> => {
      const { id, duplicate_of: left } = before;
      if (duplicate_of === left) return { writes: [], tests: [] };
      const writes: Write[] = [];
      if (left !== undefined) {
        writes.push({ delete: keys.duplicate(workspace_id, left, id) });
        const key = keys.annotation(workspace_id, left);
        const original = await table.get(key);
        if (original && original.deleted_at === undefined) {
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
            else: () => conflict('duplicates_full', { max: MAX_DUPLICATES }),
          },
        );
      }
      return {
        writes,
        tests: [
          left === undefined ? ['absent', 'duplicate_of'] : ['=', 'duplicate_of', left],
          ...(duplicate_of === undefined ? [] : [below('duplicate_count', 1)]),
        ],
      };
    },
  };
};
