import type { Scope } from '../actor.ts';
import { badRequest } from '../errors.ts';
import { currentKeyId, hasTag, tagOf } from '../server-keys.ts';
import { sha256 } from '../sha256.ts';
import type { Key } from './keys.ts';
import type { Rows } from './rows.ts';
import type { Item, Query, StoredRow, Table } from './table.ts';

export const RESUME: unique symbol = Symbol('resume');

/** May end after any of its items, so that `serve` can shorten a page that is too large to send. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  readonly [RESUME]: (kept: number) => string;
}

/** Items presented as undefined are left out. */
export const mapPage = <Item, Shown>(
  page: Page<Item>,
  present: (item: Item) => Shown,
): Page<Exclude<Shown, undefined>> => {
  const shown = page.items.flatMap((item, place) => {
    const one = present(item);
    // `flatMap` would take an array for several items.
    return one === undefined ? [] : [{ one: one as Exclude<Shown, undefined>, place }];
  });
  return {
    items: shown.map(({ one }) => one),
    next_cursor: page.next_cursor,
    [RESUME]: (kept) => page[RESUME]((shown[kept - 1]?.place ?? 0) + 1),
  };
};

/** About 1 MB of list rows. */
const MAX_EVALUATED = 1400;

export interface ListRequest {
  query: Query;
  /** Further partitions, merged by position. */
  others?: readonly string[];
  limit: number;
  cursor: string | undefined;
  binding: CursorBinding;
  /** For what DynamoDB can't tell; costs the same as a filter of the query. */
  keep?: (row: StoredRow) => boolean;
  position: (row: StoredRow) => string;
  startKey: (position: string, partition: string) => Item;
}

export const required = <Item>(item: Item | undefined): Item => {
  if (item === undefined) throw new Error('A page cannot continue before its first row.');
  return item;
};

/** Of a list that has been read. */
export const pageUpTo = <Item>(
  items: Item[],
  isLast: boolean,
  binding: CursorBinding,
  position: (item: Item) => string,
): Page<Item> => {
  const cursorAfter = (kept: number) => writeCursor(position(required(items[kept - 1])), binding);
  return { items, next_cursor: isLast ? null : cursorAfter(items.length), [RESUME]: cursorAfter };
};

/** In order, and where to go on: no further than all partitions have been read. */
const readChunk = async (
  table: Table,
  { query, others = [], position, startKey }: ListRequest,
  limit: number,
  from: string | undefined,
): Promise<{ items: StoredRow[]; end: string | undefined }> => {
  const pages = await Promise.all(
    [query.partition, ...others].map((partition) => {
      const after = from === undefined ? undefined : startKey(from, partition);
      return table.query({ ...query, partition, limit, after });
    }),
  );
  const items = pages.flatMap((page) => page.items);
  const ends = pages.flatMap(({ last }) => (last ? [position(last)] : []));
  if (others.length === 0) return { items, end: ends[0] };
  const isBefore = (a: string, b: string) => (query.newestFirst ? a > b : a < b);
  const end = ends.reduce<string | undefined>((first, one) => (first && isBefore(first, one) ? first : one), undefined);
  return {
    items: items
      .filter((row) => end === undefined || !isBefore(end, position(row)))
      .sort((a, b) => (isBefore(position(a), position(b)) ? -1 : 1)),
    end,
  };
};

/** Reads one row more, so that the last page says so. A filtered page may be short, with a cursor, rather than slow. */
export const readPage = async (table: Table, list: ListRequest): Promise<Page<StoredRow>> => {
  let from = readCursor(list.cursor, list.binding);
  const found: StoredRow[] = [];
  const partitions = 1 + (list.others?.length ?? 0);
  let chunk = list.limit + 1;
  for (let left = MAX_EVALUATED; ; chunk = Math.min(chunk * 4, Math.floor(left / partitions))) {
    const page = await readChunk(table, list, chunk, from);
    found.push(...(list.keep ? page.items.filter(list.keep) : page.items));
    left -= chunk * partitions;
    from = page.end;
    if (found.length > list.limit || from === undefined || left < partitions) break;
  }
  const items = found.slice(0, list.limit);
  const lastKept = items.at(-1);
  const resumeAt = found.length > list.limit && lastKept ? list.position(lastKept) : from;
  return {
    items,
    next_cursor: resumeAt === undefined ? null : writeCursor(resumeAt, list.binding),
    [RESUME]: (kept) => writeCursor(list.position(required(items[kept - 1])), list.binding),
  };
};

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

interface RowList extends Pick<Query, 'filter' | 'newestFirst' | 'consistent'> {
  bound?: Record<string, unknown>;
  route?: string;
}

/** `ids` are all of the record's but the last, of which a start may be given. */
export const listRows = async <Ids extends string[], Row>(
  table: Table,
  { scope: { workspace_id }, operation_id }: { scope: Scope; operation_id: string },
  { limit, cursor }: PageRequest,
  { kind, parse }: Pick<Rows<[...Ids, string], Row>, 'kind' | 'parse'>,
  ids: Ids,
  { bound = {}, route = operation_id, start = '', ...query }: RowList & { start?: string },
): Promise<Page<Exclude<Row, undefined>>> => {
  const keyOf = (rest: string): Key => kind(...ids, start + rest);
  const { pk: partition, sk: prefix } = keyOf('');
  const page = await readPage(table, {
    query: { partition, sort: ['begins_with', prefix], ...query },
    limit,
    cursor,
    binding: { route, workspace_id, filter: bound },
    position: (row) => row.sk.slice(prefix.length),
    startKey: (id) => ({ ...keyOf(id) }),
  });
  return mapPage(page, parse);
};

export const MAX_CURSOR = 2048;

export interface CursorBinding {
  route: string;
  workspace_id: string;
  filter: Record<string, unknown>;
}

const boundText = (position: string, { route, workspace_id, filter }: CursorBinding) => {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${position}|${sha256(JSON.stringify([route, workspace_id, asked.sort()]))}`;
};

export const writeCursor = (position: string, binding: CursorBinding): string => {
  const keyId = currentKeyId();
  const tag = tagOf('cursor', boundText(position, binding), keyId);
  return `${keyId}.${Buffer.from(position).toString('base64url')}.${tag}`;
};

/** A 400 for any cursor that we didn't issue for this very list. */
export const readCursor = (cursor: string | undefined, binding: CursorBinding): string | undefined => {
  if (cursor === undefined) return undefined;
  const [keyId = '', encoded = '', presented = '', ...rest] = cursor.split('.');
  const position = Buffer.from(encoded, 'base64url').toString('utf8');
  const isOurs = rest.length === 0 && hasTag('cursor', boundText(position, binding), keyId, presented);
  if (!isOurs || Buffer.from(position).toString('base64url') !== encoded) throw badRequest('cursor_invalid');
  return position;
};
