import type { Key } from './keys.ts';
import type { StoredRow, Table } from './table.ts';

const placeOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

export const getEach = async (table: Table, wanted: readonly Key[], options?: { consistent?: boolean }) => {
  const unique = [...new Map(wanted.map((key) => [placeOf(key), key])).values()];
  const rows = await table.getMany(unique, options);
  const byPlace = new Map(rows.map((row) => [placeOf(row), row]));
  return wanted.map((key): StoredRow | undefined => byPlace.get(placeOf(key)));
};
