import type { Readable } from 'node:stream';
import type { Item } from '../../kit/table/table.ts';
import { cleanRecord } from './clean-record.ts';

/** One file of an archive. */
export interface Entry {
  name: string;
  size: number;
  /** How many records are in it. */
  records: number;
  open: () => Promise<Buffer | Readable | undefined>;
}

/** Part of an export, read from where it was left: `after` leads past the entry that it comes with. */
export interface Source {
  name: string;
  read: (after: string | undefined) => AsyncGenerator<{ entry: Entry | undefined; after: string }>;
}

/** Records as JSON lines. */
export const jsonLines = (name: string, rows: readonly { record: string; row: Item }[]): Entry | undefined => {
  if (rows.length === 0) return undefined;
  const lines = rows.map(({ record, row }) => `${JSON.stringify(cleanRecord(record, row))}\n`);
  const bytes = Buffer.from(lines.join(''));
  return { name, size: bytes.length, records: rows.length, open: async () => bytes };
};

export const textEntry = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, records: 0, open: async () => bytes };
};

/** `records/sites-000002.jsonl` */
export const partName = (name: string, part: number): string =>
  `records/${name}-${String(part).padStart(6, '0')}.jsonl`;
