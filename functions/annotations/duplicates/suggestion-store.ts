import type { Call } from '../../kit/http/serve.ts';
import { keys, partitions } from '../../kit/table/keys.ts';
import { idsIn, textAt } from '../../kit/table/record.ts';
import type { Table } from '../../kit/table/table.ts';
import { parseListed } from '../lists.ts';
import { type AnnotationRow, type ContextRow, contextRows } from '../rows.ts';
import type { Thread } from '../whole-thread.ts';
import { MAX_SUGGESTED } from './schema.ts';
import { featuresOf, likeness, type ReadReport, readReport } from './similar.ts';

/** Most duplicates come soon after their original. */
const MAX_COMPARED = 200;
/** Rows don't hold elements, so the contexts of the likeliest are read. */
const MAX_READ = 10;

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url;

const elementOf = ({ captured: { anchor } }: ContextRow) =>
  anchor.kind === 'page' ? undefined : (anchor.selector ?? anchor.xpath);

const reportOf = (row: AnnotationRow, context: ContextRow): ReadReport =>
  readReport({ page: pathOf(row.page_url), element: elementOf(context), text: context.body });

interface Suggestion {
  row: AnnotationRow;
  same: 'element' | 'page';
}

export const suggestionStore = (table: Table, { scope: { workspace_id } }: Pick<Call, 'scope'>) => {
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
      const asked = reportOf(row, context);
      const { page, element } = asked;
      const likelyOf = ({ excerpt: text }: AnnotationRow) =>
        likeness(featuresOf(asked, readReport({ page, element, text })));
      const likeliest = (await newest(row.site_id))
        .filter(({ id, page_url }) => id !== row.id && pathOf(page_url) === page)
        .map((other) => ({ row: other, likely: likelyOf(other) }))
        .filter(({ likely }) => likely > 0)
        .sort((one, other) => other.likely - one.likely)
        .slice(0, MAX_READ);
      const contexts = await contextsOf(likeliest.map(({ row: { id } }) => id));
      return likeliest
        .flatMap(({ row: other }) => {
          const known = contexts.get(other.id);
          if (!known) return [];
          const features = featuresOf(asked, reportOf(other, known));
          const same = features.isSameElement ? ('element' as const) : ('page' as const);
          return [{ row: other, same, likely: likeness(features) }];
        })
        .filter(({ likely }) => likely > 0)
        .sort((one, other) => other.likely - one.likely)
        .slice(0, MAX_SUGGESTED)
        .map(({ row: found, same }) => ({ row: found, same }));
    },
  };
};
