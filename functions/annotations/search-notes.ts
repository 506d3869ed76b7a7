import { unprocessable } from '../kit/errors.ts';
import type { Call } from '../kit/http/serve.ts';
import { timeOfId } from '../kit/ids.ts';
import { keys } from '../kit/table/keys.ts';
import { type PageRequest, pageUpTo, readCursor, writeCursor } from '../kit/table/page.ts';
import { isLive } from '../kit/table/record.ts';
import type { StoredRow, Table } from '../kit/table/table.ts';
import { isWhole, look } from '../search/find.ts';
import { SEARCHED } from '../search/note-words.ts';
import { decodeAddress, termsIn } from '../search/words.ts';
import type { AnnotationFilter } from './lists.ts';
import { type AnnotationRow, annotationRows } from './rows.ts';
import { type WaitingFor, waitingFor } from './waiting-for.ts';

/** Entries that one request looks at, at most: about 1 MB. */
export const MAX_LOOKED_AT = 4000;
/** Notes that it reads, if other filters drop most of them. */
const MAX_READ = 400;
const MIN_BATCH = 25;

type Shown = AnnotationRow & { waiting_for: WaitingFor | null };

const passes = (row: Shown, { status, kind, since, auto_fix, ...rest }: AnnotationFilter): boolean =>
  (row.quarantine !== null) === rest.quarantined &&
  (status === undefined || row.status === status) &&
  (kind === undefined || row.kind === kind) &&
  (since === undefined || row.created_at >= since) &&
  (auto_fix === undefined || row.auto_fix === auto_fix) &&
  (rest.updated_since === undefined || row.updated_at >= rest.updated_since) &&
  (rest.waiting_for === undefined || row.waiting_for === rest.waiting_for) &&
  (rest.priority === undefined || row.priority === rest.priority) &&
  (rest.label === undefined || row.labels.includes(rest.label));

const shownOf = (row: StoredRow | undefined, site_id: string): Shown | undefined => {
  if (!isLive(row) || row.site_id !== site_id) return undefined;
  const parsed = annotationRows.parse(row);
  return { ...parsed, waiting_for: waitingFor(parsed) };
};

/** Newest first. A page can be short, with a cursor, rather than slow. */
export const searchNotes = async (
  table: Table,
  { operation_id, scope: { workspace_id } }: Pick<Call, 'operation_id' | 'scope'>,
  { q, ...filter }: AnnotationFilter & { q: string },
  { limit, cursor }: PageRequest,
) => {
  const terms = termsIn(decodeAddress(q));
  if (terms.length === 0) throw unprocessable(['query', 'q'], 'nothing_to_search');
  const binding = { route: operation_id, workspace_id, filter: { ...filter, q } };
  const place = { ws: workspace_id, site: filter.site_id };
  const found: Shown[] = [];
  const before = readCursor(cursor, binding);
  let [looked, read] = [0, 0];

  const readMore = async (ids: readonly string[]): Promise<void> => {
    const rows = await table.getEach(ids.map((id) => keys.annotation(workspace_id, id)));
    read += ids.length;
    found.push(...rows.flatMap((row) => shownOf(row, filter.site_id) ?? []).filter((row) => passes(row, filter)));
  };

  /** The note at which it stopped; undefined if there are no older ones. */
  const collect = async (): Promise<string | undefined> => {
    for await (const { ids, down_to, entries } of look(table, place, terms, before)) {
      for (let at = 0; at < ids.length; ) {
        const batch = ids.slice(at, at + Math.max(MIN_BATCH, limit + 1 - found.length));
        at += batch.length;
        await readMore(batch);
        if (found.length > limit || read >= MAX_READ) return batch.at(-1);
      }
      looked += entries;
      if (filter.since !== undefined && timeOfId(down_to) < filter.since) return undefined;
      if (looked >= MAX_LOOKED_AT) return down_to;
    }
    return undefined;
  };

  const [whole, end] = await Promise.all([isWhole(table, place), collect()]);
  const isFull = found.length > limit;
  const items = found.slice(0, limit);
  const last = isFull ? items.at(-1)?.id : end;
  return {
    ...pageUpTo(items, true, binding, ({ id }) => id),
    next_cursor: last === undefined ? null : writeCursor(last, binding),
    search: {
      terms,
      fields: [...SEARCHED],
      back_to: last === undefined ? null : timeOfId(last),
      has_older_notes: !whole,
    },
  };
};
