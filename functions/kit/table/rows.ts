import { notFound } from '../errors.ts';
import { idsIn, type Key, type RecordKind } from './record.ts';
import type { StoredRow, Table } from './table.ts';

interface Schema<Row> {
  parse(row: unknown): Row;
}

/** A record of `keys` with the schema of its rows: what reads of it return is parsed. */
export interface Rows<Args extends string[], Row> {
  readonly kind: RecordKind<Args>;
  parse(row: unknown): Row;
  find(table: Table, ids: Args, options?: Parameters<Table['get']>[1]): Promise<Row | undefined>;
  /** Refuses the request if there is none. */
  get(table: Table, ids: Args): Promise<Row>;
  among(rows: readonly StoredRow[]): Row[];
}

export type RowOf<R extends Rows<never, unknown>> = ReturnType<R['parse']>;

/** The schema is built by the first read, so that a cold start doesn't pay for rows that it never sees. */
export const rowsAs = <Args extends string[], Row>(
  kind: RecordKind<Args>,
  schema: () => Schema<Row>,
): Rows<Args, Row> => {
  let built: Schema<Row> | undefined;
  const parse = (row: unknown): Row => {
    built ??= schema();
    return built.parse(row);
  };
  const find: Rows<Args, Row>['find'] = async (table, ids, options) => {
    const row = await table.get(kind(...ids), options);
    return row && parse(row);
  };
  return {
    kind,
    parse,
    find,
    get: async (table, ids) => {
      const row = await find(table, ids);
      if (!row) throw notFound();
      return row;
    },
    among: (rows) => rows.filter((row: Key) => idsIn(kind, row) !== undefined).map(parse),
  };
};
