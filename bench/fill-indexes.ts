import { DatabaseSync } from 'node:sqlite';
import { tables } from '../functions/kit/table/keys.ts';
import type { Item } from '../functions/kit/table/table.ts';

const AT_ONCE = 50_000;

const keyOf = (value: unknown) => `S:${value}`;

/** Of the types that rows of notes have. */
const attributeOf = (value: unknown): object => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'boolean' ? { BOOL: value } : { M: attributesOf(value as Item) };
};

const attributesOf = (row: Item): Item =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, attributeOf(value)]));

/**
 * Puts rows into the indexes of the emulator's table, which are all that lists read. Through its API, a million takes
 * two hours.
 */
export const fillIndexes = (file: string, table: string, rows: Iterable<Item>): void => {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec('PRAGMA synchronous = OFF');
  const indexes = Object.entries(tables.main.indexes).map(([name, { partition, sort, project }]) => ({
    names: ['pk', 'sk', partition.name, sort.name, ...project],
    partition: partition.name,
    sort: sort.name,
    insert: database.prepare(`INSERT INTO "${table}::gsi::${name}" VALUES (?, ?, ?, ?, ?)`),
  }));
  let written = 0;
  database.exec('BEGIN');
  for (const row of rows) {
    for (const { names, partition, sort, insert } of indexes) {
      if (row[partition] === undefined) continue;
      const entry = names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);
      const json = JSON.stringify(attributesOf(Object.fromEntries(entry)));
      insert.run(keyOf(row[partition]), keyOf(row[sort]), keyOf(row.pk), keyOf(row.sk), json);
    }
    written += 1;
    if (written % AT_ONCE === 0) database.exec('COMMIT; BEGIN');
  }
  database.exec('COMMIT');
  database.close();
};
