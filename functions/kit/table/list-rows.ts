import type { Scope } from '../actor.ts';
import type { Key } from './keys.ts';
import { mapPage, type Page } from './page.ts';
import { readPage } from './paging.ts';
import type { Query, StoredRow, Table } from './table.ts';

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

interface RowList<Row> extends Pick<Query, 'filter' | 'newestFirst' | 'consistent'> {
  keyOf: (id: string) => Key;
  parse: (row: StoredRow) => Row;
  bound?: Record<string, unknown>;
  route?: string;
}

export const listRows = async <Row>(
  table: Table,
  { scope: { workspace_id }, operation_id }: { scope: Scope; operation_id: string },
  { limit, cursor }: PageRequest,
  { keyOf, parse, bound = {}, route = operation_id, ...query }: RowList<Row>,
): Promise<Page<Exclude<Row, undefined>>> => {
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
